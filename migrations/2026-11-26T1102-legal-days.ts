import { type Kysely, sql } from 'kysely';

// The day of a version of a legal text, and when it begins to count; until then the version before it counts. Versions
// without either count from their change.
const statements = [`alter table site_texts add column valid_on date, add column valid_from timestamptz`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
