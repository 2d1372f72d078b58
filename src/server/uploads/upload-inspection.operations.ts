import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';
import { createLimiter } from '../platform/limiter.ts';
import { inspectClip } from '../platform/storage/audio-content.ts';
import { inspectCaptions } from '../platform/storage/captions-content.ts';
import { inspectDocument } from '../platform/storage/document-content.ts';
import { FileRejected, type RejectionReason } from '../platform/storage/file-rejected.ts';
import { inspectPdf } from '../platform/storage/pdf-content.ts';
import { inspectPicture } from '../platform/storage/picture-content.ts';
import { type ObjectInfo, StorageError } from '../platform/storage/storage.ts';
import { quarantineKey, removeObjects, securedKey } from '../platform/storage/upload-objects.ts';
import { storePdfDetails, tryStamp } from './pdf-facts.operations.ts';
import { isIdentityPurpose } from './upload-policy.ts';
import { findUpload, markErased, markRemoved, markSecured } from './uploads.queries.ts';
import { inspectVideo } from './video-inspection.operations.ts';

/** At most two inspections run at a time, because all files except videos are read into memory (up to 50 MB). */
const inspecting = createLimiter(2);
/** Maximum number of inspections that run or wait; more are rejected. */
const maxInProgress = 40;
let inProgress = 0;

/**
 * Inspects an upload and moves it from quarantine to its final place. Idempotent: one of several concurrent calls
 * secures the upload, and the others return the secured row.
 * @returns the row, secured or already claimed
 * @throws DomainError invalid_input if nothing was uploaded, too_large, unreadable_document, gone, busy; StorageError
 */
export async function secureUpload(deps: Deps, upload: UploadRow): Promise<UploadRow> {
  if (isSecured(upload)) return upload;
  if (upload.status === 'erased') throw uploadGone();
  if (inProgress >= maxInProgress) {
    throw new DomainError('busy', 'Many files are being checked right now, please try again in a moment', {
      retryAfterSeconds: 5,
    });
  }
  inProgress += 1;
  try {
    return await inspecting.run(() => secureIssued(deps, upload));
  } finally {
    inProgress -= 1;
  }
}

async function secureIssued(deps: Deps, upload: UploadRow): Promise<UploadRow> {
  if (upload.purpose === 'session_video') return secureVideo(deps, upload);
  const bytes = await readQuarantined(deps, upload);
  if (!bytes || !(await isStillIssued(deps, upload))) return securedMeanwhile(deps, upload.id);
  const file = await discardIfRejected(deps, upload, () => inspected(upload, bytes));
  // An image can grow when it is encoded again, and Stripe limits the size of evidence.
  if (upload.purpose === 'dispute_evidence' && file.bytes.length > upload.max_bytes) {
    throw await tooLarge(deps, upload);
  }

  const storageKey = securedKey(upload);
  const written = await deps.storage.write(storageKey, file.bytes, { contentType: file.contentType });
  if (upload.purpose === 'product') {
    await tryStamp(deps, upload, file.bytes);
    await storePdfDetails(deps, upload, file.bytes);
  }
  return finishSecuring(deps, upload, {
    storageKey,
    contentType: file.contentType,
    sizeBytes: written.sizeBytes,
    imageHash: imageHash(deps, upload, bytes),
  });
}

/** Never holds the whole video in memory: the inspection reads only its first bytes, and the copy is streamed. */
async function secureVideo(deps: Deps, upload: UploadRow): Promise<UploadRow> {
  const file = await deps.storage.read(quarantineKey(upload.id));
  if (!file) return securedMeanwhile(deps, upload.id);
  try {
    if (!(await isStillIssued(deps, upload))) return await securedMeanwhile(deps, upload.id);
    if (file.info.sizeBytes > upload.max_bytes) throw await tooLarge(deps, upload);
    const contentType = await discardIfRejected(deps, upload, () =>
      inspectVideo(deps, quarantineKey(upload.id)),
    );
    const storageKey = securedKey(upload);
    const { sizeBytes } = await deps.storage.write(storageKey, file.body, { contentType });
    return await finishSecuring(deps, upload, { storageKey, contentType, sizeBytes, imageHash: null });
  } finally {
    file.body.destroy();
  }
}

/**
 * Marks the upload as secured, and removes its object in quarantine. If the upload was marked before, changes nothing.
 * @param storeId - the store's id of a multipart upload
 * @throws DomainError gone if the upload was erased during the inspection
 */
export async function finishSecuring(
  deps: Deps,
  upload: UploadRow,
  file: Parameters<typeof markSecured>[2],
  storeId: string | null = null,
): Promise<UploadRow> {
  const isFirst = await markSecured(deps.db, upload.id, file, deps.now());
  const after = await findUpload(deps.db, upload.id);
  if (!after || !isSecured(after)) {
    // The row was erased, so the file must be removed too.
    await removeObjects(deps.storage, upload, storeId);
    throw uploadGone();
  }
  if (isFirst) {
    deps.metrics.uploaded(upload.purpose, file.sizeBytes);
    await deps.storage.remove(quarantineKey(upload.id));
  }
  return after;
}

