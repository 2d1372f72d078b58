import { type Kysely, sql } from 'kysely';

// An index for the admins' list of failed membership payments, newest first.
const statements = [
  `create index billing_payments_failed_invoices on billing_payments
     (coalesce(paid_at, created_at) desc, id desc) where stripe_invoice_id is not null and status = 'failed'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
