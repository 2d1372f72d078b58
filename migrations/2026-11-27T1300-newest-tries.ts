import { type Kysely, sql } from 'kysely';

// A covering index of a student's latest answers, so that the map of leaks is read from the index alone.
const statement = `create index drill_tries_newest on drill_tries (user_id, at desc) include (leak, score)
  where leak is not null and taken_back_at is null`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}
