import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { StampProblem } from '../../shared/shop/stamping.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';
import { createLimiter } from '../platform/limiter.ts';
import { NotStampable } from '../platform/storage/not-stampable.ts';
import {
  findFirstPage,
  findPageCount,
  findUpload,
  insertPdfDetails,
  setStampProblem,
} from './uploads.queries.ts';

/**
 * Tests whether a new PDF can be stamped with a buyer's name, and stores the problem if not, so that the admin sees it
 * before the first purchase.
 */
export async function tryStamp(deps: Deps, upload: Pick<UploadRow, 'id'>, bytes: Uint8Array): Promise<void> {
  try {
    await deps.pdfStamper.stamp(bytes, 'A buyer');
  } catch (error) {
    if (!(error instanceof NotStampable)) throw error;
    deps.log.info({ uploadId: upload.id, problem: error.problem }, 'a PDF cannot be stamped');
    await setStampProblem(deps.db, upload.id, error.problem);
  }
}

/** Stores the details of a new PDF, such as its page count and its preview; nothing if pdf.js cannot read the PDF. */
export async function storePdfDetails(
  deps: Deps,
  upload: Pick<UploadRow, 'id'>,
  bytes: Uint8Array,
): Promise<void> {
  const details = await deps.pdfStamper.describe(bytes);
  if (details) await insertPdfDetails(deps.db, upload.id, details);
}

/** How many pages a PDF has; undefined if they were not counted. */
export function pageCountOf(deps: Pick<Deps, 'db'>, uploadId: string): Promise<number | undefined> {
  return findPageCount(deps.db, uploadId);
}

/**
 * Checks that a PDF has this page. Accepts every page if the pages of the PDF were not counted.
 * @throws DomainError invalid_input, with the field `page`
 */
export async function requirePage(deps: Pick<Deps, 'db'>, uploadId: string, page: number): Promise<void> {
  const pages = await pageCountOf(deps, uploadId);
  if (pages === undefined || page <= pages) return;
  throw invalidField('page', `The last page of this PDF is page ${pages}`);
}

type StoredPdf = { uploadId: string; storageKey: string };

/** Concurrent requests for the same file share one rendering. */
const rendering = new Map<string, Promise<Buffer | undefined>>();
/** Renderings wait before they read their file into memory, because the rendering process takes one file at a time. */
const renderingTurns = createLimiter(1);
/** Files that are missing, too large or unreadable. They are not rendered again for each request. */
const unreadable = new LRUCache<string, true>({ max: 1_000 });

/**
 * The first page of a PDF as a WebP image, rendered once per file.
 * @returns undefined if it cannot be rendered
 * @throws StorageError; Error if the process that renders it cannot be started
 */
export async function firstPageOf(deps: Deps, pdf: StoredPdf): Promise<Buffer | undefined> {
  const known = await findFirstPage(deps.db, pdf.uploadId);
  // An empty image records that the page cannot be rendered.
  if (known) return known.length > 0 ? known : undefined;
  if (unreadable.has(pdf.uploadId)) return undefined;
  const pending =
    rendering.get(pdf.uploadId) ??
    renderingTurns.run(() => renderFirstPage(deps, pdf)).finally(() => rendering.delete(pdf.uploadId));
  rendering.set(pdf.uploadId, pending);
  return pending;
}

async function renderFirstPage(deps: Deps, pdf: StoredPdf): Promise<Buffer | undefined> {
  const stored = await deps.storage.read(pdf.storageKey);
  const details = stored && (await deps.pdfStamper.describe(await buffer(stored.body)));
  if (!details) {
    unreadable.set(pdf.uploadId, true);
    return undefined;
  }
  await insertPdfDetails(deps.db, pdf.uploadId, details);
  return details.firstPage ? Buffer.from(details.firstPage) : undefined;
}

/** Why this file cannot be stamped; null if no problem is known. */
export async function findStampProblem(
  deps: Pick<Deps, 'db'>,
  uploadId: string,
): Promise<StampProblem | null> {
  return (await findUpload(deps.db, uploadId))?.stamp_problem ?? null;
}

/** Stores a problem that was detected only when a copy was stamped for a buyer. */
export async function noteStampProblem(trx: Trx, uploadId: string, problem: StampProblem): Promise<void> {
  await setStampProblem(trx, uploadId, problem);
}
