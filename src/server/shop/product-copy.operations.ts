import type { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import type { AdminProduct, duplicateProductInput } from '../../shared/shop/products.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { auditAndPresent, lockCreated, withFreeNumber } from './product-editing.operations.ts';
import { findFreeProductNumber, insertProduct, lockLiveProduct } from './product-editing.queries.ts';
import { findPictures, insertPictures } from './product-pictures.queries.ts';

/**
 * Makes a hidden copy of a product under the next free number, with its fields and the pictures in its texts. The PDF,
 * the uploaded video, its captions and the cover picture stay with the original, because each belongs to one product.
 * A repeated call with the same key returns the first copy.
 * @throws DomainError not_found
 */
export async function duplicateProduct(
  deps: Deps,
  actor: AdminActor,
  { id, key }: z.infer<typeof duplicateProductInput>,
  metadata: RequestMetadata,
): Promise<AdminProduct> {
  return withFreeNumber(deps, async (trx) => {
    const created = await lockCreated(trx, key);
    if (created) return created;
    const original = await lockLiveProduct(trx, id);
    if (!original) throw notFound('Product');
    const { id: _id, is_ready: _ready, ...columns } = original;
    const now = deps.now();
    const copyId = await insertProduct(trx, {
      ...columns,
      product_number: await findFreeProductNumber(trx, original.type, original.product_number, undefined),
      title: copyTitle(original.title),
      is_active: false,
      file_upload_id: null,
      video_upload_id: null,
      captions_upload_id: null,
      cover_upload_id: null,
      cover_alt: null,
      creation_key: key ?? null,
      created_at: now,
      updated_at: now,
    });
    await insertPictures(trx, copyId, await findPictures(trx, id));
    return auditAndPresent(trx, actor, metadata, 'product.duplicated', copyId, {
      from: id,
      title: original.title,
    });
  });
}

const ending = ' (copy)';

function copyTitle(title: string): string {
  const start = title.slice(0, limits.textMaxLength - ending.length);
  // The cut may split an emoji.
  return start.replace(/[\uD800-\uDBFF]$/, '') + ending;
}
