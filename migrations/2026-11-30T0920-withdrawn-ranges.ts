import { type Kysely, sql } from 'kysely';

// A published range of the academy that a coach has withdrawn is shown only to coaches, until it is published again.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ranges add column withdrawn_at timestamptz`.execute(db);
}
