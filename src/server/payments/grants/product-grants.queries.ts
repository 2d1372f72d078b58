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

export type Revocation = { reason: string; now: Date };

/** Ends access but retains the row, because the grant and its revocation are part of the purchase history. */
export async function endProductGrant(trx: Trx, id: string, { reason, now }: Revocation): Promise<void> {
  await trx
    .updateTable('purchases')
    .set({ access_ended_at: now, revoke_reason: reason, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Ends the access that was kept when the purchase was refunded. The refund stores the decision, so that later reads
 * from Stripe keep it.
 */
export async function endRefundedAccess(
  trx: Trx,
  ids: { purchaseId: string; paymentId: string; refundId: string },
  { reason, now }: Revocation,
): Promise<void> {
  await trx
    .updateTable('billing_refunds')
    .set({ end_access: true, updated_at: now })
    .where('id', '=', ids.refundId)
    .execute();
  await trx
    .updateTable('billing_payments')
    .set({ access_ended_at: now, updated_at: now })
    .where('id', '=', ids.paymentId)
    .execute();
  await trx
    .updateTable('purchases')
    .set({ status: 'refunded', revoke_reason: reason, updated_at: now })
    .where('id', '=', ids.purchaseId)
    .execute();
}
