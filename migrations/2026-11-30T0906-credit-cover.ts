import { type Kysely, sql } from 'kysely';

// The last renewal that a credit at Stripe paid wholly. No payment is recorded for it, so that its period is stored here.
const statements = [
  `alter table subscriptions
     add column credit_plan text check (credit_plan in ('silver', 'gold', 'diamond')),
     add column credit_until timestamptz,
     add column credit_paid_at timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
