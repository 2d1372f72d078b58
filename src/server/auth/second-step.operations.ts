import type { SignInMethod } from '../../shared/auth/sign-in-security.ts';
import { hourMs, minuteMs } from '../../shared/durations.ts';
import type { RequestMetadata } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { queueEmail } from '../messages/email/email.operations.ts';
import { recoveryCodeUsedEmail, wrongCodesEmail } from '../messages/email/templates/security.ts';
import { limitAddress } from '../platform/attempt-limits.ts';
import { createToken, hashToken } from '../platform/crypto/secret-token.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { findAccount, lockAccount } from './accounts.queries.ts';
import { countAttempt, findOpenChallenge, insertChallenge, redeemChallenge } from './challenges.queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { recognizeDevice, recordFailedSignIn } from './sign-ins.operations.ts';
import { countWrongCodes } from './sign-ins.queries.ts';
import { matchingStep, secretPurpose } from './totp.ts';
import { claimRecoveryCode, claimStep, countRecoveryCodes, findSecret } from './two-factor.queries.ts';
import { findUserById } from './users.queries.ts';

/** How long a challenge stays valid, in milliseconds. */
const challengeLifetime = 5 * minuteMs;
const attemptsPerChallenge = 5;
/** After this many wrong codes within an hour, the user gets an email about them. */
const reportedWrongCodes = 5;

/** The code of an authenticator app. Any other code is read as a recovery code. */
const totpCode = /^\d{6}$/;

export type SecondFactor = Exclude<SignInMethod, 'password'>;

/** The message to the user about a code that `redeemCode` rejected. */
export function wrongCodeText(code: string): string {
  const advice = totpCode.test(code)
    ? 'Wait for the next one, and check that your phone shows the right time.'
    : 'Each recovery code works once.';
  return `This code is not right, or was used already. ${advice}`;
}

function wrongCode(code: string): DomainError {
  const message = wrongCodeText(code);
  return new DomainError('invalid_code', message, { fields: { code: message } });
}

function hashChallenge(token: string): string {
  return hashToken(`challenge:${token}`);
}

/**
 * Records that the password was correct. The second factor must follow within five minutes.
 * @param account - as it was when the login checked the password
 * @returns the token for the cookie; by itself, it grants no access
 * @throws DomainError invalid_credentials if the password has changed since that check
 */
export async function openChallenge(
  deps: Deps,
  account: Pick<UserRow, 'id' | 'password_hash'>,
): Promise<string> {
  const token = createToken();
  const now = deps.now();
  const isOpened = await insertChallenge(deps.db, {
    userId: account.id,
    passwordHash: account.password_hash,
    tokenHash: hashChallenge(token),
    now,
    expiresAt: new Date(now.getTime() + challengeLifetime),
  });
  if (!isOpened) throw new DomainError('invalid_credentials', 'Invalid credentials');
  return token;
}

/**
 * Redeems a one-time code. Each code works once, even in concurrent requests (RFC 6238 §5.2). Emails the user about a
 * recovery code.
 * @param code - as parsed by `secondFactorCode`
 * @returns the kind of code, or undefined if it is wrong, expired or already used
 */
export async function redeemCode(
  deps: Deps,
  userId: string,
  code: string,
): Promise<SecondFactor | undefined> {
  if (!totpCode.test(code)) {
    return (await redeemRecoveryCode(deps, userId, code)) ? 'recovery_code' : undefined;
  }
  const secret = await findSecret(deps.db, userId);
  if (!secret || secret.confirmedAt === null) return undefined;
  const step = matchingStep(deps.sealing.open(secretPurpose(userId), secret.sealed), code, deps.now());
  if (step === undefined) return undefined;
  return (await claimStep(deps.db, { userId, sealed: secret.sealed, step })) ? 'totp' : undefined;
}

