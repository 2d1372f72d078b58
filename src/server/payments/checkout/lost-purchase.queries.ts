import type { Insertable } from 'kysely';
import type { ProductType } from '../../../shared/enums.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { PurchasesTable } from '../../platform/db/tables/shop-tables.ts';

/** Inserts a purchase that is missing after a backup was restored. Does nothing if the purchase exists. */
export async function insertLostPurchase(trx: Trx, purchase: Insertable<PurchasesTable>): Promise<void> {
  await trx
    .insertInto('purchases')
    .values(purchase)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * The product with this id and type that was created before the given time, even if it is archived now. A product that
 * was created later is another one, because product ids are reused after a backup was restored.
 */
export async function findSoldProduct(
  trx: Trx,
  sold: { id: number; type: ProductType; createdBefore: Date },
): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom('products')
    .select('id')
    .where('id', '=', sold.id)
    .where('type', '=', sold.type)
    .where('created_at', '<', sold.createdBefore.toISOString())
    .executeTakeFirst();
}
