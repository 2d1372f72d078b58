import { type Kysely, sql } from 'kysely';

// The tax calculated by Stripe. It is part of the amount, because prices include it.
const statements = [
  `alter table billing_payments
     add column tax_cents integer not null default 0 constraint billing_payments_tax check (tax_cents between 0 and amount_cents)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
