import { randomUUID } from 'node:crypto';
import type { OwnerProof, TwoFactorSetup, TwoFactorStatus } from '../../shared/auth/sign-in-security.ts';
import { minuteMs } from '../../shared/durations.ts';
import { isCoach } from '../access/coach-access.operations.ts';
import type { Actor, AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notFound, notSignedIn } from '../errors.ts';
import { queueEmail, type Recipient } from '../messages/email/email.operations.ts';
import { twoFactorEmail } from '../messages/email/templates/security.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { findAccount, lockAccount } from './accounts.queries.ts';
import { deleteChallenges } from './challenges.queries.ts';
import { checkPassword, proveOwner } from './recent-authentication.operations.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { endEverySession, renewSession } from './signed-in-devices.operations.ts';
import { createSecret, describeSecret, matchingStep, secretPurpose } from './totp.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteSecret,
  findSecret,
  insertRecoveryCodes,
  savePendingSecret,
  setTwoFactorEnabled,
} from './two-factor.queries.ts';

/** A new secret must be confirmed with a code within this time. */
const setupTimeMs = 30 * minuteMs;

/**
 * The state of the user's second factor and password, and whether the academy requires this user to have a second
 * factor.
 */
export async function getTwoFactorStatus(deps: Deps, actor: Actor): Promise<TwoFactorStatus> {
  const [account, recoveryCodesLeft, settings, coach] = await Promise.all([
    findAccount(deps.db, actor.userId),
    countRecoveryCodes(deps.db, actor.userId),
    getSettings(deps),
    isCoach(deps, actor),
  ]);
  if (!account) throw notSignedIn();
  const isStaff = account.role === 'admin' || coach;
  return {
    enabledAt: account.twoFactorEnabledAt,
    recoveryCodesLeft,
    required: isStaff && settings.requireAdminTwoFactor,
    passwordRejected: isStaff && account.passwordRejectedAt !== null && settings.passwordPolicy === 'strict',
  };
}

function alreadyOnError(): DomainError {
  return new DomainError('conflict', 'Two-factor is on already. Turn it off first to use another app.');
}

/**
 * Creates a secret for the user's authenticator app. The second factor stays off until `confirmTwoFactor`.
 * @throws DomainError conflict if the second factor is already on; the errors of `checkPassword`
 */
export async function startTwoFactor(deps: Deps, actor: Actor, password: string): Promise<TwoFactorSetup> {
  // Not `provePassword`, which can require recent authentication before the conflict is reported.
  const account = await checkPassword(deps, actor, password);
  if (account.twoFactorEnabledAt !== null) throw alreadyOnError();
  const { academyName } = await getSettings(deps);
  const secret = createSecret();
  const sealed = deps.sealing.seal(secretPurpose(account.id), secret);
  const saved = await inTransaction(deps.db, (trx) => savePendingSecret(trx, account.id, sealed, deps.now()));
  if (!saved) throw alreadyOnError();
  const { uri, key } = describeSecret(secret, { issuer: academyName, label: account.email });
  const { toString: drawQrCode } = await import('qrcode');
  const svg = await drawQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return { qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, key, uri };
}

/**
 * Turns the second factor on, given a code of the app. Ends all other sessions, because they logged in without the
 * second factor. Gives the current session a new id.
 * @param sid - session id from the caller's cookie
 * @returns the recovery codes, which are shown only once; and as `sid`, the new session id for the cookie, or null if
 * there is no session
 * @throws DomainError not_signed_in; invalid_input with the field `code`; gone if the secret is missing or too old;
 * conflict if the second factor is already on; too_many_attempts
 */
export async function confirmTwoFactor(
  deps: Deps,
  actor: Actor,
  code: string,
  sid: string | null,
  metadata: RequestMetadata,
): Promise<{ recoveryCodes: string[]; sid: string | null }> {
  await deps.attemptLimits.count('codePerAccount', actor.userId);
  const { userId } = actor;
  const now = deps.now();
  const pending = await findSecret(deps.db, userId);
  if (pending && pending.confirmedAt !== null) throw alreadyOnError();
  if (!pending || Date.parse(pending.createdAt) + setupTimeMs <= now.getTime()) {
    throw new DomainError('gone', 'This took too long. Please start again.');
  }
  const { sealed } = pending;
  const step = matchingStep(deps.sealing.open(secretPurpose(userId), sealed), code, now);
  if (step === undefined) {
    throw new DomainError('invalid_input', 'This code is not right', {
      fields: {
        code: 'This code is not right. Enter the newest one, and check that your phone shows the right time.',
      },
    });
  }
  const recoveryCodes = createRecoveryCodes();
  const freshSid = await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) throw notSignedIn();
    if (!(await confirmSecret(trx, { userId, sealed, step, now }))) throw alreadyOnError();
    await setTwoFactorEnabled(trx, userId, now);
    await replaceRecoveryCodes(deps, trx, userId, recoveryCodes);
    const renewed = await renewSession(trx, userId, sid);
    await emailChange(deps, trx, account, 'two_factor_on');
    await auditOwn(trx, userId, 'user.two_factor_enabled', metadata);
    return renewed;
  });
  try {
    await deps.attemptLimits.forget('codePerAccount', userId);
  } catch (error) {
    // Only logged: the second factor is on, and the caller needs the recovery codes and the new session id.
    deps.log.error(
      { err: error, userId },
      'the limit of code attempts was not reset after the second factor was turned on',
    );
  }
  return { recoveryCodes, sid: freshSid };
}

