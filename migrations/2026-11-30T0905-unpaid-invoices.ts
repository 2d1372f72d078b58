import { type Kysely, sql } from 'kysely';

// `owes_only_upgrade` is set while the unpaid invoice of a past-due subscription is that of an upgrade, and the period
// itself is paid. `due_cents` is the amount of the unpaid invoice, which may be less than the price. The other columns
// describe the last renewal that was paid in full with a credit at Stripe. No payment is recorded for such a renewal.
const statements = [
  `alter table subscriptions
     add column owes_only_upgrade boolean not null default false,
     add column due_cents integer,
     add column credit_plan text check (credit_plan in ('silver', 'gold', 'diamond')),
     add column credit_until timestamptz,
     add column credit_paid_at timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
