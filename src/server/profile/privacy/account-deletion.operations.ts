import { dayMs } from '../../../shared/durations.ts';
import { retention } from '../../../shared/profile/retention.ts';
import { lockActiveAdmins } from '../../access/active-admins.ts';
import type { Actor, RequestMetadata } from '../../actor.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import { provePassword } from '../../auth/recent-authentication.operations.ts';
import { releaseQuestionsOf } from '../../coaching/coaches.operations.ts';
import { postponeAnswersTo } from '../../coaching/late-questions.operations.ts';
import { eraseClipsOf } from '../../coaching/voice-clips.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notSignedIn } from '../../errors.ts';
import { releaseAllCases } from '../../kyc/queue.operations.ts';
import {
  anonymizeApplications,
  eraseDocumentsOf,
  requestErasedDocuments,
} from '../../kyc/retention.operations.ts';
import { updateWaitingNotification } from '../../kyc/waiting-notification.operations.ts';
import { eraseContactEmails } from '../../messages/contact/contact.operations.ts';
import { queueEmail, type RecipientWithTimeZone } from '../../messages/email/email.operations.ts';
import {
  accountDeletedEmail,
  deletionRequestedEmail,
  deletionUndoneEmail,
} from '../../messages/email/templates/privacy.ts';
import { notifyOfStoppedRenewal } from '../../payments/checkout/stop-renewals.operations.ts';
import { queueCustomerErasure } from '../../payments/stripe/customer-erasure.operations.ts';
import { limitAddress } from '../../platform/attempt-limits.ts';
import { createToken, hashToken } from '../../platform/crypto/secret-token.ts';
import { isAbleToLogIn } from '../../platform/db/can-log-in.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { sweepStampedFiles } from '../../shop/stamping.operations.ts';
import { removeErased } from '../../uploads/sweep.operations.ts';
import { removeEndedExports, sweepExports } from './data-export.operations.ts';
import { registeredTables } from './personal-data-register.ts';
import {
  anonymizeAccount,
  clearPersonalColumns,
  endExportsOf,
  erasePersonalRows,
  eraseRateLimits,
  findDueDeletions,
  insertDeletion,
  lockAccount,
  lockAccountToErase,
  markDone,
  markUndone,
  setDeletionDue,
} from './privacy.queries.ts';

/** The maximum number of accounts that one run of the job erases. */
const maxPerRun = 50;

/**
 * Requests the deletion of the caller's account. Logs the user out everywhere, erases the identity documents
 * immediately, and starts the waiting period, in which the link in the email can cancel the deletion.
 * @throws DomainError conflict for the last admin, not_signed_in, and the errors of `provePassword`
 */
export async function requestDeletion(
  deps: Deps,
  actor: Actor,
  password: string,
  metadata: RequestMetadata,
): Promise<{ dueAt: string }> {
  const { role } = await provePassword(deps, actor, password);
  const dueAt = await inTransaction(deps.db, async (trx) => {
    await releaseQuestionsOf(deps, trx, actor.userId);
    // Uses the account's role: the session of an admin who lacks a required second factor has no admin rights.
    const admins = role === 'admin' ? await lockActiveAdmins(trx, actor.userId) : [];
    const account = await lockAccount(trx, actor.userId);
    if (!account || account.deletionDueAt !== null) throw notSignedIn();
    if (account.role === 'admin' && !admins.some((id) => id !== account.id)) {
      throw new DomainError(
        'conflict',
        'You are the only admin. Make another user an admin before you delete your account.',
      );
    }
    return scheduleDeletion(deps, trx, account, { actorId: account.id, metadata });
  });
  await completeRequest(deps, actor.userId);
  return { dueAt: dueAt.toISOString() };
}

/** Who requested or canceled a deletion: the owner of the account, or an admin. */
type RequestedBy = { actorId: string; metadata: RequestMetadata };

