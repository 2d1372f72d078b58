import type { UploadPurpose } from '../../shared/limits.ts';
import type { ProductInput } from '../../shared/shop/products.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../platform/db/database.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';
import { claimOwnFile } from '../uploads/own-upload.operations.ts';
import { prepareProductFile, productFiles } from '../uploads/product-files.operations.ts';
import { eraseClaimedUploads } from '../uploads/sweep.operations.ts';
import { parseUploadReference } from '../uploads/upload-reference.ts';
import { lockUnusedPictures } from './product-pictures.queries.ts';

type FileColumn = 'file_upload_id' | 'video_upload_id' | 'captions_upload_id' | 'cover_upload_id';
type KnownFiles = Pick<ProductRow, FileColumn>;

/**
 * The new upload by column, or null where the form clears the file. Omits files that the form leaves out or does not
 * change.
 */
export type ChangedFiles = { [Column in FileColumn]?: string | null };

const purposes = {
  file_upload_id: 'product',
  video_upload_id: 'session_video',
  captions_upload_id: 'captions',
  cover_upload_id: 'picture',
} as const satisfies Record<FileColumn, UploadPurpose>;
const columns = Object.keys(purposes) as FileColumn[];

/**
 * Inspects the new files that the form refers to and stores them permanently, so that they can be claimed. Does file
 * I/O: call it before the transaction.
 * @throws DomainError as `prepareProductFile`; StorageError
 */
export async function prepareFiles(
  deps: Deps,
  actor: AdminActor,
  input: Pick<ProductInput, 'filePath' | 'videoPath' | 'captionsPath' | 'coverPath'>,
  known?: KnownFiles,
): Promise<ChangedFiles> {
  const changed: ChangedFiles = {};
  for (const column of columns) {
    const reference = input[productFiles[purposes[column]].field];
    if (reference === undefined) continue;
    if (!reference) changed[column] = null;
    else if (!(await namesUpload(deps, reference, known?.[column] ?? null))) {
      changed[column] = await prepareProductFile(deps, actor, reference, purposes[column]);
    }
  }
  return changed;
}

/** Claims the files for the product that `trx` saves. @throws DomainError conflict if one cannot be claimed */
export async function claimFiles(
  trx: Trx,
  actor: AdminActor,
  changed: ChangedFiles,
  now: Date,
): Promise<void> {
  for (const column of columns) {
    const id = changed[column];
    if (id) await claimOwnFile(trx, actor, id, now, purposes[column]);
  }
}

/**
 * Erases replaced videos and captions, and replaced covers that no product shows. Replaced PDFs stay, because buyers
 * may have received them. Call it after the product and its pictures were saved, or the product was deleted.
 */
export async function eraseReplaced(
  trx: Trx,
  before: KnownFiles,
  changed: ChangedFiles,
  now: Date,
): Promise<void> {
  const replaced = (column: FileColumn) => {
    const id = before[column];
    return id !== null && changed[column] !== undefined && changed[column] !== id ? [id] : [];
  };
  const covers = await lockUnusedPictures(trx, replaced('cover_upload_id'));
  const others = [...replaced('video_upload_id'), ...replaced('captions_upload_id')];
  await eraseClaimedUploads(trx, [...covers, ...others], now);
}

/** Whether a reference, in any form that `parseUploadReference` reads, identifies this upload. */
async function namesUpload(deps: Deps, reference: string, uploadId: string | null): Promise<boolean> {
  return uploadId !== null && (await parseUploadReference(deps.storage, reference)) === uploadId;
}
