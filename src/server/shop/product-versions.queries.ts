import type { Db, Trx } from '../platform/db/database.ts';

/**
 * Adds the file as the product's next version. A file that the product had before keeps its version number. Call this
 * with the product locked: the new number is one more than the highest number, which is read first.
 */
export async function insertVersion(
  trx: Trx,
  version: { productId: number; uploadId: string; addedBy: string; addedAt: Date },
): Promise<void> {
  const last = await trx
    .selectFrom('product_file_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('product_id', '=', version.productId)
    .executeTakeFirst();
  await trx
    .insertInto('product_file_versions')
    .values({
      product_id: version.productId,
      upload_id: version.uploadId,
      number: (last?.number ?? 0) + 1,
      added_by: version.addedBy,
      added_at: version.addedAt,
    })
    .onConflict((conflict) => conflict.column('upload_id').doNothing())
    .execute();
}

export type VersionRow = Awaited<ReturnType<typeof findVersions>>[number];

function selectVersions(db: Db | Trx) {
  return db
    .selectFrom('product_file_versions as version')
    .innerJoin('uploads', 'uploads.id', 'version.upload_id')
    .innerJoin('products', 'products.id', 'version.product_id')
    .leftJoin('users', 'users.id', 'version.added_by')
    .select([
      'version.id',
      'version.product_id',
      'version.upload_id',
      'version.number',
      'version.added_at',
      'uploads.filename',
      'uploads.size_bytes',
      'uploads.content_type',
      'uploads.storage_key',
      'uploads.status as upload_status',
      'products.title',
      'products.type',
      'products.product_number',
      'users.first_name',
      'users.last_name',
    ])
    .select((eb) => eb('products.file_upload_id', '=', eb.ref('version.upload_id')).as('is_current'));
}

/** Newest first. */
export async function findVersions(db: Db | Trx, productId: number) {
  return selectVersions(db)
    .where('version.product_id', '=', productId)
    .orderBy('version.number', 'desc')
    .execute();
}

export async function findVersion(
  db: Db | Trx,
  productId: number,
  id: string,
): Promise<VersionRow | undefined> {
  return selectVersions(db)
    .where('version.product_id', '=', productId)
    .where('version.id', '=', id)
    .executeTakeFirst();
}

/** The uploads of every file that a product has had. */
export async function findFileIds(trx: Trx, productId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('product_file_versions')
    .select('upload_id')
    .where('product_id', '=', productId)
    .execute();
  return rows.map(({ upload_id }) => upload_id);
}
