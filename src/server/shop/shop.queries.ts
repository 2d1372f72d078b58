import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';

/** A product with whether the reader has a completed purchase of it. */
export type ReadableProductRow = ProductRow & { bought: boolean };
/** The same with its stored file; both null without one. */
export type ProductFileRow = ReadableProductRow & {
  storage_key: string | null;
  upload_status: string | null;
  size_bytes: number | null;
};

function boughtBy(userId: string | null): RawBuilder<boolean> {
  if (userId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (
    select 1 from purchases p
    where p.product_id = products.id and p.user_id = ${userId} and p.grants_access
  )`;
}

/** By type and number, archived ones included. */
export async function findEveryProduct(db: Db): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .orderBy('type')
    .orderBy('product_number')
    .orderBy('id')
    .execute();
}

/** Ids of the products that these users' purchases open now. */
export async function findBoughtIds(db: Db, userIds: readonly string[]): Promise<Map<string, Set<number>>> {
  const rows = await db
    .selectFrom('purchases')
    .select(['user_id', 'product_id'])
    .where('user_id', '=', sql<string>`any(${userIds})`)
    .where('grants_access', '=', true)
    .execute();
  const bought = new Map<string, Set<number>>(userIds.map((id) => [id, new Set()]));
  for (const { user_id, product_id } of rows) {
    if (user_id !== null && product_id !== null) bought.get(user_id)?.add(product_id);
  }
  return bought;
}

export async function findProductFile(
  db: Db,
  id: number,
  userId: string | null,
): Promise<ProductFileRow | undefined> {
  return db
    .selectFrom('products')
    .leftJoin('uploads', 'uploads.id', 'products.file_upload_id')
    .selectAll('products')
    .select([
      'uploads.storage_key as storage_key',
      'uploads.status as upload_status',
      'uploads.size_bytes as size_bytes',
    ])
    .select(boughtBy(userId).as('bought'))
    .where('products.id', '=', id)
    .executeTakeFirst();
}

/** Undefined for unknown and archived products. */
export async function findLiveProduct(db: Db | Trx, id: number): Promise<ProductRow | undefined> {
  return liveProduct(db, id).executeTakeFirst();
}

/** Locked until the transaction ends. */
export async function holdLiveProduct(trx: Trx, id: number): Promise<ProductRow | undefined> {
  return liveProduct(trx, id).forKeyShare().executeTakeFirst();
}

function liveProduct(db: Db | Trx, id: number) {
  return db.selectFrom('products').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
}
