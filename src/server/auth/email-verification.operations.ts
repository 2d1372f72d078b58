import type { Actor, AdminActor, RequestMetadata } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound, notSignedIn } from '../errors.ts';
import { queueEmail, type Recipient } from '../messages/email/email.operations.ts';
import { verificationEmail } from '../messages/email/templates/account.ts';
import { limitAddress } from '../platform/attempt-limits.ts';
import { hashToken } from '../platform/crypto/secret-token.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { invalidLink, issueToken, limitEmails } from './account-tokens.operations.ts';
import { deleteTokensOfUser, redeemToken } from './account-tokens.queries.ts';
import { lockAccount, markEmailVerified } from './accounts.queries.ts';

/** Queues an email with a link that verifies the address, in the caller's transaction. */
export async function sendVerification(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl' | 'config' | 'now'>,
  trx: Trx,
  account: Recipient,
): Promise<void> {
  const { id, token } = await issueToken(trx, account.id, 'verify_email', deps.now());
  await queueEmail(deps, trx, verificationEmail(account, id, `${deps.appUrl()}/verify-email?token=${token}`));
}

/** Sends the link again, unless the email is verified. @throws DomainError too_many_attempts */
export async function requestEmailVerification(deps: Deps, actor: Actor): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, actor.userId);
    if (!account) throw notSignedIn();
    if (account.emailVerifiedAt !== null) return;
    await limitEmails(deps, trx, account.id, 'verify_email', 'We have just sent you an email.');
    await sendVerification(deps, trx, account);
  });
}

/**
 * Sends a user the link again, on behalf of an admin.
 * @throws DomainError not_found, conflict if the email is verified, too_many_attempts
 */
export async function resendVerificationTo(
  deps: Deps,
  admin: AdminActor,
  userId: string,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) throw notFound('User');
    if (account.emailVerifiedAt !== null) {
      throw new DomainError('conflict', 'This address is verified already.');
    }
    await limitEmails(deps, trx, account.id, 'verify_email', 'An email was sent a moment ago.');
    await sendVerification(deps, trx, account);
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.verification_resent',
      subjectType: 'user',
      subjectId: account.id,
      metadata,
    });
  });
}

/** Verifies an email with the token from its link. @throws DomainError gone, too_many_attempts */
export async function verifyEmail(deps: Deps, token: string, metadata: RequestMetadata): Promise<void> {
  await deps.attemptLimits.count('accountLinkPerAddress', limitAddress(metadata.ip));
  const now = deps.now();
  const userId = await inTransaction(deps.db, async (trx) => {
    const found = await redeemToken(trx, { purpose: 'verify_email', tokenHash: hashToken(token), now });
    if (found === undefined) throw invalidLink();
    await deleteTokensOfUser(trx, found, 'verify_email');
    if (await markEmailVerified(trx, found, now)) {
      await recordEvent(trx, 'email_verified', { userId: found, properties: {}, at: now });
      await recordAudit(trx, {
        actorId: found,
        action: 'user.email_verified',
        subjectType: 'user',
        subjectId: found,
        metadata,
      });
    }
    return found;
  });
  deps.log.info({ event: 'email_verified', userId, reqId: metadata.requestId }, 'email verified');
}
