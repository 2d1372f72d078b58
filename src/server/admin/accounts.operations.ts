import { randomUUID } from 'node:crypto';
import type { AddNoteInput, SetRoleInput, UserNote } from '../../shared/admin/admin-users.ts';
import { requireStillAdmin } from '../access/active-admins.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { noteReason, storeNote } from '../audit/user-notes.operations.ts';
import { endEverySession } from '../auth/signed-in-devices.operations.ts';
import { releaseQuestionsOf } from '../coaching/coaches.operations.ts';
import { postponeAnswersTo } from '../coaching/late-questions.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { releaseAllCases } from '../kyc/queue.operations.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { deleteNote, findNotes, lockAccount, updateAccount } from './user-page.queries.ts';
import { presentNote } from './users.present.ts';

/**
 * Locks the database rows of the account and of all admins who can log in.
 * @throws DomainError forbidden if the caller is no longer an admin; not_found
 */
export async function lockAccountAsAdmin(trx: Trx, admin: AdminActor, id: string): Promise<UserRow> {
  await requireStillAdmin(trx, admin, id);
  const account = await lockAccount(trx, id);
  if (!account) throw notFound('User');
  return account;
}

/**
 * Like `lockAccountAsAdmin`, but rejects the caller's own account. If two admins demote each other, the second call is
 * rejected, because its caller is no longer an admin. So at least one admin remains.
 * @throws DomainError not_found, conflict for the caller's own account, forbidden
 */
export async function lockOtherAccountAsAdmin(
  trx: Trx,
  admin: AdminActor,
  id: string,
  ownAccountMessage: string,
): Promise<UserRow> {
  const account = await lockAccountAsAdmin(trx, admin, id);
  // Compares the stored id, because the given id may be in capital letters.
  if (account.id === admin.userId) throw new DomainError('conflict', ownAccountMessage);
  return account;
}

/**
 * The error if the change was made already, by another admin or by an earlier request whose response was lost.
 * Returning as if the request had succeeded could lose the reason that the admin typed.
 */
function alreadyDone(state: string): DomainError {
  return new DomainError('conflict', `${state} See the notes for the reason.`);
}

/**
 * Makes a user an admin or a student. Ends all their sessions, so that no open page retains the previous role.
 * @throws DomainError not_found; forbidden if the caller is no longer an admin; conflict for the admin's own account,
 * for a user who has the role already, and for making an admin of an account that cannot log in
 */
export async function setRole(
  deps: Deps,
  admin: AdminActor,
  { id, role, reason }: SetRoleInput,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const account = await lockOtherAccountAsAdmin(
      trx,
      admin,
      id,
      'You cannot change your own role. Another admin can do it.',
    );
    if (account.role === role) {
      throw alreadyDone(role === 'admin' ? 'This user is an admin already.' : 'This user is not an admin.');
    }
    if (role === 'admin' && (account.suspended_at !== null || account.deletion_due_at !== null)) {
      throw new DomainError('conflict', 'This account cannot log in, so it cannot be made an admin.');
    }
    await updateAccount(trx, id, { role }, deps.now());
    if (role !== 'admin') await releaseAllCases(trx, id);
    await endEverySession(trx, id);
    await noteReason(deps, trx, admin, id, role === 'admin' ? 'Made an admin' : 'Admin role removed', reason);
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.role_changed',
      subjectType: 'user',
      subjectId: account.id,
      metadata,
      details: { before: account.role, after: role },
    });
  });
}

export type ReasonedChange = { id: string; reason: string };

/**
 * Suspends an account: all its sessions end and it cannot log in until the suspension is lifted.
 * @throws DomainError step_up_required for an admin's account; not_found; forbidden if the caller is no longer an
 * admin; conflict for the admin's own account, and for an account that is suspended already
 */
export async function suspendUser(
  deps: Deps,
  admin: AdminActor,
  { id, reason }: ReasonedChange,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await releaseQuestionsOf(deps, trx, id);
    const account = await lockOtherAccountAsAdmin(trx, admin, id, 'You cannot suspend your own account.');
    if (account.role === 'admin') requireRecentAuthentication(deps, admin);
    if (account.suspended_at !== null) throw alreadyDone('This account is suspended already.');
    const now = deps.now();
    await updateAccount(trx, id, { suspended_at: now }, now);
    await releaseAllCases(trx, id);
    await endEverySession(trx, id);
    await noteReason(deps, trx, admin, id, 'Suspended', reason);
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.suspended',
      subjectType: 'user',
      subjectId: account.id,
      metadata,
      details: { before: 'active', after: 'suspended' },
    });
  });
}

/**
 * Lifts a suspension.
 * @throws DomainError step_up_required for an admin's account; not_found; forbidden if the caller is no longer an
 * admin; conflict for the admin's own account, and for an account that is not suspended
 */
export async function unsuspendUser(
  deps: Deps,
  admin: AdminActor,
  { id, reason }: ReasonedChange,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const account = await lockOtherAccountAsAdmin(trx, admin, id, 'Your own account is not suspended.');
    if (account.role === 'admin') requireRecentAuthentication(deps, admin);
    if (account.suspended_at === null) throw alreadyDone('This account is not suspended.');
    await updateAccount(trx, id, { suspended_at: null }, deps.now());
    // Canceling a scheduled deletion postpones the answers instead, because the student cannot log in before that.
    if (account.deletion_due_at === null) await postponeAnswersTo(deps, trx, id, account.suspended_at);
    await noteReason(deps, trx, admin, id, 'Suspension ended', reason);
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.unsuspended',
      subjectType: 'user',
      subjectId: account.id,
      metadata,
      details: { before: 'suspended', after: 'active' },
    });
  });
}

/**
 * Adds a note about a user. Only admins see it in the academy; it is part of the user's data export. A repeated call
 * with the same `noteId` adds nothing.
 * @returns the user's notes
 * @throws DomainError not_found; conflict for the id of another note
 */
export async function addNote(
  deps: Deps,
  admin: AdminActor,
  { id, noteId = randomUUID(), text }: AddNoteInput,
  metadata: RequestMetadata,
): Promise<UserNote[]> {
  return inTransaction(deps.db, async (trx) => {
    if (!(await lockAccount(trx, id))) throw notFound('User');
    const note = { id: noteId, userId: id, authorId: admin.userId, text, now: deps.now() };
    if (await storeNote(trx, note)) {
      await recordAudit(trx, {
        actorId: admin.userId,
        action: 'user.note_added',
        subjectType: 'user',
        subjectId: id,
        metadata,
        details: { noteId },
      });
    }
    return (await findNotes(trx, id)).map(presentNote);
  });
}

/** Deletes a note. @returns the user's remaining notes. @throws DomainError not_found */
export async function removeNote(
  deps: Deps,
  admin: AdminActor,
  noteId: string,
  metadata: RequestMetadata,
): Promise<UserNote[]> {
  return inTransaction(deps.db, async (trx) => {
    const userId = await deleteNote(trx, noteId);
    if (userId === undefined) throw notFound('Note');
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.note_deleted',
      subjectType: 'user',
      subjectId: userId,
      metadata,
      details: { noteId },
    });
    return (await findNotes(trx, userId)).map(presentNote);
  });
}
