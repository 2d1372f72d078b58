import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';
import { createLimiter } from '../platform/limiter.ts';
import { inspectDocument } from '../platform/storage/document-content.ts';
import { DocumentRejected, type RejectionReason } from '../platform/storage/document-rejected.ts';
import { inspectPdf } from '../platform/storage/pdf-content.ts';
import { type ObjectInfo, StorageError } from '../platform/storage/storage.ts';
import { inspectSubtitles } from '../platform/storage/subtitles-content.ts';
import { quarantineKey, removeObjects, securedKey } from '../platform/storage/upload-objects.ts';
import { keepDetails, tryStamp } from './stamp-check.operations.ts';
import { findUpload, markRejected, markRemoved, markSecured } from './uploads.queries.ts';
import { inspectVideo } from './video-inspection.operations.ts';

/** Two files in memory at a time: an upload of 50 MB is read completely to be inspected. */
const inspecting = createLimiter(2);
/** Some seconds of work; more is rejected instead of queued. */
const maxUnderWay = 40;
let underWay = 0;

/**
 * Inspects an upload and moves it from quarantine to its final place. Idempotent, also under races: the first call
 * secures it, the others find it secured.
 * @returns the row, secured or already claimed
 * @throws DomainError invalid_input when nothing was sent yet, too_large, unreadable_document, gone, busy;
 * StorageError
 */
export async function secureUpload(deps: Deps, upload: UploadRow): Promise<UploadRow> {
  if (isSecured(upload)) return upload;
  if (upload.status === 'erased') throw uploadGone();
  if (underWay >= maxUnderWay) {
    throw new DomainError('busy', 'Many files are being checked right now, please try again in a moment', {
      retryAfterSeconds: 5,
    });
  }
  underWay += 1;
  try {
    return await inspecting.run(() => secureIssued(deps, upload));
  } finally {
    underWay -= 1;
  }
}

async function secureIssued(deps: Deps, upload: UploadRow): Promise<UploadRow> {
  if (upload.purpose === 'session_video') return secureVideo(deps, upload);
  const bytes = await readQuarantined(deps, upload);
  if (!bytes) return securedMeanwhile(deps, upload.id);
  const file = await refusing(deps, upload, () => inspected(upload, bytes));

  const storageKey = securedKey(upload);
  const written = await deps.storage.write(storageKey, file.bytes, { contentType: file.contentType });
  if (upload.purpose === 'product') {
    await tryStamp(deps, upload, file.bytes);
    await keepDetails(deps, upload, file.bytes);
  }
  return keepSecured(deps, upload, {
    storageKey,
    contentType: file.contentType,
    sizeBytes: written.sizeBytes,
    imageHash: imageHash(deps, upload, bytes),
  });
}

/** A video is never held in memory: its beginning identifies it, and the rest is streamed. */
async function secureVideo(deps: Deps, upload: UploadRow): Promise<UploadRow> {
  const file = await deps.storage.read(quarantineKey(upload.id));
  if (!file) return securedMeanwhile(deps, upload.id);
  try {
    if (file.info.sizeBytes > upload.max_bytes) throw await tooLarge(deps, upload);
    const contentType = await refusing(deps, upload, () => inspectVideo(deps, quarantineKey(upload.id)));
    const storageKey = securedKey(upload);
    const { sizeBytes } = await deps.storage.write(storageKey, file.body, { contentType });
    return await keepSecured(deps, upload, { storageKey, contentType, sizeBytes, imageHash: null });
  } finally {
    file.body.destroy();
  }
}

/**
 * Marks the upload as secured, once, and removes temporary objects.
 * @param storeId of an upload in parts
 * @throws DomainError gone when it was erased during the inspection
 */
export async function keepSecured(
  deps: Deps,
  upload: UploadRow,
  file: Parameters<typeof markSecured>[2],
  storeId: string | null = null,
): Promise<UploadRow> {
  const won = await markSecured(deps.db, upload.id, file, deps.now());
  const after = await findUpload(deps.db, upload.id);
  if (!after || !isSecured(after)) {
    // The file must not outlive its row.
    await removeObjects(deps.storage, upload, storeId);
    throw uploadGone();
  }
  if (won) {
    deps.metrics.uploaded(upload.purpose, file.sizeBytes);
    await deps.storage.remove(quarantineKey(upload.id));
  }
  return after;
}

