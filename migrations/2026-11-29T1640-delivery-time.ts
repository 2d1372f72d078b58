import { type Kysely, sql } from 'kysely';

// When a purchase that was on hold was delivered. What it gives for a limited time is counted from then.
const statements = ['alter table purchases add column delivered_at timestamptz'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
