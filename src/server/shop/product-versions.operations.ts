import type { Readable } from 'node:stream';
import { z } from 'zod';
import { productSlug } from '../../shared/shop/product-slug.ts';
import {
  type ProductFileVersion,
  productIdSchema,
  type RestoreFileInput,
} from '../../shared/shop/products.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { savedAfter } from '../platform/db/saved-after.ts';
import type { ObjectInfo } from '../platform/storage/storage.ts';
import { lockLiveProduct, updateProductRow } from './product-editing.queries.ts';
import { findVersion, findVersions, type VersionRow } from './product-versions.queries.ts';
import { presentVersion } from './shop.present.ts';

/** Every file that a product has had, newest first. */
export async function listProductFiles(
  deps: Deps,
  _actor: AdminActor,
  productId: number,
): Promise<ProductFileVersion[]> {
  return (await findVersions(deps.db, productId)).map(presentVersion);
}

/**
 * Makes an earlier file the current one. Idempotent.
 * @throws DomainError not_found; gone if the file has been erased; conflict if `seenCurrentId` is no longer current
 */
export async function restoreProductFile(
  deps: Deps,
  actor: AdminActor,
  input: RestoreFileInput,
  metadata: RequestMetadata,
): Promise<ProductFileVersion[]> {
  return inTransaction(deps.db, async (trx) => {
    const product = await lockLiveProduct(trx, input.id);
    const version = product && (await findVersion(trx, input.id, input.versionId));
    if (!version) throw notFound('This version');
    if (version.upload_status !== 'claimed') throw fileErased();
    if (!version.is_current) {
      const { seenCurrentId } = input;
      if (seenCurrentId !== undefined && !(await findVersion(trx, input.id, seenCurrentId))?.is_current) {
        throw new DomainError(
          'conflict',
          'Another version became current in the meantime. Look at the versions again.',
        );
      }
      await updateProductRow(trx, input.id, {
        file_upload_id: version.upload_id,
        updated_at: savedAfter(product, deps.now()),
      });
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'product.file_restored',
        subjectType: 'product',
        subjectId: String(input.id),
        metadata,
        details: { from: product.file_upload_id, to: version.upload_id },
      });
    }
    return (await findVersions(trx, input.id)).map(presentVersion);
  });
}

const idsInUrl = z.object({ productId: productIdSchema, versionId: z.uuid() });

/**
 * Opens one version's file for an admin. The caller must read `body` to its end or destroy it.
 * @param ids - as in the URL
 * @throws DomainError not_found, gone; StorageError
 */
export async function openProductFile(
  deps: Deps,
  actor: AdminActor,
  ids: { productId: string; versionId: string },
  metadata: RequestMetadata,
): Promise<{ info: ObjectInfo; body: Readable; filename: string }> {
  const parsed = idsInUrl.safeParse(ids);
  const version =
    parsed.success && (await findVersion(deps.db, parsed.data.productId, parsed.data.versionId));
  if (!version) throw notFound('This version');
  const { content_type: contentType } = version;
  // A database constraint ensures that a claimed file has a type.
  if (version.upload_status !== 'claimed' || contentType === null) throw fileErased();
  const file = await deps.storage.read(version.storage_key);
  if (!file) {
    deps.log.error(
      { uploadId: version.upload_id },
      'a version of a product’s file is missing from the store',
    );
    throw fileErased();
  }
  try {
    await recordAudit(deps.db, {
      actorId: actor.userId,
      action: 'product.file_downloaded',
      subjectType: 'product',
      subjectId: String(version.product_id),
      metadata,
      details: { to: version.upload_id },
    });
  } catch (error) {
    file.body.destroy();
    throw error;
  }
  return { info: { ...file.info, contentType }, body: file.body, filename: filenameOf(version) };
}

function filenameOf({ title, type, product_number: productNumber, number }: VersionRow): string {
  return `${productSlug({ title, type, productNumber })}-version-${number}.pdf`;
}

function fileErased(): DomainError {
  return new DomainError('gone', 'The file of this version is no longer stored');
}
