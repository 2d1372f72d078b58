import { limits } from '../../shared/limits.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { eraseClaimedUploads, erasePersonalUploads, removeErased } from '../uploads/uploads.sweep.ts';
import { findApplicationsOf } from './applications.queries.ts';
import { openNumbers } from './document-numbers.ts';
import { insertTombstones, markDocumentsErased, markDocumentsOfUserErased } from './retention.queries.ts';

const day = 24 * 60 * 60 * 1000;
const batch = 100;

/**
 * The `erase-documents` job: erases pictures and numbers of applications whose final decision is older than
 * `retentionDays`. The application, its dates, its reviewer and the last characters of the numbers stay. The rows are
 * marked first and the files removed after; what the store rejects is retried by the hourly sweep.
 * @returns of how many applications the documents were erased
 */
export async function eraseDecidedDocuments(deps: Deps, retentionDays: number): Promise<number> {
  const now = deps.now();
  const decidedBefore = new Date(now.getTime() - retentionDays * day);
  let erased = 0;
  for (;;) {
    const count = await inTransaction(deps.db, (trx) => eraseBatch(trx, decidedBefore, now));
    erased += count;
    if (count < batch) break;
  }
  if (erased > 0) {
    const { removed, failed } = await removeErased(deps);
    deps.log.info({ applications: erased, removed, failed }, 'identity documents erased after their time');
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
 * Pictures and numbers of one person go at once, whatever the decision, in the transaction of the deletion;
 * `removeErased` then removes the files.
 */
export async function eraseDocumentsOf(trx: Trx, userId: string, now: Date): Promise<void> {
  await markDocumentsOfUserErased(trx, userId, now);
  await erasePersonalUploads(trx, userId, now);
}

/**
 * Anonymises an account's applications before it is erased, in the same transaction. What remains says that there was
 * an application, how and when it was decided and by whom; no column identifies the applicant.
 */
export async function anonymiseApplications(trx: Trx, userId: string, now: Date): Promise<void> {
  await insertTombstones(trx, userId, now);
}

/** A user's own applications with their numbers as typed, for the export of their data; these columns only. */
export async function openTypedNumbers(
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
