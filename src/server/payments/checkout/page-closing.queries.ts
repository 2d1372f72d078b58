import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { Db } from '../../platform/db/database.ts';

/** Pending purchases of a product that is free, not sold any more, or costs less by now. @returns their ids */
export async function findOutdatedPurchases(db: Db, productId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('purchases')
    .innerJoin('products', 'products.id', 'purchases.product_id')
    .select('purchases.id')
    .where('purchases.product_id', '=', productId)
    .where('purchases.status', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('products.deleted_at', 'is not', null),
        eb('products.is_active', '=', false),
        eb('products.is_free', '=', true),
        eb(
          'products.price_cents',
          '<',
          eb('purchases.amount_cents', '+', eb.ref('purchases.discount_cents')),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Open checkouts of a plan that costs less by now. @returns their ids */
export async function findOutdatedCheckouts(db: Db, plan: PaidPlan): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription_checkouts')
    .innerJoin('plans', 'plans.plan', 'subscription_checkouts.plan')
    .select('subscription_checkouts.id')
    .where('subscription_checkouts.plan', '=', plan)
    .where('subscription_checkouts.status', '=', 'open')
    .whereRef('plans.price_cents', '<', 'subscription_checkouts.price_cents')
    .execute();
  return rows.map(({ id }) => id);
}

/** pending → failed, unless its page is noted already. */
export async function failUnopenedPurchase(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ status: 'failed', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('checkout_session_id', 'is', null)
    .execute();
}

/** open → ended, unless its page is noted already. */
export async function endUnopenedCheckout(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('subscription_checkouts')
    .set({ status: 'ended', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('checkout_session_id', 'is', null)
    .execute();
}
