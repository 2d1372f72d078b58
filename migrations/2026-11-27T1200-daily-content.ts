import { type Kysely, sql } from 'kysely';

// The hand of the day is cached until an admin or coach changes which hands are planned.
const statements = [
  `insert into content_versions (kind) values ('daily_spots')`,
  `create trigger daily_spots_content after insert or update or delete on daily_spots
     for each statement execute function content_changed('daily_spots')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
