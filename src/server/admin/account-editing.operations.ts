import type { EditUserInput } from '../../shared/admin/admin-users.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { noteReason } from '../audit/user-notes.operations.ts';
import { changeEmail } from '../auth/email-change.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { lockAccountAsAdmin } from './accounts.operations.ts';
import { updateAccount } from './user-page.queries.ts';

/**
 * Corrects the names and the email address of an account. The reason, and both addresses if the address changed, are
 * stored as a note, which is erased with the account. The audit log records only whether the names or the address
 * changed.
 * @throws DomainError step_up_required; not_found; forbidden if the caller is no longer an admin; invalid_input for an
 * address in use and for a new address of an account that is scheduled for deletion; conflict if the account has
 * changed since it was shown
 */
export async function editUser(
  deps: Deps,
  admin: AdminActor,
  { id, firstName, lastName, email, reason, updatedAt }: EditUserInput,
  metadata: RequestMetadata,
): Promise<void> {
  requireRecentAuthentication(deps, admin);
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccountAsAdmin(trx, admin, id);
    if (account.updated_at !== updatedAt) {
      throw new DomainError(
        'conflict',
        'This account was changed while you edited it. Check the fields, and save again.',
      );
    }
    const hasOtherNames = account.first_name !== firstName || account.last_name !== lastName;
    const hasOtherEmail = account.email !== email;
    const entry = { actorId: admin.userId, subjectType: 'user', subjectId: account.id, metadata };
    if (hasOtherNames) {
      await updateAccount(trx, id, { first_name: firstName, last_name: lastName }, deps.now());
      await recordAudit(trx, { ...entry, action: 'user.renamed' });
    }
    if (hasOtherEmail) {
      if (account.deletion_due_at !== null) {
        throw new DomainError('invalid_input', 'The email address cannot change now', {
          fields: { email: 'The account is scheduled for deletion: cancel the deletion first' },
        });
      }
      await changeEmail(deps, trx, { id: account.id, email: account.email, firstName }, email);
      await recordAudit(trx, { ...entry, action: 'user.email_changed' });
    }
    if (!hasOtherNames && !hasOtherEmail) return;
    const changes = [
      ...(hasOtherNames ? ['Name changed'] : []),
      ...(hasOtherEmail ? [`Email changed from ${account.email} to ${email}`] : []),
    ];
    await noteReason(deps, trx, admin, id, changes.join('. '), reason);
  });
}
