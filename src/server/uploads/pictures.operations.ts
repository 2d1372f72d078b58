import type { Readable } from 'node:stream';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import type { ObjectInfo } from '../platform/storage/storage.ts';
import { isSecured } from './upload-inspection.operations.ts';
import { ownerOf } from './upload-owner.ts';
import { isUploadId } from './upload-reference.ts';
import { claimSecured, findClaimedPictures, findUpload } from './uploads.queries.ts';

/**
 * Opens a picture of the shop for anyone who knows its id, even if no product uses the picture yet, because the editor
 * shows it before the product is saved. The caller must read `body` to its end or destroy it.
 * @throws DomainError not_found; StorageError
 */
export async function openPicture(deps: Deps, idText: string): Promise<{ info: ObjectInfo; body: Readable }> {
  const upload = isUploadId(idText) ? await findUpload(deps.db, idText) : undefined;
  if (upload?.purpose !== 'picture' || !isSecured(upload)) throw notFound('Picture');
  const file = await deps.storage.read(upload.storage_key);
  if (!file) {
    deps.log.error({ uploadId: upload.id }, 'a picture is missing from the store');
    throw notFound('Picture');
  }
  return {
    info: { ...file.info, contentType: upload.content_type ?? file.info.contentType },
    body: file.body,
  };
}

/**
 * Claims the pictures with these ids, if the admin uploaded them and they are not claimed yet.
 * @returns the ids of the pictures that are claimed now, including pictures that were claimed before
 */
export async function claimPictures(
  trx: Trx,
  actor: AdminActor,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  if (ids.length === 0) return [];
  await claimSecured(trx, ids, ownerOf({ actor, ticket: null }), ['picture'], actor.userId, now);
  return findClaimedPictures(trx, ids);
}
