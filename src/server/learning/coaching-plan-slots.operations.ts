import type { z } from 'zod';
import {
  coachingPlanCount,
  coachingPlanDefaults,
  coachingPlanPlaceholder,
} from '../../shared/learning/coaching-plan-cards.ts';
import type {
  CoachingPlanSlot,
  CoachingPlanSlotInput,
  clearCoachingPlanFileInput,
} from '../../shared/shop/coaching-pdfs.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { savedAfter } from '../platform/db/saved-after.ts';
import { claimOwnFile } from '../uploads/own-upload.operations.ts';
import { prepareProductFile } from '../uploads/product-files.operations.ts';
import { objectPathOf, parseUploadReference, shownFilename } from '../uploads/upload-reference.ts';
import {
  type CoachingPdfRow,
  clearFile,
  findCoachingPdf,
  findCoachingPdfs,
  lockSlot,
  saveCoachingPdf,
} from './coaching-pdfs.queries.ts';

/** All slots in order, including those that no admin has saved yet. */
export async function listCoachingPlanSlots(deps: Deps, _actor: AdminActor): Promise<CoachingPlanSlot[]> {
  const rows = await findCoachingPdfs(deps.db);
  return Array.from({ length: coachingPlanCount }, (_, index) => {
    const row = rows.find(({ pdf_number }) => pdf_number === index + 1);
    return row ? presentSlot(row) : emptySlot(index + 1);
  });
}

function presentSlot(row: CoachingPdfRow): CoachingPlanSlot {
  return {
    pdfNumber: row.pdf_number,
    title: row.title,
    description: row.description,
    difficulty: row.difficulty,
    requiredPlan: row.required_plan,
    isStored: true,
    filePath: row.file_id === null ? null : objectPathOf(row.file_id),
    fileName: shownFilename(row.file_id, row.file_name),
    fileSizeBytes: row.file_size,
    stampProblem: row.stamp_problem,
    updatedAt: row.updated_at,
  };
}

async function readSlot(trx: Trx, pdfNumber: number): Promise<CoachingPlanSlot> {
  const row = await findCoachingPdf(trx, pdfNumber);
  if (!row) throw notFound('Coaching plan');
  return presentSlot(row);
}

function emptySlot(pdfNumber: number): CoachingPlanSlot {
  return {
    pdfNumber,
    title: coachingPlanPlaceholder(pdfNumber, 'free').title,
    description: '',
    ...coachingPlanDefaults(pdfNumber),
    isStored: false,
    filePath: null,
    fileName: null,
    fileSizeBytes: null,
    stampProblem: null,
    updatedAt: null,
  };
}

/**
 * Fills a slot or changes its content. A replaced file stays stored, because users have received it.
 * @throws DomainError conflict if the slot was saved since `editedFrom`; invalid_input, not_found, unreadable_document
 * or conflict for the file; step_up_required to change the required plan; StorageError
 */
export async function saveCoachingPlanSlot(
  deps: Deps,
  actor: AdminActor,
  input: CoachingPlanSlotInput,
  metadata: RequestMetadata,
): Promise<CoachingPlanSlot> {
  const known = await findCoachingPdf(deps.db, input.pdfNumber);
  const isNewFile = input.filePath !== undefined && !(await namesFile(deps, input.filePath, known));
  const uploadId = isNewFile && input.filePath ? await prepareProductFile(deps, actor, input.filePath) : null;
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    await lockSlot(trx, input.pdfNumber);
    if (uploadId) await claimOwnFile(trx, actor, uploadId, now, 'product');
    const before = await findCoachingPdf(trx, input.pdfNumber);
    rejectOverwriting(before, input.editedFrom, 'Your changes are not saved yet.');
    const requiredBefore = before?.required_plan ?? coachingPlanDefaults(input.pdfNumber).requiredPlan;
    if (input.requiredPlan !== requiredBefore) requireRecentAuthentication(deps, actor);
    await saveCoachingPdf(trx, {
      pdf_number: input.pdfNumber,
      title: input.title,
      description: input.description,
      difficulty: input.difficulty,
      required_plan: input.requiredPlan,
      file_upload_id: uploadId ?? before?.file_upload_id ?? null,
      updated_at: before ? savedAfter(before, now) : now,
    });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: before ? 'coaching_pdf.updated' : 'coaching_pdf.created',
      subjectType: 'coaching_pdf',
      subjectId: String(input.pdfNumber),
      metadata,
      details: {
        title: input.title,
        requiredPlan: { from: before?.required_plan ?? null, to: input.requiredPlan },
        ...(uploadId && { file: { from: before?.file_upload_id ?? null, to: uploadId } }),
      },
    });
    return readSlot(trx, input.pdfNumber);
  });
}

function rejectOverwriting(
  before: CoachingPdfRow | undefined,
  editedFrom: string | null | undefined,
  outcome: string,
): void {
  if (editedFrom === undefined) return;
  const timeOf = (at: string | null) => (at === null ? null : Date.parse(at));
  if (timeOf(before?.updated_at ?? null) === timeOf(editedFrom)) return;
  throw new DomainError(
    'conflict',
    `This coaching plan was changed while you were editing it, in another tab or by another admin. ${outcome}`,
  );
}

/** Whether the reference identifies the slot's current file, which a save then keeps. */
async function namesFile(deps: Deps, reference: string, row: CoachingPdfRow | undefined): Promise<boolean> {
  if (!row?.file_upload_id) return false;
  return (await parseUploadReference(deps.storage, reference)) === row.file_upload_id;
}

/**
 * Removes the file from a slot; users then see "Coming soon". Idempotent.
 * @throws DomainError not_found; conflict if the slot was saved since `editedFrom` and has a file
 */
export async function clearCoachingPlanFile(
  deps: Deps,
  actor: AdminActor,
  { pdfNumber, editedFrom }: z.infer<typeof clearCoachingPlanFileInput>,
  metadata: RequestMetadata,
): Promise<CoachingPlanSlot> {
  return inTransaction(deps.db, async (trx) => {
    await lockSlot(trx, pdfNumber);
    const before = await findCoachingPdf(trx, pdfNumber);
    if (!before) throw notFound('Coaching plan');
    if (before.file_upload_id !== null) {
      rejectOverwriting(before, editedFrom, 'Its file was not removed.');
      await clearFile(trx, pdfNumber, savedAfter(before, deps.now()));
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'coaching_pdf.file_removed',
        subjectType: 'coaching_pdf',
        subjectId: String(pdfNumber),
        metadata,
        details: { file: { from: before.file_upload_id, to: null } },
      });
    }
    return readSlot(trx, pdfNumber);
  });
}
