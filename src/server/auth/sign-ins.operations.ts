import type { SignInMethod, SignInOutcome, SignInView } from '../../shared/auth/sign-in-security.ts';
import { englishCountryName } from '../../shared/countries.ts';
import { dayMs } from '../../shared/durations.ts';
import { retention } from '../../shared/profile/retention.ts';
import { addMonths } from '../../shared/time-zone.ts';
import type { Actor, RequestMetadata } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { queueEmail, type Recipient } from '../messages/email/email.operations.ts';
import { newSignInEmail } from '../messages/email/templates/security.ts';
import { createToken, hashToken } from '../platform/crypto/secret-token.ts';
import type { Trx } from '../platform/db/database.ts';
import { maskAddress, networkPrefix } from '../platform/network-address.ts';
import { deleteExpiredChallenges } from './challenges.queries.ts';
import { deviceLabel } from './device-label.ts';
import { deleteDevicesBefore, findDeviceByEmail, saveDevice } from './known-devices.queries.ts';
import {
  clearAddressesBefore,
  deleteSignInsBefore,
  findSignIns,
  insertSignIn,
  type SignInRow,
} from './sign-ins.queries.ts';

/** How long IP addresses and unused devices are stored, in milliseconds. */
const storedFor = {
  address: retention.signInIpDays * dayMs,
  device: retention.deviceDays * dayMs,
};
const maxUserAgentLength = 300;
/** Maximum number of entries in the login history. */
const historyLength = 50;

function hashDevice(token: string): string {
  return hashToken(`device:${token}`);
}

/** Whether a device cookie has the format of a token; others are not looked up. */
function isDeviceToken(token: string | null): token is string {
  return token !== null && /^[\w-]{43}$/.test(token);
}

/**
 * Returns the id of the device with this cookie if the account with this email has logged in on it. Login attempts from
 * a known device have their own limit, which other clients cannot exhaust.
 */
export async function recognizeDevice(
  deps: Deps,
  email: string,
  token: string | null,
): Promise<string | undefined> {
  return isDeviceToken(token) ? findDeviceByEmail(deps.db, email, hashDevice(token)) : undefined;
}

/**
 * Records a failed attempt. `userId` is null for an unknown email; the row is written anyway, so that known and unknown
 * emails take equally long.
 */
export async function recordFailedSignIn(
  deps: Deps,
  attempt: { userId: string | null; outcome: Exclude<SignInOutcome, 'signed_in' | 'registered'> },
  metadata: RequestMetadata,
): Promise<void> {
  await insertSignIn(deps.db, {
    user_id: attempt.userId,
    at: deps.now(),
    outcome: attempt.outcome,
    method: null,
    ...clientOf(metadata),
  });
}

function clientOf(metadata: RequestMetadata) {
  return { user_agent: metadata.userAgent?.slice(0, maxUserAgentLength) ?? null, ip: metadata.ip };
}

/**
 * Records a login in the caller's transaction. Emails the user if the device is new, except at registration. A device
 * is known by its cookie, or by the same browser on the same network.
 * @param signIn - `device` is the token from the device cookie, if any
 * @returns the token for the device cookie
 */
export async function recordSignIn(
  deps: Deps,
  trx: Trx,
  account: Recipient,
  signIn: { method: SignInMethod; isRegistration: boolean; device: string | null },
  metadata: RequestMetadata,
): Promise<string> {
  const now = deps.now();
  const family = deviceLabel(metadata.userAgent);
  const ipPrefix = networkPrefix(metadata.ip);
  const token = isDeviceToken(signIn.device) ? signIn.device : createToken();
  const tokenHash = hashDevice(token);
  const id = await insertSignIn(trx, {
    user_id: account.id,
    at: now,
    outcome: signIn.isRegistration ? 'registered' : 'signed_in',
    method: signIn.method,
    ...clientOf(metadata),
  });
  const isKnown = await saveDevice(trx, { userId: account.id, tokenHash, family, ipPrefix, now });
  if (!isKnown && !signIn.isRegistration) {
    await queueEmail(
      deps,
      trx,
      newSignInEmail(account, {
        signInId: id,
        at: now,
        device: family,
        address: maskAddress(metadata.ip),
        country: metadata.country && englishCountryName(metadata.country),
        passwordUrl: `${deps.appUrl()}/forgot-password`,
      }),
    );
  }
  return token;
}

/** Lists the user's latest logins and failed attempts, with masked IP addresses. */
export async function listOwnSignIns(deps: Deps, actor: Actor): Promise<SignInView[]> {
  const rows = await findSignIns(deps.db, actor.userId, historyLength);
  return rows.map((row) => presentSignIn(row));
}

function presentSignIn(row: SignInRow): SignInView {
  return {
    id: row.id,
    at: row.at,
    outcome: row.outcome,
    method: row.method,
    device: deviceLabel(row.userAgent),
    address: maskAddress(row.ip),
  };
}

/**
 * Deletes expired records. Part of the `sweep-sessions` job.
 * @returns the number of IP addresses cleared and of login records deleted
 */
export async function sweepSignIns(
  deps: Pick<Deps, 'db' | 'now'>,
): Promise<{ cleared: number; removed: number }> {
  const now = deps.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const cleared = await clearAddressesBefore(deps.db, ago(storedFor.address));
  const removed = await deleteSignInsBefore(deps.db, {
    all: addMonths(now, -retention.signInMonths),
    unknownAccounts: ago(storedFor.address),
  });
  await deleteDevicesBefore(deps.db, ago(storedFor.device));
  await deleteExpiredChallenges(deps.db, now);
  return { cleared, removed };
}
