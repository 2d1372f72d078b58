import { type Kysely, sql } from 'kysely';

// The leaks are computed without answers to deleted drills. With this condition in the index, they are computed by an
// index-only scan.
const statements = [
  `create index drill_tries_newest_of_drills on drill_tries (user_id, at desc) include (leak, score)
     where leak is not null and drill_id is not null and taken_back_at is null`,
  `drop index drill_tries_newest`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
