import type { StampProblem } from '../../shared/shop/stamping.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../platform/db/database.ts';
import type { UploadRow } from '../platform/db/tables/file-tables.ts';
import { NotStampable } from '../platform/storage/not-stampable.ts';
import { findUpload, insertPdfDetails, setStampProblem } from './uploads.queries.ts';

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

/** Counts the pages of a new PDF and renders one as a preview for the product page. */
export async function storePdfDetails(
  deps: Deps,
  upload: Pick<UploadRow, 'id'>,
  bytes: Uint8Array,
): Promise<void> {
  const details = await deps.pdfStamper.describe(bytes);
  if (details) await insertPdfDetails(deps.db, upload.id, details);
}

/** Why this file cannot be stamped; null if no problem is known. */
export async function findStampProblem(
  deps: Pick<Deps, 'db'>,
  uploadId: string,
): Promise<StampProblem | null> {
  return (await findUpload(deps.db, uploadId))?.stamp_problem ?? null;
}

/** Stores a problem that was detected on delivery. */
export async function noteStampProblem(trx: Trx, uploadId: string, problem: StampProblem): Promise<void> {
  await setStampProblem(trx, uploadId, problem);
}
