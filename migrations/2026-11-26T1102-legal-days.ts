import { type Kysely, sql } from 'kysely';

// `valid_on` is the day on which a version of a legal text takes effect, and `valid_from` the time at which that day
// begins. Until then, the previous version is in effect. A version without them takes effect when it is saved.
const statements = [`alter table site_texts add column valid_on date, add column valid_from timestamptz`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