/**
 * Starts the waiting period of an account that the transaction has locked: ends its sessions and data exports, marks
 * its identity documents as erased, releases the KYC cases that its user claimed, and queues the end of its
 * renewals. Call `releaseQuestionsOf` before the account is locked, and `completeRequest` after the transaction.
 * @returns the time from which the account may be erased
 */
export async function scheduleDeletion(
  deps: Deps,
  trx: Trx,
  account: RecipientWithTimeZone,
  { actorId, metadata }: RequestedBy,
): Promise<Date> {
  const now = deps.now();
  const dueAt = new Date(now.getTime() + retention.undoDays * dayMs);
  const token = createToken();
  const deletionId = await insertDeletion(trx, {
    userId: account.id,
    requestedAt: now,
    dueAt,
    undoTokenHash: hashToken(token),
  });
  await setDeletionDue(trx, account.id, dueAt);
  for (const table of ['sessions', 'account_tokens'] as const) {
    await erasePersonalRows(trx, table, { column: 'user_id' }, { id: account.id, verifiedEmail: null });
  }
  await eraseDocumentsOf(trx, account.id, now);
  // An export contains copies of the documents.
  await endExportsOf(trx, account.id, now);
  await releaseAllCases(trx, account.id);
  await deps.jobs.enqueue(trx, 'stop-renewals', { userId: account.id });
  const url = `${deps.appUrl()}/undo-deletion?token=${token}`;
  const text = actorId === account.id ? 'deletion_requested' : 'deletion_by_academy';
  await queueEmail(deps, trx, deletionRequestedEmail(account, text, deletionId, dueAt, url));
  await recordAudit(trx, {
    actorId,
    action: 'user.deletion_requested',
    subjectType: 'user',
    subjectId: account.id,
    metadata,
    details: { dueAt: dueAt.toISOString() },
  });
  await recordEvent(trx, 'account_deletion_requested', { userId: account.id, properties: {}, at: now });
  await updateWaitingNotification(deps, trx);
  return dueAt;
}

/**
 * Logs that the deletion was requested, because a backup that is restored later may be older than the request. Removes
 * the files of the user's erased documents and ended exports; the next runs of the jobs `sweep-uploads` and
 * `sweep-exports` retry files that could not be removed.
 */
export async function completeRequest(deps: Deps, userId: string): Promise<void> {
  deps.log.info({ event: 'deletion_requested', userId }, 'the deletion of an account was requested');
  const { failed } = await removeErased(deps, userId);
  if (failed > 0)
    deps.log.warn({ failed }, 'some files of erased documents were not removed; the next sweep will retry');
  await removeEndedExports(deps, userId).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the files of ended exports were not removed; the next sweep will retry');
  });
}

/**
 * Cancels a deletion that is not due yet, with the token from the email. Does not log the user in.
 * @returns `canLogIn`: false if the account is suspended
 * @throws DomainError gone for an unknown token and a deletion that is canceled, due or done; too_many_attempts
 */
export async function undoDeletion(
  deps: Deps,
  token: string,
  metadata: RequestMetadata,
): Promise<{ canLogIn: boolean }> {
  await deps.attemptLimits.count('accountLinkPerAddress', limitAddress(metadata.ip));
  const { userId, outcome } = await inTransaction(deps.db, async (trx) => {
    const undone = await markUndone(trx, { undoTokenHash: hashToken(token) }, deps.now());
    const account = undone && (await lockAccount(trx, undone.userId));
    if (!account) throw new DomainError('gone', 'This link is no longer valid.');
    const outcome = await completeUndo(deps, trx, account, undone, { actorId: account.id, metadata });
    return { userId: account.id, outcome };
  });
  logUndone(deps, userId);
  return outcome;
}

/**
 * Logs that the deletion was canceled, because a backup that is restored later may be older than the cancellation. Call
 * this after the commit.
 */
export function logUndone({ log }: Pick<Deps, 'log'>, userId: string): void {
  log.info({ event: 'deletion_undone', userId }, 'the deletion of an account was canceled');
}

/**
 * Cancels the deletion of an account that the transaction has locked, for an admin. Call `logUndone` afterwards.
 * @throws DomainError conflict if the account has no deletion, or if the deletion is due
 */
