import type { ProductInput } from '../../shared/shop/products.ts';
import type { AdminActor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../platform/db/database.ts';
import type { ProductRow } from '../platform/db/tables/shop-tables.ts';
import {
  claimProductFile,
  claimSessionFile,
  prepareProductFile,
  prepareSessionFile,
} from '../uploads/product-files.operations.ts';
import { parseUploadReference } from '../uploads/upload-reference.ts';
import { eraseClaimedUploads } from '../uploads/uploads.sweep.ts';

type FileColumn = 'file_upload_id' | 'video_upload_id' | 'captions_upload_id';
type KnownFiles = Pick<ProductRow, FileColumn>;

/** The new upload of each file that changes, null for a removed one; unchanged files are left out. */
export type ChangedFiles = { [Column in FileColumn]?: string | null };

const references = {
  file_upload_id: 'filePath',
  video_upload_id: 'videoPath',
  captions_upload_id: 'captionsPath',
} as const satisfies Record<FileColumn, keyof ProductInput>;
const columns = Object.keys(references) as FileColumn[];

/**
 * Makes what the form names ready to be claimed. File work: call it before the transaction.
 * @throws DomainError as `prepareProductFile`; StorageError
 */
export async function prepareFiles(
  deps: Deps,
  actor: AdminActor,
  input: ProductInput,
  known?: KnownFiles,
): Promise<ChangedFiles> {
  const changed: ChangedFiles = {};
  for (const column of columns) {
    const reference = input[references[column]];
    if (reference === undefined) continue;
    if (!reference) changed[column] = null;
    else if (!(await namesUpload(deps, reference, known?.[column] ?? null))) {
      changed[column] = await prepareFile(deps, actor, column, reference);
    }
  }
  return changed;
}

function prepareFile(deps: Deps, actor: AdminActor, column: FileColumn, reference: string): Promise<string> {
  if (column === 'file_upload_id') return prepareProductFile(deps, actor, reference);
  return prepareSessionFile(
    deps,
    actor,
    reference,
    column === 'video_upload_id' ? 'session_video' : 'captions',
  );
}

/** Makes the files part of the product that `trx` saves. @throws DomainError conflict when one is part of another */
export async function claimFiles(
  trx: Trx,
  actor: AdminActor,
  changed: ChangedFiles,
  now: Date,
): Promise<void> {
  for (const column of columns) {
    const id = changed[column];
    if (!id) continue;
    if (column === 'file_upload_id') await claimProductFile(trx, actor, id, now);
    else await claimSessionFile(trx, actor, id, now);
  }
}

/**
 * Releases replaced videos and subtitles: nobody downloaded them, and they are large. A PDF stays with its upload's
 * row, because earlier buyers received it.
 */
export async function eraseReplaced(
  trx: Trx,
  before: KnownFiles,
  changed: ChangedFiles,
  now: Date,
): Promise<void> {
  const replaced = (['video_upload_id', 'captions_upload_id'] as const).flatMap((column) => {
    const id = before[column];
    return id !== null && changed[column] !== undefined && changed[column] !== id ? [id] : [];
  });
  await eraseClaimedUploads(trx, replaced, now);
}

/** True when the reference means this upload, in whichever form: a save that is sent twice changes no file. */
async function namesUpload(deps: Deps, reference: string, uploadId: string | null): Promise<boolean> {
  return uploadId !== null && (await parseUploadReference(deps.storage, reference)) === uploadId;
}
