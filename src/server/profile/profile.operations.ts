import type { CurrentUser, UpdateNamesInput } from '../../shared/auth/accounts.ts';
import { requireStillAdmin } from '../access/active-admins.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { Actor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { presentUser } from '../auth/current-user.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { lockNames, updateUserNames } from './profile.queries.ts';

/**
 * Changes a user's first and last name, and no other fields. Audits an admin's change to another user.
 * @throws DomainError forbidden for another user's id unless the caller is an admin; step_up_required for an admin's
 * change to another user; not_found; conflict if the stored names are neither `seen` nor those of the input
 */
export async function updateNames(
  deps: Deps,
  actor: Actor,
  input: UpdateNamesInput,
  metadata: RequestMetadata,
): Promise<CurrentUser> {
  // Clients may write ids in capital letters.
  const ownId = input.id.toLowerCase() === actor.userId;
  if (!ownId && actor.role !== 'admin')
    throw new DomainError('forbidden', 'You can only change your own profile');
  if (!ownId) requireRecentAuthentication(deps, actor);
  const user = await inTransaction(deps.db, async (trx) => {
    if (!ownId) await requireStillAdmin(trx, actor, input.id);
    const stored = input.seen && (await lockNames(trx, input.id));
    // The names are stored already if the response to an earlier save was lost.
    if (stored && input.seen && !isSameName(stored, input.seen) && !isSameName(stored, input)) {
      throw new DomainError(
        'conflict',
        'This name was changed after you opened the form. Nothing was saved.',
      );
    }
    const changed = await updateUserNames(trx, input.id, input, deps.now());
    if (!changed) throw notFound('User');
    if (!ownId) {
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'user.renamed',
        subjectType: 'user',
        subjectId: changed.id,
        metadata,
      });
    }
    return changed;
  });
  return presentUser(deps, user);
}

type Names = Pick<UpdateNamesInput, 'firstName' | 'lastName'>;

function isSameName(a: Names, b: Names): boolean {
  return a.firstName === b.firstName && a.lastName === b.lastName;
}
