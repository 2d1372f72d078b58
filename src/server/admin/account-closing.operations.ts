import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { noteReason } from '../audit/user-notes.operations.ts';
import { releaseQuestionsOf } from '../coaching/coaches.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import {
  completeRequest,
  logUndone,
  scheduleDeletion,
  withdrawDeletion,
} from '../profile/privacy/account-deletion.operations.ts';
import { lockOtherAccountAsAdmin, type ReasonedChange } from './accounts.operations.ts';

const recipient = ({ id, email, first_name: firstName, time_zone: timeZone }: UserRow) => ({
  id,
  email,
  firstName,
  timeZone,
});

/**
 * Schedules the deletion of a user's account, as if the user had asked for the deletion. Until it is due, an admin can
 * withdraw it, and so can the user, with the link in the email.
 * @throws DomainError step_up_required; not_found; forbidden if the caller is no longer an admin; conflict for the
 * admin's own account and for an account that is scheduled for deletion already
 */
export async function deleteUser(
  deps: Deps,
  admin: AdminActor,
  { id, reason }: ReasonedChange,
  metadata: RequestMetadata,
): Promise<{ dueAt: string }> {
  requireRecentAuthentication(deps, admin);
  const dueAt = await inTransaction(deps.db, async (trx) => {
    await releaseQuestionsOf(deps, trx, id);
    const account = await lockOtherAccountAsAdmin(trx, admin, id, 'Delete your own account in your profile.');
    if (account.deletion_due_at !== null) {
      throw new DomainError('conflict', 'This account is scheduled for deletion already.');
    }
    await noteReason(deps, trx, admin, id, 'Deletion scheduled', reason);
    return scheduleDeletion(deps, trx, recipient(account), { actorId: admin.userId, metadata });
  });
  await completeRequest(deps, id);
  return { dueAt: dueAt.toISOString() };
}

/**
 * Cancels the deletion of a user's account.
 * @throws DomainError step_up_required; not_found; forbidden if the caller is no longer an admin; conflict for the
 * admin's own account and for an account that is not scheduled for deletion
 */
export async function withdrawUserDeletion(
  deps: Deps,
  admin: AdminActor,
  { id, reason }: ReasonedChange,
  metadata: RequestMetadata,
): Promise<void> {
  requireRecentAuthentication(deps, admin);
  await inTransaction(deps.db, async (trx) => {
    const account = await lockOtherAccountAsAdmin(
      trx,
      admin,
      id,
      'Your own account is not scheduled for deletion.',
    );
    await noteReason(deps, trx, admin, id, 'Deletion canceled', reason);
    await withdrawDeletion(deps, trx, recipient(account), { actorId: admin.userId, metadata });
  });
  logUndone(deps, id);
}
