import { type Kysely, sql } from 'kysely';

// A picture of a PDF's first page, which the reader shows while it opens the PDF. Null for files uploaded before this
// column existed, until their picture is first needed; empty if the page cannot be rendered.
const statements = [`alter table pdf_details add column first_page bytea`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
