import { type Kysely, sql } from 'kysely';

// Contains what the map of a student's leaks needs of their last tries, so that it does not read the table.
const statement = `create index drill_tries_newest on drill_tries (user_id, at desc) include (leak, score)
  where leak is not null and taken_back_at is null`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
