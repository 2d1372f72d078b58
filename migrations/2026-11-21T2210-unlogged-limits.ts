import { type Kysely, sql } from 'kysely';

/**
 * Counts of tries are worth nothing once their minutes are over, and each sign-in writes five of them: without a log
 * none of these waits for the disk. A crash of Postgres forgets them, an orderly restart does not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rate_limits set unlogged`.execute(db);
}
