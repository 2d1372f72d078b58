import type { ProductType } from '../../../shared/enums.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { ownedBy } from '../../platform/db/product-ownership.ts';

export type GrantableProduct = { id: number; type: ProductType; productNumber: number; title: string };

/** Products that are not archived and that the user does not own. */
export async function findGrantable(db: Db, userId: string): Promise<GrantableProduct[]> {
  return db
    .selectFrom('products')
    .select(['products.id', 'products.type', 'products.product_number as productNumber', 'products.title'])
    .where('products.deleted_at', 'is', null)
    .where(({ not }) => not(ownedBy(userId)))
    .orderBy('products.type')
    .orderBy('products.product_number')
    .execute();
}

/** Ends access but retains the row, because the grant and its revocation are part of the purchase history. */
export async function endProductGrant(
  trx: Trx,
  id: string,
  revocation: { reason: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('purchases')
    .set({
      access_ended_at: revocation.now,
      revoke_reason: revocation.reason,
      updated_at: revocation.now,
    })
    .where('id', '=', id)
    .execute();
}
