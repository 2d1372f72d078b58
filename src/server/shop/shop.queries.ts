import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { ProductRow } from '../db/schema.ts';

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

/** What the shop shows, cheapest first. */
export async function findProductsOnOffer(db: Db, userId: string | null): Promise<ReadableProductRow[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .select(boughtBy(userId).as('bought'))
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .orderBy('price_cents')
    .orderBy('id')
    .execute();
}

/** In US cents, among what is on offer and not free (`isFreeProduct`); the landing page needs no more of the shop. */
export async function findLowestPrice(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('products')
    .select((eb) => eb.fn.min('price_cents').as('lowest'))
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where('is_free', '=', false)
    .where('price_cents', '>', 0)
    .executeTakeFirst();
  return row?.lowest ?? null;
}

/** What is in a reader's library: on offer and free or bought, and bought ones that were archived since (D-32). */
export async function findLibraryProducts(db: Db, userId: string): Promise<ReadableProductRow[]> {
  return db
    .selectFrom('products')
    .selectAll()
    .select(boughtBy(userId).as('bought'))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('deleted_at', 'is', null),
          eb('is_active', '=', true),
          eb.or([eb('is_free', '=', true), eb('price_cents', '=', 0), boughtBy(userId)]),
        ]),
        eb.and([eb('deleted_at', 'is not', null), boughtBy(userId)]),
      ]),
    )
    .orderBy('type')
    .orderBy('product_number')
    .orderBy('id')
    .execute();
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
  return db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
