import { type Kysely, sql } from 'kysely';

// How many minutes a day a student wants to practice; null for the default.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column drill_minutes smallint check (drill_minutes between 5 and 25)`.execute(
    db,
  );
}
