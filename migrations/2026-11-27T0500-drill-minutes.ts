import { type Kysely, sql } from 'kysely';

// How long a student wants to practice a day; null: as long as the academy proposes.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column drill_minutes smallint check (drill_minutes between 5 and 25)`.execute(
    db,
  );
}
