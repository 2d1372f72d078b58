import type { CurrentUser, LoginInput } from '../../shared/auth/accounts.ts';
import type { SignInMethod } from '../../shared/auth/sign-in-security.ts';
import { localDayText } from '../../shared/day-text.ts';
import type { RequestMetadata } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { limitAddress } from '../platform/attempt-limits.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { presentUser } from './current-user.operations.ts';
import { checkStaffPassword } from './password-policy.operations.ts';
import { answerChallenge, openChallenge, passSecondStep } from './second-step.operations.ts';
import { startSession } from './sessions.operations.ts';
import { recognizeDevice, recordFailedSignIn, recordSignIn } from './sign-ins.operations.ts';
import { findUserByEmail, findUserById, renewPasswordHash } from './users.queries.ts';

/** `sid` and `device` are only for the cookies; never put them in a response body. */
export type SignedIn = { user: CurrentUser; sid: string; device: string };
/** The password was correct, but a second-factor code is still required. `challenge` is only for the cookie. */
export type SecondStepNeeded = { challenge: string };

/** Thrown only after a correct password, so that it does not reveal to others that the account has a second factor. */
export function twoFactorRequired(): DomainError {
  return new DomainError(
    'two_factor_required',
    'Enter the code of your authenticator app, or a recovery code',
  );
}

/**
 * Logs in with email and password. A wrong password, an unknown email and a suspended account fail with the same error
 * and the same amount of work. If the account has a second factor and `input` has no code, returns a challenge for
 * `completeLogin`.
 * @param deviceToken - the value of the browser's device cookie
 * @throws DomainError invalid_credentials, invalid_code, forbidden, too_many_attempts, busy
 */
export function login(
  deps: Deps,
  input: LoginInput,
  deviceToken: string | null,
  metadata: RequestMetadata,
): Promise<SignedIn | SecondStepNeeded> {
  return deps.passwords.reserve(() => checkLogin(deps, input, deviceToken, metadata));
}

async function checkLogin(
  deps: Deps,
  input: LoginInput,
  deviceToken: string | null,
  metadata: RequestMetadata,
): Promise<SignedIn | SecondStepNeeded> {
  const email = input.email.toLowerCase();
  const deviceId = await recognizeDevice(deps, email, deviceToken);
  const [resetCounter, found] = await Promise.all([
    countLogin(deps, { email, deviceId }, metadata),
    findUserByEmail(deps.db, input.email),
  ]);
  const user = found?.suspended_at === null ? found : undefined;
  if (!(await deps.passwords.matches(user?.password_hash, input.password)) || !user) {
    const outcome = user ? 'wrong_password' : found ? 'refused' : 'unknown_account';
    await recordFailedSignIn(deps, { userId: found?.id ?? null, outcome }, metadata);
    deps.log.warn(
      { event: 'login_failed', userId: found?.id, ip: metadata.ip, reqId: metadata.requestId },
      'login failed',
    );
    throw invalidCredentials();
  }
  const [outcome] = await Promise.all([
    continueAfterPassword(deps, user, input, { deviceId, deviceToken }, metadata),
    resetCounter(),
  ]);
  return outcome;
}

async function continueAfterPassword(
  deps: Deps,
  user: UserRow,
  input: LoginInput,
  { deviceId, deviceToken }: { deviceId: string | undefined; deviceToken: string | null },
  metadata: RequestMetadata,
): Promise<SignedIn | SecondStepNeeded> {
  if (user.deletion_due_at !== null) {
    await recordFailedSignIn(deps, { userId: user.id, outcome: 'refused' }, metadata);
    throw willBeDeleted(user.deletion_due_at, user.time_zone);
  }
  const current = await renewHash(deps, user, input.password);
  await checkStaffPassword(deps, current, input.password);
  if (current.two_factor_enabled_at === null) {
    return completeSignIn(deps, current, 'password', deviceToken, metadata);
  }
  if (input.code === undefined) return { challenge: await openChallenge(deps, current) };
  const method = await passSecondStep(deps, user.id, input.code, deviceId, metadata);
  return completeSignIn(deps, current, method, deviceToken, metadata);
}

/**
 * Rehashes a correct password if its hash is weaker than the current parameters.
 * @returns the account with its current hash
 */
