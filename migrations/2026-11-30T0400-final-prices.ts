import { type Kysely, sql } from 'kysely';

// Stored before the academy sets an announced price at Stripe: the end of the month whose renewal will charge it. Until
// that renewal, the announced price can be neither withdrawn nor replaced.
const statements = ['alter table subscriptions add column price_final_for timestamptz'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
