import { sql } from 'kysely';
import { previewPage } from '../../shared/limits.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import {
  accessibleBy,
  type BlockedPurchase,
  blockedPurchaseOf,
  blockedReason,
  isOnHold,
  isOwned,
} from '../platform/db/product-ownership.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';

export type ListedProductRow = ProductRow & { page_count: number | null };
/** Adds whether the user has a purchase that gives access, and if a purchase gives no access, the reason. */
export type ReadableProductRow = ListedProductRow & {
  hasPurchase: boolean;
  blockedPurchase: BlockedPurchase | null;
};
/** Adds the stored file and details of its PDF; null without a file. */
export type ProductFileRow = ReadableProductRow & {
  storage_key: string | null;
  upload_status: string | null;
  size_bytes: number | null;
  chapters: string[] | null;
  has_preview: boolean;
};

/** Every product, including archived ones, by type and number. */
export async function findEveryProduct(db: Db): Promise<ListedProductRow[]> {
  return db
    .selectFrom('products')
    .leftJoin('pdf_details', 'pdf_details.upload_id', 'products.file_upload_id')
    .selectAll('products')
    .select('pdf_details.page_count')
    .orderBy('type')
    .orderBy('product_number')
    .orderBy('id')
    .execute();
}

/** For each user, the purchased products: null if the purchase gives access, otherwise the reason why it does not. */
export async function findPurchased(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, Map<number, BlockedPurchase | null>>> {
  const rows = await db
    .selectFrom('purchases')
    .select(['user_id', 'product_id', blockedReason('purchases').as('blocked')])
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .where((eb) => eb.or([isOwned('purchases'), isOnHold('purchases')]))
    // If a product has an owned purchase and one on hold, the owned one comes later, so its value replaces the other.
    .orderBy('status', 'desc')
    .execute();
  const purchased = new Map(userIds.map((id) => [id, new Map<number, BlockedPurchase | null>()]));
  for (const { user_id, product_id, blocked } of rows) {
    if (user_id !== null && product_id !== null) purchased.get(user_id)?.set(product_id, blocked);
  }
  return purchased;
}

export async function findProductFile(
  db: Db,
  id: number,
  userId: string | null,
): Promise<ProductFileRow | undefined> {
  return db
    .selectFrom('products')
    .leftJoin('uploads', 'uploads.id', 'products.file_upload_id')
    .leftJoin('pdf_details', 'pdf_details.upload_id', 'products.file_upload_id')
    .selectAll('products')
    .select([
      'uploads.storage_key as storage_key',
      'uploads.status as upload_status',
      'uploads.size_bytes as size_bytes',
      'pdf_details.page_count as page_count',
      'pdf_details.chapters as chapters',
    ])
    .select(
      sql<boolean>`(pdf_details.preview is not null and pdf_details.page_count >= ${previewPage})`.as(
        'has_preview',
      ),
    )
    .select([accessibleBy(userId).as('hasPurchase'), blockedPurchaseOf(userId).as('blockedPurchase')])
    .where('products.id', '=', id)
    .executeTakeFirst();
}

/** Undefined for unknown and archived products. */
export async function findLiveProduct(db: Db | Trx, id: number): Promise<ProductRow | undefined> {
  return liveProduct(db, id).executeTakeFirst();
}

/**
 * Like `findLiveProduct`, with a key-share lock: until the transaction ends, other transactions that lock the product
 * with `for update`, such as `lockLiveProduct`, wait.
 */
export async function shareLockLiveProduct(trx: Trx, id: number): Promise<ProductRow | undefined> {
  return liveProduct(trx, id).forKeyShare().executeTakeFirst();
}

export function liveProduct(db: Db | Trx, id: number) {
  return db.selectFrom('products').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
}

/** The public preview: one page of the product's current file, as a WebP image; undefined if there is none. */
export async function findPreview(db: Db, productId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('products')
    .innerJoin('pdf_details', 'pdf_details.upload_id', 'products.file_upload_id')
    .select('pdf_details.preview')
    .where('products.id', '=', productId)
    // An earlier version of this server also stored previews of PDFs with fewer pages.
    .where('pdf_details.page_count', '>=', previewPage)
    .executeTakeFirst();
  return row?.preview ?? undefined;
}
