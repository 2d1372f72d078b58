import type { Actor, Origin } from '../actor.ts';
import { limitAddress } from '../attempt-limits.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { inTransaction, type Trx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notSignedIn } from '../errors.ts';
import { queueMail } from '../mail/mail.operations.ts';
import { verificationMail } from '../mail/templates/account-mails.ts';
import { hashToken, issueToken, linkIsOver } from './account-tokens.operations.ts';
import {
  deleteTokensOfUser,
  findNewestTokenTime,
  lockAccount,
  markEmailVerified,
  useToken,
} from './security.queries.ts';

/** A2: how long to wait between two mails, in milliseconds. */
const resendAfter = 60_000;

/** Queues the mail with the link, in the transaction of the registration or of the request. */
export async function sendVerification(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl' | 'now'>,
  trx: Trx,
  account: { id: string; email: string; firstName: string },
): Promise<void> {
  const { id, token } = await issueToken(trx, account.id, 'verify_email', deps.now());
  await queueMail(deps, trx, verificationMail(account, id, `${deps.appUrl()}/verify-email?token=${token}`));
}

/** Sends the link again; nothing happens when the address is verified. @throws DomainError too_many_attempts */
export async function requestEmailVerification(deps: Deps, actor: Actor): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, actor.userId);
    if (!account) throw notSignedIn();
    if (account.emailVerifiedAt !== null) return;
    const newest = await findNewestTokenTime(trx, account.id, 'verify_email');
    const wait = newest === undefined ? 0 : Date.parse(newest) + resendAfter - deps.now().getTime();
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      throw new DomainError(
        'too_many_attempts',
        `We have just sent you a mail. You can ask for another in ${seconds} second${seconds === 1 ? '' : 's'}.`,
        { retryAfterSeconds: seconds },
      );
    }
    await sendVerification(deps, trx, account);
  });
}

/** Follows the link of the mail. @throws DomainError gone, too_many_attempts */
export async function verifyEmail(deps: Deps, token: string, origin: Origin): Promise<void> {
  await deps.attemptLimits.count('accountLinkPerAddress', limitAddress(origin.ip));
  const now = deps.now();
  const userId = await inTransaction(deps.db, async (trx) => {
    const found = await useToken(trx, { purpose: 'verify_email', tokenHash: hashToken(token), now });
    if (found === undefined) throw linkIsOver();
    await deleteTokensOfUser(trx, found, 'verify_email');
    if (await markEmailVerified(trx, found, now)) {
      await recordAudit(trx, {
        actorId: found,
        action: 'user.email_verified',
        subjectType: 'user',
        subjectId: found,
        origin,
      });
    }
    return found;
  });
  deps.log.info({ event: 'email_verified', userId, reqId: origin.requestId }, 'email verified');
}