async function redeemRecoveryCode(deps: Deps, userId: string, code: string): Promise<boolean> {
  const hash = hashRecoveryCode(deps.sealing, userId, code);
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    // Locked first, in the order of the operations that replace or delete the codes of an account.
    const account = await lockAccount(trx, userId);
    if (!(await claimRecoveryCode(trx, userId, hash, now))) return false;
    const remaining = await countRecoveryCodes(trx, userId);
    if (account) {
      await queueEmail(deps, trx, recoveryCodeUsedEmail(account, remaining, now, `${deps.appUrl()}/profile`));
    }
    return true;
  });
}

/**
 * Verifies the second factor after a correct password. Attempts are limited per account, and per combination of account
 * and IP address. A known device has its own limit instead, so that an attacker who has the password cannot lock out
 * the owner.
 * @param device - id of the known device, if any
 * @throws DomainError invalid_code, too_many_attempts
 */
export async function passSecondStep(
  deps: Deps,
  userId: string,
  code: string,
  device: string | undefined,
  metadata: RequestMetadata,
): Promise<SecondFactor> {
  const { attemptLimits } = deps;
  const accountAndAddress = `${userId}|${limitAddress(metadata.ip)}`;
  const accountAndDevice = `${userId}|${device}`;
  if (device === undefined) {
    await attemptLimits.count('secondStepPerAccountAndAddress', accountAndAddress);
    await attemptLimits.count('secondStepPerAccount', userId);
  } else {
    await attemptLimits.count('secondStepPerKnownDevice', accountAndDevice);
  }
  const factor = await redeemCode(deps, userId, code);
  if (factor === undefined) {
    await recordFailedSignIn(deps, { userId, outcome: 'wrong_code' }, metadata);
    deps.log.warn(
      { event: 'second_step_failed', userId, ip: metadata.ip, reqId: metadata.requestId },
      'wrong code',
    );
    await reportWrongCodes(deps, userId);
    throw wrongCode(code);
  }
  if (device === undefined) await attemptLimits.forget('secondStepPerAccountAndAddress', accountAndAddress);
  else await attemptLimits.forget('secondStepPerKnownDevice', accountAndDevice);
  return factor;
}

/**
 * Completes a challenge from `openChallenge`. A challenge allows five attempts within five minutes and succeeds once.
 * @returns the account as read before the challenge was redeemed. A change of the password deletes open challenges; a
 * change after the redemption makes `startSession` fail for this account.
 * @throws DomainError gone (expired, used or unknown), invalid_code, too_many_attempts
 */
export async function answerChallenge(
  deps: Deps,
  cookies: { challenge: string | null; device: string | null },
  code: string,
  metadata: RequestMetadata,
): Promise<{ user: UserRow; method: SecondFactor }> {
  const { challenge: token } = cookies;
  const challenge =
    token === null ? undefined : await findOpenChallenge(deps.db, hashChallenge(token), deps.now());
  if (!challenge) throw invalidChallenge();
  if (!(await countAttempt(deps.db, challenge.id, attemptsPerChallenge))) {
    throw new DomainError('too_many_attempts', 'Too many wrong codes. Please log in again.', {
      retryAfterSeconds: 1,
    });
  }
  const user = await findUserById(deps.db, challenge.userId);
  if (!user) throw invalidChallenge();
  const device = await recognizeDevice(deps, user.email, cookies.device);
  const method = await passSecondStep(deps, user.id, code, device, metadata);
  if (!(await redeemChallenge(deps.db, challenge.id, deps.now()))) throw invalidChallenge();
  return { user, method };
}

/**
 * Emails the user after repeated wrong codes, because somebody else may have the password; at most once a day. Counts
 * the wrong codes of all logins, because an attacker can start a new login after each code.
 */
async function reportWrongCodes(deps: Deps, userId: string): Promise<void> {
  const since = new Date(deps.now().getTime() - hourMs);
  if ((await countWrongCodes(deps.db, userId, since)) < reportedWrongCodes) return;
  await inTransaction(deps.db, async (trx) => {
    const account = await findAccount(trx, userId);
    if (!account) return;
    await queueEmail(deps, trx, wrongCodesEmail(account, deps.now(), `${deps.appUrl()}/forgot-password`));
  });
}

function invalidChallenge(): DomainError {
  return new DomainError('gone', 'This login has expired or was completed already. Please log in again.');
}
