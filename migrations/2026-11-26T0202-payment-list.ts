import { type Kysely, sql } from 'kysely';

// Indexes for the order and the totals of the list of purchases and membership payments.
const statements = [
  `create index billing_payments_invoices on billing_payments
     (coalesce(paid_at, created_at) desc, id desc) where stripe_invoice_id is not null`,
  `create index billing_payments_invoice_totals on billing_payments (status, amount_cents, refunded_cents)
     where stripe_invoice_id is not null`,
  `create index billing_payments_lost on billing_payments (purchase_id) where status = 'lost'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
