import type { ProductType } from '../../../shared/enums.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { ownedBy } from '../../platform/db/product-ownership.ts';
import type { ProductRow, PurchaseRow } from '../../platform/db/tables/shop-tables.ts';

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

export async function insertProductGrant(
  trx: Trx,
  grant: { userId: string; product: ProductRow; grantedBy: string; reason: string; now: Date },
): Promise<PurchaseRow> {
  const { userId, product, grantedBy, reason, now } = grant;
  return trx
    .insertInto('purchases')
    .values({
      user_id: userId,
      product_id: product.id,
      product_type: product.type,
      product_name: product.title,
      question_credits: product.question_credits,
      amount_cents: 0,
      status: 'completed',
      awaits_content: !product.is_ready,
      granted_by: grantedBy,
      grant_reason: reason,
      purchased_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
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
