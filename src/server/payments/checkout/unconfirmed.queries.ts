import { sql } from 'kysely';
import { finalStatuses } from '../../../shared/payments/subscription-statuses.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';

/** A user's purchases whose payment page was opened and whose outcome is not known yet. */
export async function findUnconfirmedPurchases(db: Db, userId: string): Promise<PurchaseRow[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('checkout_session_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .execute();
}

/**
 * Whether the checkout's subscription has ended, or its first payment failed, for example because the bank rejected a
 * debit. Such a checkout stays open until a later comparison with Stripe finds that the invoice was paid or the
 * subscription has ended.
 */
const hasFailed = sql<boolean>`exists (
  select 1 from subscriptions
  where subscriptions.id = subscription_checkouts.subscription_id
    and subscriptions.status in (${sql.join(['unpaid', ...finalStatuses])}))`;

/**
 * A user's membership checkouts of two kinds: the payment page was opened, and the outcome is not known yet; or the
 * checkout was completed after `completedAfter`, its first month was not free, and no payment is recorded yet.
 */
export async function findUnconfirmedCheckouts(
  db: Db,
  userId: string,
  completedAfter: Date,
): Promise<SubscriptionCheckoutRow[]> {
  return db
    .selectFrom('subscription_checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('checkout_session_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'open'), eb.not(hasFailed)]),
        eb.and([
          eb('status', '=', 'completed'),
          eb('updated_at', '>', completedAfter.toISOString()),
          eb('price_cents', '>', eb.ref('discount_cents')),
          eb.not(
            eb.exists(
              eb
                .selectFrom('billing_payments')
                .select('billing_payments.id')
                .whereRef('billing_payments.subscription_id', '=', 'subscription_checkouts.subscription_id'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute();
}