/**
 * A keyed hash that detects the same file on two accounts. It covers the bytes as sent, because the stored file is
 * re-encoded. Without the key, nobody can use the database to test whether a known image was uploaded.
 */
function imageHash(deps: Deps, upload: UploadRow, bytes: Buffer): string | null {
  if (!isIdentityPurpose(upload.purpose)) return null;
  return deps.sealing.keyedHash('uploads.image_hash', createHash('sha256').update(bytes).digest('hex'));
}

/** The quarantined bytes; undefined if there are none. */
async function readQuarantined(deps: Deps, upload: UploadRow): Promise<Buffer | undefined> {
  const file = await deps.storage.read(quarantineKey(upload.id));
  if (!file) return undefined;
  if (file.info.sizeBytes > upload.max_bytes) {
    // A signed S3 URL cannot limit an upload of unknown length.
    file.body.destroy();
    throw await tooLarge(deps, upload);
  }
  return readWhole(file.body, file.info);
}

export async function readWhole(body: AsyncIterable<unknown>, info: ObjectInfo): Promise<Buffer> {
  const bytes = Buffer.alloc(info.sizeBytes);
  let length = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A stored object must yield bytes.');
    bytes.set(chunk.subarray(0, bytes.length - length), length);
    length += chunk.length;
  }
  if (length !== info.sizeBytes) throw new StorageError('damaged', 'An object is not its declared size.');
  return bytes;
}

async function tooLarge(deps: Deps, upload: UploadRow): Promise<DomainError> {
  await discard(deps, upload);
  return new DomainError('too_large', `This file is larger than ${upload.max_bytes / 1024 ** 2} MB`);
}

async function inspected(upload: UploadRow, bytes: Buffer): Promise<{ bytes: Buffer; contentType: string }> {
  if (upload.purpose === 'captions') {
    inspectCaptions(bytes);
    return { bytes, contentType: 'text/vtt' };
  }
  if (upload.purpose === 'answer_voice') return { bytes, contentType: inspectClip(bytes).contentType };
  if (upload.purpose === 'picture') return await inspectPicture(bytes);
  if (upload.purpose !== 'product') return await inspectDocument(bytes);
  try {
    const facts = await inspectPdf(bytes);
    if (facts.isEncrypted) throw new FileRejected('protected');
    if (facts.activeContent.length > 0) throw new FileRejected('unsafe');
  } catch (error) {
    throw error instanceof FileRejected ? asProductFile(error) : error;
  }
  return { bytes, contentType: 'application/pdf' };
}

/** Maps the rejection of a document to that of a product file, which must be a PDF. */
function asProductFile(rejected: FileRejected): FileRejected {
  const reasons: Partial<Record<RejectionReason, RejectionReason>> = {
    unsupported_type: 'not_a_pdf',
    unreadable: 'pdf_unreadable',
    unsafe: 'pdf_unsafe',
    protected: 'pdf_protected',
  };
  return new FileRejected(reasons[rejected.reason] ?? rejected.reason, { cause: rejected });
}

/** Runs an inspection and discards the upload if it is rejected. @throws DomainError unreadable_document */
async function discardIfRejected<T>(deps: Deps, upload: UploadRow, inspect: () => Promise<T>): Promise<T> {
  try {
    return await inspect();
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    deps.log.info({ uploadId: upload.id, reason: error.reason }, 'an uploaded file was rejected');
    await discard(deps, upload);
    throw new DomainError('unreadable_document', error.message, { cause: error });
  }
}

/**
 * Erases an upload in one of the states `from`, by default one that was not secured. Marks the row first: if the
 * removal fails, the job `sweep-uploads` retries.
 */
export async function discard(
  deps: Deps,
  upload: UploadRow,
  storeId: string | null = null,
  from: readonly UploadRow['status'][] = ['issued'],
): Promise<void> {
  if (!(await markErased(deps.db, upload.id, from, deps.now()))) return;
  await removeObjects(deps.storage, upload, storeId);
  await markRemoved(deps.db, upload.id);
}

/**
 * Call it after opening the file in quarantine. False if another request has finished the upload: with a signed URL
 * that is still valid, another file may have been sent since, and it must not replace the inspected one.
 */
async function isStillIssued({ db }: Deps, { id }: UploadRow): Promise<boolean> {
  return (await findUpload(db, id))?.status === 'issued';
}

/** Nothing is left to inspect: either nothing was uploaded, or another request has just finished the upload. */
async function securedMeanwhile(deps: Deps, id: string): Promise<UploadRow> {
  const row = await findUpload(deps.db, id);
  if (row && isSecured(row)) return row;
  if (row?.status === 'erased') throw uploadGone();
  throw new DomainError('invalid_input', 'Please upload the file first');
}

export function isSecured(upload: UploadRow): boolean {
  return upload.status === 'secured' || upload.status === 'claimed';
}

export function uploadGone(): DomainError {
  return new DomainError('gone', 'This upload is no longer available, please upload the file again');
}
