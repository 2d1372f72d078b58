import { type Kysely, sql } from 'kysely';

// The page that somebody read last, of a product's PDF or of a coaching plan. SQL is the common subset of
// Postgres 15 to 18.
const statements = [
  `create table reading_positions (
    id bigint generated always as identity primary key,
    user_id uuid not null references users (id) on delete cascade,
    product_id integer references products (id) on delete cascade,
    pdf_number integer check (pdf_number between 1 and 10),
    page integer not null check (page >= 1),
    page_count integer not null check (page_count >= page),
    updated_at timestamptz not null default now(),
    check (num_nonnulls(product_id, pdf_number) = 1),
    unique nulls not distinct (user_id, product_id, pdf_number)
  )`,
  `create index reading_positions_recent on reading_positions (user_id, updated_at desc)`,
  `create index reading_positions_product on reading_positions (product_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
