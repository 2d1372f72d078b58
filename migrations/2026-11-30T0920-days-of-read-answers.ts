import { type Kysely, sql } from 'kysely';

// The day on which a student first read a coach's answer, in the student's time zone at that moment. A later change of
// the time zone does not change the day. Null if the answer was read before this migration.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table questions add column revealed_on date`.execute(db);
}
