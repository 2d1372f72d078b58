import { type Kysely, sql } from 'kysely';

// Details for the page of a product: those that an admin writes, and those that are read from the PDF, with an image of
// the PDF's preview page.
const statements = [
  `alter table products
     add column author text,
     add column published_on date,
     add column outcomes text,
     add column contents text`,

  `create table pdf_details (
    upload_id uuid primary key references uploads (id) on delete cascade,
    page_count integer not null check (page_count >= 1),
    chapters text[] not null default '{}',
    preview bytea
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
