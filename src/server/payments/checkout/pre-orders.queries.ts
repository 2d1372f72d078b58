import type { Db, Trx } from '../../platform/db/database.ts';

export type FulfilledPreOrder = { id: string; user_id: string | null };

/** Pre-orders that grant access and whose product has content now. */
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
