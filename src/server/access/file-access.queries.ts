import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import { accessibleBy } from '../platform/db/product-ownership.ts';
import type { AccessedKind, FileAccessesTable } from '../platform/db/tables/learning-tables.ts';

/** An item's stored file. All fields are null if the item has none. */
export type StoredFile = {
  upload_id: string | null;
  storage_key: string | null;
  upload_status: string | null;
  content_type: string | null;
};

const storedFile = [
  'uploads.id as upload_id',
  'uploads.storage_key as storage_key',
  'uploads.status as upload_status',
  'uploads.content_type as content_type',
] as const;

/** The column of the requested file. */
export type ProductFileColumn = 'file_upload_id' | 'video_upload_id' | 'captions_upload_id';

export async function findProductResource(db: Db, id: number, column: ProductFileColumn, userId: string) {
  return db
    .selectFrom('products')
    .leftJoin('uploads', 'uploads.id', `products.${column}`)
    .select(['products.id', 'products.type', 'products.product_number', 'products.title'])
    .select(['products.price_cents', 'products.is_free', 'products.is_active', 'products.deleted_at'])
    .select(storedFile)
    .select(accessibleBy(userId).as('hasPurchase'))
    .where('products.id', '=', id)
    .executeTakeFirst();
}

export async function findCoachingPlanResource(db: Db, pdfNumber: number) {
  return db
    .selectFrom('coaching_pdfs')
    .leftJoin('uploads', 'uploads.id', 'coaching_pdfs.file_upload_id')
    .select(['coaching_pdfs.pdf_number', 'coaching_pdfs.title', 'coaching_pdfs.required_plan'])
    .select(storedFile)
    .where('coaching_pdfs.pdf_number', '=', pdfNumber)
    .executeTakeFirst();
}

/** Lets concurrent requests check one after the other whether this user has accessed the file. */
export async function lockAccesses(trx: Trx, userId: string, uploadId: string): Promise<void> {
  await lockKey(trx, `access:${userId}:${uploadId}`);
}

export async function hasAccessSince(
  db: Db | Trx,
  userId: string,
  uploadId: string,
  kind: AccessedKind,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('file_accesses')
    .select('id')
    .where('upload_id', '=', uploadId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('opened_at', '>', since.toISOString())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAccess(db: Db | Trx, access: Insertable<FileAccessesTable>): Promise<void> {
  await db.insertInto('file_accesses').values(access).execute();
}

/** The file that the accessed item has now; not for captions. */
const currentUpload = sql<string | null>`case file_accesses.kind
  when 'product' then products.file_upload_id
  when 'plan' then coaching_pdfs.file_upload_id
  when 'session_video' then products.video_upload_id
end`;

/**
 * A user's file accesses, newest first, without captions, which are loaded with their video. `is_current`: whether the
 * item still has the accessed file; `current_at`: when the item's present file was added.
 */
export async function findAccesses(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('file_accesses')
    .leftJoin('products', 'products.id', 'file_accesses.product_id')
    .leftJoin('coaching_pdfs', 'coaching_pdfs.pdf_number', 'file_accesses.pdf_number')
    .leftJoin('uploads', (join) => join.on('uploads.id', '=', currentUpload))
    .selectAll('file_accesses')
    .select([
      'uploads.claimed_at as current_at',
      sql<boolean>`file_accesses.upload_id is not distinct from ${currentUpload}`.as('is_current'),
    ])
    .where('file_accesses.user_id', '=', userId)
    .where('file_accesses.kind', '<>', 'captions')
    .orderBy('file_accesses.opened_at', 'desc')
    .orderBy('file_accesses.id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteAccessesBefore(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('file_accesses')
    .where('opened_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
