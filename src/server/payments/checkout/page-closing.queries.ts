import { sql } from 'kysely';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isOwned } from '../../platform/db/product-ownership.ts';
import type { ProductRow } from '../../platform/db/tables/shop-tables.ts';
import { isGrantedForMonth } from '../grants/grants.queries.ts';

/**
 * @param offer - how the product is sold now; undefined if it is not sold
 * @returns the ids of the pending purchases of the product that no longer fit the offer: the purchase's price before its
 * discount is higher than the offer's, its type is another, or the buyer already owns the product. Without an offer, the
 * ids of all its pending purchases.
 */
export async function findOutdatedPurchases(
  db: Db,
  productId: number,
  offer: Pick<ProductRow, 'type' | 'price_cents'> | undefined,
): Promise<string[]> {
  const rows = await db
    .selectFrom('purchases')
    .select('id')
    .where('product_id', '=', productId)
    .where('status', '=', 'pending')
    .where((eb) =>
      offer === undefined
        ? eb.lit(true)
        : eb.or([
            eb('product_type', '<>', offer.type),
            eb(eb('amount_cents', '+', eb.ref('discount_cents')), '>', offer.price_cents),
            eb.exists(
              eb
                .selectFrom('purchases as owned')
                .select('owned.id')
                .whereRef('owned.user_id', '=', 'purchases.user_id')
                .whereRef('owned.product_id', '=', 'purchases.product_id')
                .where(isOwned('owned')),
            ),
          ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns the ids of the user's pending purchases */
export async function findOpenPurchases(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * @returns the ids of a plan's open checkouts whose price is above the plan's current price, or whose buyer's grants
 * include the plan during the next month
 */
export async function findOutdatedCheckouts(db: Db, plan: PaidPlan, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription_checkouts')
    .innerJoin('plans', 'plans.plan', 'subscription_checkouts.plan')
    .select('subscription_checkouts.id')
    .where('subscription_checkouts.plan', '=', plan)
    .where('subscription_checkouts.status', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('plans.price_cents', '<', eb.ref('subscription_checkouts.price_cents')),
        isGrantedForMonth(sql.ref('subscription_checkouts.user_id'), plan, now),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the purchases and checkouts whose payment page is open or being opened. */
export type OpenPages = { purchases: string[]; checkouts: string[] };

/** The user's pending purchases and open checkouts with a promotion code, except the one with the id `exceptId`. */
export async function findOpenPagesWith(
  db: Db | Trx,
  page: { userId: string; promotionId: string; exceptId: string },
): Promise<OpenPages> {
  const purchases = await db
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', page.userId)
    .where('promotion_code_id', '=', page.promotionId)
    .where('status', '=', 'pending')
    .where('id', '<>', page.exceptId)
    .execute();
  const checkouts = await db
    .selectFrom('subscription_checkouts')
    .select('id')
    .where('user_id', '=', page.userId)
    .where('promotion_code_id', '=', page.promotionId)
    .where('status', '=', 'open')
    .where('id', '<>', page.exceptId)
    .execute();
  return { purchases: purchases.map(({ id }) => id), checkouts: checkouts.map(({ id }) => id) };
}
