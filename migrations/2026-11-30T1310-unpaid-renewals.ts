import { type Kysely, sql } from 'kysely';

// `past_due_since` is when the first unpaid invoice failed. If that invoice is for an upgrade and the renewal fails
// later, `unpaid_since` is when the renewal failed. Before that time, only the upgrade was unpaid.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column unpaid_since timestamptz`.execute(db);
}
