import { type Kysely, sql } from 'kysely';

// The minutes a day that a student wants to practice; null for the default.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column drill_minutes smallint check (drill_minutes between 5 and 25)`.execute(
    db,
  );
}