/**
 * Identifies the same file on two accounts by its bytes as sent, because the stored file is re-encoded. Keyed, so
 * that the database reveals to nobody whether a picture they have is among these.
 */
function imageHash(deps: Deps, upload: UploadRow, bytes: Buffer): string | null {
  if (upload.purpose !== 'registration' && upload.purpose !== 'kyc') return null;
  return deps.sealing.keyedHash('uploads.image_hash', createHash('sha256').update(bytes).digest('hex'));
}

/** The quarantined bytes, read once; undefined when there are none. */
async function readQuarantined(deps: Deps, upload: UploadRow): Promise<Buffer | undefined> {
  const file = await deps.storage.read(quarantineKey(upload.id));
  if (!file) return undefined;
  if (file.info.sizeBytes > upload.max_bytes) {
    // S3 cannot bound an upload of unknown length by its address.
    file.body.destroy();
    throw await tooLarge(deps, upload);
  }
  return readWhole(file.body, file.info);
}

async function readWhole(body: AsyncIterable<unknown>, info: ObjectInfo): Promise<Buffer> {
  const bytes = Buffer.alloc(info.sizeBytes);
  let length = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A stored object must give bytes.');
    bytes.set(chunk.subarray(0, bytes.length - length), length);
    length += chunk.length;
  }
  if (length !== info.sizeBytes) throw new StorageError('damaged', 'An object has not the size it states.');
  return bytes;
}

async function tooLarge(deps: Deps, upload: UploadRow): Promise<DomainError> {
  await discard(deps, upload);
  return new DomainError('too_large', `This file is larger than ${upload.max_bytes / 1024 ** 2} MB`);
}

async function inspected(upload: UploadRow, bytes: Buffer): Promise<{ bytes: Buffer; contentType: string }> {
  if (upload.purpose === 'captions') {
    inspectSubtitles(bytes);
    return { bytes, contentType: 'text/vtt' };
  }
  if (upload.purpose !== 'product') return await inspectDocument(bytes);
  try {
    const facts = await inspectPdf(bytes);
    if (facts.isEncrypted) throw new DocumentRejected('protected');
    if (facts.activeContent.length > 0) throw new DocumentRejected('unsafe');
  } catch (error) {
    throw error instanceof DocumentRejected ? asProductFile(error) : error;
  }
  return { bytes, contentType: 'application/pdf' };
}

/** A product's file must be a PDF; a picture is rejected. */
function asProductFile(rejected: DocumentRejected): DocumentRejected {
  const reasons: Partial<Record<RejectionReason, RejectionReason>> = {
    unsupported_type: 'not_a_pdf',
    unreadable: 'pdf_unreadable',
    unsafe: 'pdf_unsafe',
    protected: 'pdf_protected',
  };
  return new DocumentRejected(reasons[rejected.reason] ?? rejected.reason, { cause: rejected });
}

/** Runs an inspection; what it rejects is removed. @throws DomainError unreadable_document */
async function refusing<T>(deps: Deps, upload: UploadRow, inspect: () => Promise<T>): Promise<T> {
  try {
    return await inspect();
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    deps.log.info({ uploadId: upload.id, reason: error.reason }, 'an uploaded file was rejected');
    await discard(deps, upload);
    throw new DomainError('unreadable_document', error.message, { cause: error });
  }
}

/** The row first: when the removal fails or is cut off, the sweep finds it by the row. */
export async function discard(deps: Deps, upload: UploadRow, storeId: string | null = null): Promise<void> {
  if (!(await markRejected(deps.db, upload.id, deps.now()))) return;
  await removeObjects(deps.storage, upload, storeId);
  await markRemoved(deps.db, upload.id);
}

/** The quarantine is empty: either nothing was sent, or another request has just secured the file. */
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
