import { type Kysely, sql } from 'kysely';

// The monthly price of a scheduled downgrade. A change of the plan's price before the downgrade does not affect it.
const statements = [`alter table subscriptions add column pending_price_cents integer`];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
