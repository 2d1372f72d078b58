import { setTimeout as wait } from 'node:timers/promises';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound } from '../errors.ts';
import { queueEmail, type Recipient } from '../messages/email/email.operations.ts';
import { passwordResetEmail } from '../messages/email/templates/account.ts';
import { limitAddress } from '../platform/attempt-limits.ts';
import { hashToken } from '../platform/crypto/secret-token.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { invalidLink, issueToken, limitEmails } from './account-tokens.operations.ts';
import { findTokenOwner, redeemToken } from './account-tokens.queries.ts';
import {
  findAccount,
  lockAccount,
  lockActiveAccountByEmail,
  markEmailVerified,
  replacePassword,
} from './accounts.queries.ts';
import { completePasswordChange } from './password-change.operations.ts';
import { checkNewPassword, passwordRulesFor } from './password-policy.operations.ts';
import { forgetLoginAttempts } from './sign-in.operations.ts';
import { endEverySession } from './signed-in-devices.operations.ts';

/**
 * Minimum duration of a request for a link, in milliseconds. It is far longer than queueing an email takes, so that
 * timing does not reveal whether an account exists.
 */
const minResponseMs = 300;

/**
 * Emails a link to set a new password to the owner of the account with this email, unless the account is suspended. The
 * response and its duration do not reveal whether a link was sent.
 * @throws DomainError too_many_attempts, for known and unknown emails alike
 */
export async function requestPasswordReset(
  deps: Deps,
  email: string,
  metadata: RequestMetadata,
): Promise<void> {
  await deps.attemptLimits.count('passwordResetPerAddress', limitAddress(metadata.ip));
  await deps.attemptLimits.count('passwordResetPerAccount', email.toLowerCase());
  await Promise.all([emailLink(deps, email, metadata), wait(minResponseMs)]);
}

async function emailLink(deps: Deps, email: string, metadata: RequestMetadata): Promise<void> {
  const account = await inTransaction(deps.db, async (trx) => {
    const found = await lockActiveAccountByEmail(trx, email);
    if (found) await queueLink(deps, trx, found, 'password_reset');
    return found;
  });
  deps.log.info(
    { event: 'password_reset_requested', userId: account?.id, ip: metadata.ip, reqId: metadata.requestId },
    'password reset requested',
  );
}

async function queueLink(
  deps: Deps,
  trx: Trx,
  account: Recipient,
  text: 'password_reset' | 'password_reset_by_academy',
): Promise<void> {
  const { id, token } = await issueToken(trx, account.id, 'reset_password', deps.now());
  const url = `${deps.appUrl()}/reset-password?token=${token}`;
  await queueEmail(deps, trx, passwordResetEmail(account, text, id, url));
}

/**
 * Emails a user a link to set a new password, on behalf of an admin, who never sees the link.
 * @throws DomainError not_found, conflict if the account cannot log in, too_many_attempts
 */
export async function sendResetLinkTo(
  deps: Deps,
  admin: AdminActor,
  userId: string,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) throw notFound('User');
    if (account.suspendedAt !== null || account.deletionDueAt !== null) {
      throw new DomainError('conflict', 'This account cannot log in, so a new password would not help.');
    }
    await limitEmails(deps, trx, account.id, 'reset_password', 'An email was sent a moment ago.');
    await queueLink(deps, trx, account, 'password_reset_by_academy');
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.reset_link_sent',
      subjectType: 'user',
      subjectId: account.id,
      metadata,
    });
  });
}

/**
 * Sets the password, given the token from the link, and ends every session without logging in. The link verifies the
 * email but does not replace the second factor: if that is on, the next login requires it.
 * @throws DomainError gone, invalid_input (password policy), too_many_attempts, busy
 */
export async function resetPassword(
  deps: Deps,
  input: { token: string; newPassword: string },
  metadata: RequestMetadata,
): Promise<void> {
  await deps.attemptLimits.count('accountLinkPerAddress', limitAddress(metadata.ip));
  const now = deps.now();
  const token = { purpose: 'reset_password', tokenHash: hashToken(input.token), now } as const;
  // Do not spend hashing time on invalid tokens.
  const tokenOwner = await findTokenOwner(deps.db, token);
  if (!tokenOwner) throw invalidLink();
  await checkNewPassword(deps, input.newPassword, await passwordRulesFor(deps, tokenOwner), 'newPassword');
  const hash = await deps.passwords.hash(input.newPassword);
  const { id, email } = await inTransaction(deps.db, async (trx) => {
    const ownerId = await redeemToken(trx, token);
    const account = ownerId === undefined ? undefined : await findAccount(trx, ownerId);
    if (!account) throw invalidLink();
    const change = { userId: account.id, previousHash: account.passwordHash, hash, now };
    if (!(await replacePassword(trx, change))) throw invalidLink();
    await markEmailVerified(trx, account.id, now);
    await endEverySession(trx, account.id);
    await completePasswordChange(deps, trx, account, 'user.password_reset', metadata);
    await recordEvent(trx, 'password_reset', { userId: account.id, properties: {}, at: now });
    return account;
  });
  try {
    // An attacker with the old password may have exhausted this limit.
    await deps.attemptLimits.forget('secondStepPerAccount', id);
    // The owner, who had forgotten the old password, may have exhausted the limits of its forms.
    await forgetLoginAttempts(deps, email);
    await deps.attemptLimits.forget('confirmPasswordPerAccount', id);
    await deps.attemptLimits.forget('changePasswordPerAccount', id);
  } catch (error) {
    // The new password is already valid, so the request must not fail.
    deps.log.error({ err: error, userId: id }, 'the limits were not reset after a new password');
  }
}
