import { dayMs, hourMs } from '../../shared/durations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { createToken, hashToken } from '../platform/crypto/secret-token.ts';
import type { Trx } from '../platform/db/database.ts';
import type { AccountTokenPurpose } from '../platform/db/tables/account-tables.ts';
import { deleteTokensExpiredBefore, findTokenTimes, insertToken } from './account-tokens.queries.ts';

/** Minimum time between two emails for the same purpose to one account, in milliseconds. */
const resendAfterMs = 60_000;
/**
 * Maximum number of emails for the same purpose to one account per day. The limit protects people whose email address
 * somebody else has registered.
 */
const maxPerDay = 10;

/** How long a link stays valid, in milliseconds. */
const lifetimes: Record<AccountTokenPurpose, number> = { verify_email: dayMs, reset_password: hourMs };

/** Creates a token for a link. Only the hash of the token is stored. */
export async function issueToken(
  trx: Trx,
  userId: string,
  purpose: AccountTokenPurpose,
  now: Date,
): Promise<{ id: string; token: string }> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + lifetimes[purpose]);
  const id = await insertToken(trx, { userId, purpose, tokenHash: hashToken(token), now, expiresAt });
  return { id, token };
}

/**
 * Limits how often an account is sent a link for a purpose. Call it in the transaction that locks the account.
 * @param sentJustNow - first sentence of the error message if the last email was sent less than a minute ago
 * @throws DomainError too_many_attempts
 */
export async function limitEmails(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  userId: string,
  purpose: AccountTokenPurpose,
  sentJustNow: string,
): Promise<void> {
  const times = (await findTokenTimes(trx, userId, purpose, maxPerDay)).map((time) => Date.parse(time));
  const now = deps.now().getTime();
  const [newest = 0] = times;
  const seconds = Math.ceil((newest + resendAfterMs - now) / 1000);
  if (seconds > 0) {
    throw new DomainError(
      'too_many_attempts',
      `${sentJustNow} You can ask for another email in ${seconds} second${seconds === 1 ? '' : 's'}.`,
      { retryAfterSeconds: seconds },
    );
  }
  const tenth = times[maxPerDay - 1];
  if (tenth === undefined || tenth + dayMs <= now) return;
  throw new DomainError(
    'too_many_attempts',
    `${maxPerDay} emails were sent within a day. Check the spam folder, or ask again tomorrow.`,
    { retryAfterSeconds: Math.ceil((tenth + dayMs - now) / 1000) },
  );
}

/** Returns the same error for used, expired, unknown and altered tokens. */
export function invalidLink(): DomainError {
  return new DomainError('gone', 'This link was used already or is too old. Please ask for a new one.');
}

/**
 * Deletes tokens that expired more than a day ago. Keeps newer tokens, because `limitEmails` counts them.
 * @returns the number of tokens deleted
 */
export function sweepAccountTokens(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return deleteTokensExpiredBefore(deps.db, new Date(deps.now().getTime() - dayMs));
}
