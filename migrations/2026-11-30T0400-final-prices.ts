import { type Kysely, sql } from 'kysely';

// `price_final_for` is the time of the renewal that will charge an announced price. It is stored before the academy
// sets that price at Stripe. Until that renewal, the announced price can be neither withdrawn nor replaced.
const statements = ['alter table subscriptions add column price_final_for timestamptz'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
