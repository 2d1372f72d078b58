import { type Kysely, sql } from 'kysely';

// Indexes for the admin area: for the order of its lists, the search of payments, and sums and counts.
const statements = [
  // Open requests and disputes first, each group newest first.
  `create index refund_requests_list on refund_requests ((status = 'open') desc, created_at desc, id desc)`,
  `create index billing_disputes_list on billing_disputes
     ((standing in ('inquiry', 'open', 'unclear')) desc, created_at desc, id desc)`,

  // Students of a session or a coaching plan, most recently active first.
  `create index user_progress_newest on user_progress (session_id, updated_at desc, user_id desc)`,
  `create index file_accesses_plan_newest on file_accesses (pdf_number, opened_at desc, user_id desc)
     where kind = 'plan'`,
  `create index reading_positions_plan_newest on reading_positions (pdf_number, updated_at desc, user_id desc)
     where pdf_number is not null`,

  // The search of membership payments: by description, and by the prefix of a Stripe id.
  `create index billing_payments_invoice_names on billing_payments (description) where stripe_invoice_id is not null`,
  `create index billing_payments_intent_begins on billing_payments (payment_intent_id text_pattern_ops)`,
  `create index billing_payments_invoice_begins on billing_payments (stripe_invoice_id text_pattern_ops)`,

  // For index-only scans.
  `create index purchases_sales on purchases (product_id, status) include (amount_cents, refunded_cents)`,
  `create index billing_payments_amounts on billing_payments (paid_at) include (amount_cents, refunded_cents, status)
     where status <> 'failed'`,
  `create index users_registered_role on users (created_at, role)`,
  `create index promotion_redemptions_sums on promotion_redemptions (promotion_code_id) include (discount_cents)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