async function renewHash(deps: Deps, user: UserRow, password: string): Promise<UserRow> {
  if (!deps.passwords.isOutdated(user.password_hash)) return user;
  const renewal = {
    userId: user.id,
    previousHash: user.password_hash,
    hash: await deps.passwords.hash(password),
  };
  if (await renewPasswordHash(deps.db, renewal)) return { ...user, password_hash: renewal.hash };
  // A concurrent login or password change replaced the hash first.
  const changed = await findUserById(deps.db, user.id);
  if (!changed || !(await deps.passwords.matches(changed.password_hash, password)))
    throw invalidCredentials();
  return changed;
}

function invalidCredentials(): DomainError {
  return new DomainError('invalid_credentials', 'Invalid credentials');
}

/**
 * Counts one attempt. Attempts from a known device have their own limit, so that an attacker who exhausts the account's
 * limit does not lock out its owner.
 * @returns a function to call after a success. It resets the counter of the known device or, without one, the counter
 * of this account and IP address.
 */
async function countLogin(
  deps: Deps,
  { email, deviceId }: { email: string; deviceId: string | undefined },
  metadata: RequestMetadata,
): Promise<() => Promise<void>> {
  const { attemptLimits } = deps;
  const address = limitAddress(metadata.ip);
  await attemptLimits.count('loginPerAddress', address);
  if (deviceId !== undefined) {
    const key = `${email}|${deviceId}`;
    await attemptLimits.count('loginPerKnownDevice', key);
    return () => attemptLimits.forget('loginPerKnownDevice', key);
  }
  const key = `${email}|${address}`;
  await attemptLimits.count('loginPerAccountAndAddress', key);
  await attemptLimits.count('loginPerAccount', email);
  return () => attemptLimits.forget('loginPerAccountAndAddress', key);
}

/**
 * Resets the counters of logins to this account, from all IP addresses and devices, because guesses of a former
 * password do not help to guess the new one. Keeps the counter of each IP address, which covers all accounts.
 */
export async function forgetLoginAttempts({ attemptLimits }: Deps, email: string): Promise<void> {
  const account = email.toLowerCase();
  await Promise.all([
    attemptLimits.forget('loginPerAccount', account),
    attemptLimits.forgetAll('loginPerAccountAndAddress', `${account}|`),
    attemptLimits.forgetAll('loginPerKnownDevice', `${account}|`),
  ]);
}

/** Thrown only after a correct password. */
function willBeDeleted(dueAt: string, timeZone: string | null): DomainError {
  return new DomainError(
    'forbidden',
    `This account will be deleted on ${localDayText(dueAt, timeZone)}. To keep it, open the link in the email that we sent you about it.`,
  );
}

/**
 * Completes a login with the second-factor code, after a correct password.
 * @param cookies - the challenge from the first step and the device token
 * @throws DomainError gone (challenge expired or used, or the account cannot log in), invalid_code, too_many_attempts;
 * invalid_credentials if the password or the second factor has just changed
 */
export async function completeLogin(
  deps: Deps,
  code: string,
  cookies: { challenge: string | null; device: string | null },
  metadata: RequestMetadata,
): Promise<SignedIn> {
  const { user, method } = await answerChallenge(deps, cookies, code, metadata);
  if (user.suspended_at !== null || user.deletion_due_at !== null) {
    throw new DomainError('gone', 'Please log in again');
  }
  return completeSignIn(deps, user, method, cookies.device, metadata);
}

/** Starts the session, adds it to the login history, and emails the user if the device is new. */
async function completeSignIn(
  deps: Deps,
  user: UserRow,
  method: SignInMethod,
  deviceToken: string | null,
  metadata: RequestMetadata,
): Promise<SignedIn> {
  const recipient = { id: user.id, email: user.email, firstName: user.first_name };
  const signIn = { method, isRegistration: false, device: deviceToken };
  const [cookies, view] = await Promise.all([
    inTransaction(deps.db, async (trx) => {
      const now = deps.now();
      await recordEvent(trx, 'signed_in', { userId: user.id, properties: {}, at: now });
      const device = await recordSignIn(deps, trx, recipient, signIn, metadata);
      return { device, sid: await startSession(deps, trx, user, metadata, now) };
    }),
    presentUser(deps, user),
  ]);
  deps.log.info(
    { event: 'login', method, userId: user.id, ip: metadata.ip, reqId: metadata.requestId },
    'logged in',
  );
  return { user: view, ...cookies };
}
