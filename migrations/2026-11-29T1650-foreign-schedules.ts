import { type Kysely, sql } from 'kysely';

// Whether a schedule that the academy did not create may change or end the subscription at Stripe. If so, no new price
// is announced for the subscription.
const statements = [
  'alter table subscriptions add column has_foreign_schedule boolean not null default false',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