async function replaceRecoveryCodes(
  deps: Deps,
  trx: Trx,
  userId: string,
  codes: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(trx, userId);
  const hashes = codes.map((code) => hashRecoveryCode(deps.sealing, userId, code));
  await insertRecoveryCodes(trx, userId, hashes, deps.now());
}

async function emailChange(
  deps: Deps,
  trx: Trx,
  account: Recipient,
  kind: Parameters<typeof twoFactorEmail>[1],
): Promise<void> {
  const passwordUrl = `${deps.appUrl()}/forgot-password`;
  const change = { changeId: randomUUID(), at: deps.now(), passwordUrl };
  await queueEmail(deps, trx, twoFactorEmail(account, kind, change));
}

function auditOwn(trx: Trx, userId: string, action: string, metadata: RequestMetadata): Promise<void> {
  return recordAudit(trx, { actorId: userId, action, subjectType: 'user', subjectId: userId, metadata });
}

function offError(): DomainError {
  return new DomainError('conflict', 'Two-factor is off');
}

/**
 * Turns the second factor off, given password and code.
 * @throws DomainError not_signed_in; invalid_input with the field `password` or `code`; conflict if the second factor
 * is off; too_many_attempts; busy
 */
export async function disableTwoFactor(
  deps: Deps,
  actor: Actor,
  proof: OwnerProof,
  metadata: RequestMetadata,
): Promise<void> {
  const account = await proveOwner(deps, actor, proof);
  if (account.twoFactorEnabledAt === null) throw offError();
  await inTransaction(deps.db, async (trx) => {
    await removeTwoFactor(trx, account.id);
    await emailChange(deps, trx, account, 'two_factor_off');
    await auditOwn(trx, account.id, 'user.two_factor_disabled', metadata);
  });
}

async function removeTwoFactor(trx: Trx, userId: string): Promise<void> {
  await setTwoFactorEnabled(trx, userId, null);
  await deleteSecret(trx, userId);
  await deleteRecoveryCodes(trx, userId);
  await deleteChallenges(trx, userId);
}

/**
 * Replaces the recovery codes with ten new ones.
 * @throws DomainError the errors of `disableTwoFactor`
 */
export async function renewRecoveryCodes(
  deps: Deps,
  actor: Actor,
  proof: OwnerProof,
  metadata: RequestMetadata,
): Promise<string[]> {
  const account = await proveOwner(deps, actor, proof);
  if (account.twoFactorEnabledAt === null) throw offError();
  const codes = createRecoveryCodes();
  await inTransaction(deps.db, async (trx) => {
    const locked = await lockAccount(trx, account.id);
    if (!locked || locked.twoFactorEnabledAt === null) throw offError();
    await replaceRecoveryCodes(deps, trx, account.id, codes);
    await auditOwn(trx, account.id, 'user.recovery_codes_renewed', metadata);
  });
  return codes;
}

/**
 * Lets an admin turn off the second factor of a user who lost it. Ends all of the user's sessions and emails the user.
 * @throws DomainError not_found; conflict if the second factor is off or is the admin's own
 */
export async function resetTwoFactor(
  deps: Deps,
  admin: AdminActor,
  userId: string,
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) throw notFound('User');
    // Compares the stored id, because `userId` may be in capital letters.
    if (account.id === admin.userId) {
      throw new DomainError('conflict', 'Your own second factor is turned off in your profile, with a code.');
    }
    if (account.twoFactorEnabledAt === null) throw offError();
    await endEverySession(trx, userId);
    await removeTwoFactor(trx, userId);
    await emailChange(deps, trx, account, 'two_factor_reset');
    await recordAudit(trx, {
      actorId: admin.userId,
      action: 'user.two_factor_reset',
      subjectType: 'user',
      subjectId: account.id,
      metadata,
    });
  });
}
