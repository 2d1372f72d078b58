import { sql } from 'kysely';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';

/**
 * What a user owns and has paid according to the tables. Omits values that may differ if a purchase is recorded again
 * after a restore, such as times.
 */
export async function booksOf(app: TestApp, user: TestUser) {
  const { rows } = await sql<{ books: unknown }>`select jsonb_build_object(
    'purchases', (select jsonb_agg(to_jsonb(p) - 'updated_at' - 'created_at' - 'purchased_at' - 'checkout_expires_at' - 'checkout_url' order by p.id)
      from purchases p where user_id = ${user.userId}),
    'isPurchasedWithinAMinute', (select jsonb_agg(abs(extract(epoch from purchased_at - created_at)) < 60 order by p.id) from purchases p where user_id = ${user.userId}),
    'payments', (select jsonb_agg(to_jsonb(b) - 'id' - 'updated_at' - 'created_at' - 'paid_at' - 'read_sequence' - 'access_ended_at'
      order by payment_intent_id) from billing_payments b where user_id = ${user.userId}),
    'subscriptions', (select jsonb_agg(jsonb_build_array(id, plan, status, price_cents, customer_id, current_period_end))
      from subscriptions where user_id = ${user.userId}),
    'checkouts', (select jsonb_agg(jsonb_build_array(id, plan, status, subscription_id, checkout_session_id, discount_cents))
      from subscription_checkouts where user_id = ${user.userId}),
    'codes', (select jsonb_agg(jsonb_build_array(promotion_code_id, source_id, paid_cents, discount_cents) order by source_id)
      from promotion_redemptions where user_id = ${user.userId}),
    'customer', (select stripe_customer_id from users where id = ${user.userId})
  ) as books`.execute(app.deps.db);
  return rows[0]?.books;
}
