import type { Db, Trx } from '../../platform/db/database.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';

/** Payment pages that are open, or about to be. */
export type OpenPages = { purchases: PurchaseRow[]; checkouts: SubscriptionCheckoutRow[] };

/** What this person has open with a code, besides the attempt with that id. */
export async function findOtherPages(
  db: Db | Trx,
  page: { userId: string; promotionId: string; exceptId: string },
): Promise<OpenPages> {
  const purchases = await db
    .selectFrom('purchases')
    .selectAll()
    .where('user_id', '=', page.userId)
    .where('promotion_code_id', '=', page.promotionId)
    .where('status', '=', 'pending')
    .where('id', '<>', page.exceptId)
    .execute();
  const checkouts = await db
    .selectFrom('subscription_checkouts')
    .selectAll()
    .where('user_id', '=', page.userId)
    .where('promotion_code_id', '=', page.promotionId)
    .where('status', '=', 'open')
    .where('id', '<>', page.exceptId)
    .execute();
  return { purchases, checkouts };
}
