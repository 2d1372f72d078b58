import type { Trx } from '../platform/db/database.ts';

export async function findPictures(trx: Trx, productId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('product_pictures')
    .select('upload_id')
    .where('product_id', '=', productId)
    .execute();
  return rows.map(({ upload_id }) => upload_id);
}

export async function insertPictures(trx: Trx, productId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .insertInto('product_pictures')
    .values(ids.map((id) => ({ product_id: productId, upload_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deletePictures(trx: Trx, productId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('product_pictures')
    .where('product_id', '=', productId)
    .where('upload_id', 'in', ids)
    .execute();
}

/**
 * Filters the ids of pictures: returns those that no product shows in its texts or as its cover. Locks the pictures, so
 * that no other product begins to show one of them until the transaction ends.
 */
export async function lockUnusedPictures(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  await trx.selectFrom('uploads').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const rows = await trx
    .selectFrom('uploads')
    .select('id')
    .where('id', 'in', ids)
    .where(
      'id',
      'not in',
      trx.selectFrom('product_pictures').select('upload_id').where('upload_id', 'in', ids),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(selectFrom('products').select('products.id').whereRef('cover_upload_id', '=', 'uploads.id')),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
