import { partSize } from '../../shared/shop/multipart.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';
import { createLimiter } from '../platform/limiter.ts';
import { FileRejected } from '../platform/storage/file-rejected.ts';
import type { SentPart } from '../platform/storage/multipart.ts';
import { StorageError } from '../platform/storage/storage.ts';
import { securedKey } from '../platform/storage/upload-objects.ts';
import type { MultipartRow } from './multipart.queries.ts';
import { discard, finishSecuring, isSecured, uploadGone } from './upload-inspection.operations.ts';
import { inspectVideo } from './video-inspection.operations.ts';

/** One video at a time: joining is limited by the disk. */
const joining = createLimiter(1);
/**
 * The running calls of `assemble` by upload id, so that concurrent calls on this server join the parts only once. Calls
 * on other servers are harmless, because the store completes an upload only once.
 */
const inProgress = new Map<string, Promise<UploadRow>>();
/** How long an error that is not a `DomainError` is returned to further calls, in milliseconds. */
const failureCacheMs = 60_000;

/**
 * Joins the parts of a video, inspects the file and sets the upload's status to `secured`. Further calls get the same
 * result while this runs, and for `failureCacheMs` after an error that is not a `DomainError`; their `sent` is ignored.
 * @throws DomainError invalid_input, unreadable_document, gone; StorageError
 */
export function assembleVideo(
  deps: Deps,
  upload: MultipartRow,
  sent: readonly SentPart[],
): Promise<UploadRow> {
  const known = inProgress.get(upload.id);
  if (known) return known;
  const work = joining.run(() => assemble(deps, upload, sent));
  inProgress.set(upload.id, work);
  work.then(
    () => inProgress.delete(upload.id),
    (error: unknown) => {
      deps.log.info({ err: error, uploadId: upload.id }, 'a multipart upload was not completed');
      // After a `DomainError`, the client may correct its input and retry immediately.
      if (error instanceof DomainError) inProgress.delete(upload.id);
      else setTimeout(() => inProgress.delete(upload.id), failureCacheMs).unref();
    },
  );
  return work;
}

async function assemble(deps: Deps, upload: MultipartRow, sent: readonly SentPart[]): Promise<UploadRow> {
  if (isSecured(upload)) return upload;
  if (upload.status === 'erased') throw uploadGone();
  const storeUpload = storeUploadOf(upload);
  const { key } = storeUpload;
  const stored = await deps.storage.multipart.listParts(storeUpload);
  if (stored) {
    assertComplete(upload, sent, stored);
    await deps.storage.multipart.complete(storeUpload, sent);
  }
  // If the store has no parts, a previous run joined them and was then interrupted, or the upload was aborted.
  const info = await deps.storage.head(key);
  if (!info) throw uploadGone();
  if (info.sizeBytes !== upload.declared_size || info.sizeBytes > upload.max_bytes) {
    await discard(deps, upload, upload.store_id);
    throw new StorageError('damaged', 'The joined video does not have the declared size.');
  }
  try {
    const contentType = await inspectVideo(deps, key);
    return await finishSecuring(
      deps,
      upload,
      { storageKey: key, contentType, sizeBytes: info.sizeBytes, imageHash: null },
      upload.store_id,
    );
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    await discard(deps, upload, upload.store_id);
    throw new DomainError('unreadable_document', error.message, { cause: error });
  }
}

export function storeUploadOf(upload: MultipartRow) {
  return { key: securedKey(upload), id: upload.store_id };
}

export function sizeOfPart(upload: MultipartRow, number: number): number | undefined {
  const plan = { partBytes: upload.part_bytes, partCount: upload.part_count };
  return partSize(plan, upload.declared_size ?? 0, number);
}

/**
 * Checks that `sent` lists every part in order, with its etag from the store, and that each part has the right size.
 */
function assertComplete(
  upload: MultipartRow,
  sent: readonly SentPart[],
  stored: readonly (SentPart & { sizeBytes: number })[],
): void {
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  const isComplete =
    sent.length === upload.part_count &&
    sent.every(({ number, etag }, index) => {
      const part = byNumber.get(number);
      return number === index + 1 && part?.etag === etag && part.sizeBytes === sizeOfPart(upload, number);
    });
  if (isComplete) return;
  throw new DomainError('invalid_input', 'Some parts of this file are missing, please send them again', {
    fields: { parts: 'Every part in order, with the ETag from its response' },
  });
}
