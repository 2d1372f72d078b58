import type { Readable } from 'node:stream';
import { canAccess } from '../../shared/access-rules.ts';
import { productSlug } from '../../shared/product-slug.ts';
import { productIdSchema } from '../../shared/products.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound, notSignedIn } from '../errors.ts';
import type { ByteRange, ObjectInfo } from '../storage/storage.ts';
import { productFacts } from './shop.present.ts';
import { findProductFile } from './shop.queries.ts';

/**
 * A product's file for GET /api/products/{id}/download (D-38). The caller reads `body` to its end or destroys it.
 * @param idText as it stands in the address
 * @throws DomainError not_signed_in; not_found for unknown ids, for hidden products of which the reader has none, and
 *   without a file; forbidden when it has to be bought first; StorageError
 */
export async function openProductFile(
  deps: Deps,
  actor: Actor | null,
  idText: string,
  range?: ByteRange,
): Promise<{ info: ObjectInfo; body: Readable; filename: string }> {
  if (!actor) throw notSignedIn();
  const id = productIdSchema.safeParse(idText);
  const row = id.success ? await findProductFile(deps.db, id.data, actor.userId) : undefined;
  if (!row) throw notFound('Product');
  const facts = productFacts(row);
  if (!canAccess(actor, facts)) {
    if (!facts.isOnOffer) throw notFound('Product');
    throw new DomainError('forbidden', 'Please buy this product before you download it');
  }
  if (row.storage_key === null || row.upload_status === 'erased') throw fileMissing();
  const file = await deps.storage.read(row.storage_key, range);
  if (!file) {
    deps.log.error({ productId: row.id, uploadId: row.file_upload_id }, 'the file of a product is gone');
    throw fileMissing();
  }
  const filename = `${productSlug({ title: row.title, type: row.type, productNumber: row.product_number })}.pdf`;
  return { ...file, filename };
}

function fileMissing(): DomainError {
  return new DomainError('not_found', 'This product has no file yet');
}