export async function withdrawDeletion(
  deps: Deps,
  trx: Trx,
  account: RecipientWithTimeZone,
  by: RequestedBy,
): Promise<void> {
  const undone = await markUndone(trx, { userId: account.id }, deps.now());
  if (!undone) throw new DomainError('conflict', 'This account has no deletion that can still be canceled.');
  await completeUndo(deps, trx, account, undone, by);
}

async function completeUndo(
  deps: Deps,
  trx: Trx,
  account: RecipientWithTimeZone,
  { id: deletionId, requestedAt }: { id: string; requestedAt: string },
  { actorId, metadata }: RequestedBy,
): Promise<{ canLogIn: boolean }> {
  await setDeletionDue(trx, account.id, null);
  await requestErasedDocuments(trx, account.id, deps.now());
  const canLogIn = await isAbleToLogIn(trx, account.id);
  // Of a suspended account, the end of the suspension postpones the answers.
  if (canLogIn) await postponeAnswersTo(deps, trx, account.id, requestedAt);
  await queueEmail(deps, trx, deletionUndoneEmail(account, deletionId, `${deps.appUrl()}/auth`));
  await notifyOfStoppedRenewal(deps, trx, account, deletionId);
  await recordAudit(trx, {
    actorId,
    action: 'user.deletion_undone',
    subjectType: 'user',
    subjectId: account.id,
    metadata,
  });
  await updateWaitingNotification(deps, trx);
  return { canLogIn };
}

/**
 * The `finish-deletions` job: erases accounts whose waiting period has ended, except for the data that the register of
 * personal data (`register/`) retains. Each account has its own transaction, so that a failure does not affect other
 * accounts; the next run retries the failed ones.
 * @returns the number of accounts deleted
 */
export async function finishDeletions(deps: Deps): Promise<number> {
  let done = 0;
  for (const id of await findDueDeletions(deps.db, deps.now(), maxPerRun)) {
    try {
      if (await finishDeletion(deps, id)) done += 1;
    } catch (error) {
      deps.log.error({ err: error, deletionId: id }, 'an account could not be deleted');
    }
  }
  if (done > 0) {
    const { failed } = await removeErased(deps);
    const { removed } = await sweepExports(deps);
    const stampedFiles = await sweepStampedFiles(deps);
    deps.log.info({ accounts: done, exports: removed, stampedFiles, failed }, 'accounts deleted');
  }
  return done;
}

async function finishDeletion(deps: Deps, deletionId: string): Promise<boolean> {
  const now = deps.now();
  return inTransaction(deps.db, async (trx) => {
    const deletion = await markDone(trx, deletionId, now);
    const account = deletion && (await lockAccountToErase(trx, deletion.user_id));
    if (!account) return false;
    // Includes documents that were being uploaded when the deletion was requested.
    await eraseDocumentsOf(trx, account.id, now);
    await anonymizeApplications(trx, account.id, now);
    await eraseClipsOf(trx, account.id, now);
    const toErase = {
      id: account.id,
      verifiedEmail: account.emailVerifiedAt === null ? null : account.email,
    };
    await eraseContactEmails(trx, toErase);
    await queueCustomerErasure(deps, trx, account.id);
    for (const [table, { owner, onDeletion }] of registeredTables) {
      if (onDeletion.rows === 'erased') await erasePersonalRows(trx, table, owner, toErase);
      else await clearPersonalColumns(trx, table, owner, onDeletion.cleared, account.id);
    }
    await deps.jobs.enqueue(trx, 'stop-renewals', { userId: account.id });
    await eraseRateLimits(trx, account);
    await anonymizeAccount(trx, account.id, now);
    await queueEmail(deps, trx, accountDeletedEmail(account, deletionId));
    await recordAudit(trx, {
      actorId: null,
      action: 'user.deleted',
      subjectType: 'user',
      subjectId: account.id,
      details: { requestedAt: deletion.requested_at },
    });
    return true;
  });
}
