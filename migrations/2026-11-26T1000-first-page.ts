import { type Kysely, sql } from 'kysely';

// A picture of a PDF's first page, which is shown to students while the PDF opens. For a file that was uploaded before
// this column existed, the picture is null until it is first needed. The picture is empty if the page cannot be
// rendered.
const statements = [`alter table pdf_details add column first_page bytea`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
