import type { Db, Trx } from '../../platform/db/database.ts';

export type FulfilledPreOrder = { id: string; user_id: string | null };

/** Purchases of products whose content was removed wait for content, like pre-orders. */
export async function markPurchasesWithoutContent(db: Db): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ awaits_content: true })
    .where('product_id', 'in', (eb) =>
      eb.selectFrom('products').select('products.id').where('is_ready', '=', false),
    )
    .where('status', '=', 'completed')
    .where('grants_access', '=', true)
    .where('awaits_content', '=', false)
    .execute();
}

/** Purchases that wait for content, grant access, and whose product has content now. */
export async function findFulfilledPreOrders(db: Db, limit: number): Promise<FulfilledPreOrder[]> {
  return db
    .selectFrom('purchases')
    .innerJoin('products', 'products.id', 'purchases.product_id')
    .select(['purchases.id', 'purchases.user_id'])
    .where('purchases.awaits_content', '=', true)
    .where('purchases.grants_access', '=', true)
    .where('products.is_ready', '=', true)
    .orderBy('purchases.id')
    .limit(limit)
    .execute();
}

export async function endPreOrder(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('purchases').set({ awaits_content: false }).where('id', '=', id).execute();
}
