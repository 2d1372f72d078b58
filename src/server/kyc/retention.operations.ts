import { dayMs } from '../../shared/durations.ts';
import { openKycStatuses } from '../../shared/enums.ts';
import { limits } from '../../shared/limits.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { eraseClaimedUploads, erasePersonalUploads, removeErased } from '../uploads/sweep.operations.ts';
import { findApplicationsOf } from './applications.queries.ts';
import { openNumbers } from './document-numbers.ts';
import { updatePersonStatus } from './kyc.operations.ts';
import { findCurrentApplication, insertEvent } from './kyc.queries.ts';
import {
  insertTombstones,
  markDocumentsErased,
  markDocumentsOfUserErased,
  requestItems,
} from './retention.queries.ts';

const batch = 100;

/**
 * The `erase-documents` job: erases the files and numbers of identity documents, if their application was decided or
 * superseded more than `retentionDays` ago. The application, its dates, its reviewer and the last characters of the
 * numbers remain. Marks the rows before it removes the files; the hourly job `sweep-uploads` retries files that the
 * store failed to delete.
 * @returns the number of applications whose documents were erased
 */
export async function eraseDecidedDocuments(deps: Deps, retentionDays: number): Promise<number> {
  const now = deps.now();
  const decidedBefore = new Date(now.getTime() - retentionDays * dayMs);
  let erased = 0;
  for (;;) {
    const count = await inTransaction(deps.db, (trx) => eraseBatch(trx, decidedBefore, now));
    erased += count;
    if (count < batch) break;
  }
  if (erased > 0) {
    const { removed, failed } = await removeErased(deps);
    deps.log.info(
      { applications: erased, removed, failed },
      'identity documents erased after their retention period',
    );
  }
  return erased;
}

async function eraseBatch(trx: Trx, decidedBefore: Date, now: Date): Promise<number> {
  const applications = await markDocumentsErased(trx, decidedBefore, now, batch);
  await eraseClaimedUploads(
    trx,
    applications.flatMap((row) => [row.document_upload1, row.document_upload2]),
    now,
  );
  for (const { id, user_id: userId } of applications) {
    await recordAudit(trx, {
      actorId: null,
      action: 'kyc.documents_erased',
      subjectType: 'kyc_application',
      subjectId: id,
      details: { userId },
    });
  }
  return applications.length;
}

/**
 * Erases a user's documents and numbers, regardless of the decision, in the transaction that deletes the account. The
 * caller then removes the files with `removeErased`.
 */
export async function eraseDocumentsOf(trx: Trx, userId: string, now: Date): Promise<void> {
  await markDocumentsOfUserErased(trx, userId, now);
  await erasePersonalUploads(trx, userId, now);
}

/**
 * Asks for both sides of the document again if they were erased before the application was decided, in the transaction
 * that cancels the deletion of the account: nobody can review the application without them. The user's row must be
 * locked. An open appeal stays as it is, because the admin decides whether to ask for documents.
 */
export async function requestErasedDocuments(trx: Trx, userId: string, now: Date): Promise<void> {
  const application = await findCurrentApplication(trx, userId);
  if (!application || application.documents_erased_at === null || !application.can_resubmit) return;
  const { id, status, requested_items: items } = application;
  // This item asks for both sides, too.
  if (!openKycStatuses.includes(status) || items.includes('other_document')) return;
  await requestItems(trx, id, [...new Set([...items, 'front_side', 'back_side'] as const)], now);
  await updatePersonStatus(trx, userId, now);
  await insertEvent(trx, {
    application_id: id,
    actor_id: null,
    from_status: status,
    to_status: 'requires_review',
    kind: 'decision',
    created_at: now,
  });
}

/**
 * Before an account is erased, stores a record of each of its applications, in the same transaction: the application's
 * status, and when and by whom it was decided. The record identifies the applicant only by the id of the anonymized
 * account.
 */
export async function anonymizeApplications(trx: Trx, userId: string, now: Date): Promise<void> {
  await insertTombstones(trx, userId, now);
}

/** A user's applications with decrypted document numbers, for the data export. Returns only the given columns. */
export async function findApplicationsWithNumbers(
  deps: Pick<Deps, 'db' | 'sealing' | 'log'>,
  userId: string,
  columns: readonly string[],
): Promise<Record<string, unknown>[]> {
  const rows = await findApplicationsOf(deps.db, userId, limits.listCap);
  return rows.map((row) => {
    const [document_number1, document_number2] = openNumbers(deps, row);
    const opened: Record<string, unknown> = { ...row, document_number1, document_number2 };
    return Object.fromEntries(columns.map((column) => [column, opened[column]]));
  });
}
