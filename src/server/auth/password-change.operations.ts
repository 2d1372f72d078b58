import { randomUUID } from 'node:crypto';
import type { ChangePasswordInput } from '../../shared/auth/account-security.ts';
import type { Actor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notSignedIn } from '../errors.ts';
import { queueEmail } from '../messages/email/email.operations.ts';
import { passwordChangedEmail } from '../messages/email/templates/account.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { deleteTokensOfUser } from './account-tokens.queries.ts';
import { type AccountRow, findAccount, replacePassword } from './accounts.queries.ts';
import { deleteChallenges } from './challenges.queries.ts';
import { checkNewPassword, passwordRulesFor } from './password-policy.operations.ts';
import { renewSession } from './signed-in-devices.operations.ts';

/**
 * Runs after every password change: revokes reset links and pending logins, emails the owner, and audits the change.
 */
export async function completePasswordChange(
  deps: Deps,
  trx: Trx,
  account: AccountRow,
  action: 'user.password_changed' | 'user.password_reset',
  metadata: RequestMetadata,
): Promise<void> {
  await deleteTokensOfUser(trx, account.id, 'reset_password');
  // Pending logins were started with the old password.
  await deleteChallenges(trx, account.id);
  await queueEmail(
    deps,
    trx,
    passwordChangedEmail(account, randomUUID(), deps.now(), `${deps.appUrl()}/forgot-password`),
  );
  await recordAudit(trx, {
    actorId: account.id,
    action,
    subjectType: 'user',
    subjectId: account.id,
    metadata,
  });
}

/**
 * Changes the password if `currentPassword` is right. Ends all other sessions and gives the current session a new id.
 * @param sid - session id from the caller's cookie
 * @returns the new session id for the cookie, or null if the caller has no session
 * @throws DomainError not_signed_in; invalid_input if the current password is wrong, or if the new password equals
 * the current one or violates the password policy; conflict, too_many_attempts, busy
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  input: ChangePasswordInput,
  sid: string | null,
  metadata: RequestMetadata,
): Promise<string | null> {
  await deps.attemptLimits.count('changePasswordPerAccount', actor.userId);
  const account = await findAccount(deps.db, actor.userId);
  if (!account) throw notSignedIn();
  if (!(await deps.passwords.matches(account.passwordHash, input.currentPassword))) {
    throw new DomainError('invalid_input', 'Your password was not changed', {
      fields: { currentPassword: 'This is not your current password' },
    });
  }
  if (input.newPassword === input.currentPassword) {
    throw new DomainError('invalid_input', 'Your password was not changed', {
      fields: { newPassword: 'This is your current password: choose another one' },
    });
  }
  await checkNewPassword(deps, input.newPassword, await passwordRulesFor(deps, account), 'newPassword');
  const hash = await deps.passwords.hash(input.newPassword);
  const now = deps.now();
  const freshSid = await inTransaction(deps.db, async (trx) => {
    const change = { userId: account.id, previousHash: account.passwordHash, hash, now };
    if (!(await replacePassword(trx, change))) {
      throw new DomainError(
        'conflict',
        'Your password was changed somewhere else in the meantime. Please try again.',
      );
    }
    const renewed = await renewSession(trx, account.id, sid);
    await completePasswordChange(deps, trx, account, 'user.password_changed', metadata);
    return renewed;
  });
  try {
    await deps.attemptLimits.forget('changePasswordPerAccount', account.id);
  } catch (error) {
    // The new password is already valid, and the caller needs the new session id, so the request must not fail.
    deps.log.error({ err: error, userId: account.id }, 'the limits were not reset after a new password');
  }
  return freshSid;
}
