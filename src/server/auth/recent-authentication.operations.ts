import type { ConfirmIdentityInput } from '../../shared/auth/sign-in-security.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { Actor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notSignedIn } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import { type AccountRow, findAccount } from './accounts.queries.ts';
import { redeemCode, wrongCodeText } from './second-step.operations.ts';
import { confirmSession } from './signed-in-devices.queries.ts';

/**
 * Verifies the user's password and, if the second factor is on, redeems the code.
 * @throws DomainError not_signed_in, invalid_input with the field `password` or `code`, too_many_attempts, busy
 */
export async function proveOwner(
  deps: Deps,
  actor: Actor,
  proof: { password: string; code?: string | undefined },
): Promise<AccountRow> {
  const account = await matchPassword(deps, actor, proof.password);
  if (account.twoFactorEnabledAt !== null) {
    if (proof.code === undefined) throw unprovenError('code', 'Enter the code of your authenticator app');
    await deps.attemptLimits.count('codePerAccount', account.id);
    if ((await redeemCode(deps, account.id, proof.code)) === undefined) {
      throw unprovenError('code', wrongCodeText(proof.code));
    }
    await deps.attemptLimits.forget('codePerAccount', account.id);
  }
  await deps.attemptLimits.forget('confirmPasswordPerAccount', account.id);
  return account;
}

/** Counts the attempt; the caller resets the limit. @throws DomainError the errors of `checkPassword` */
async function matchPassword(deps: Deps, actor: Actor, password: string): Promise<AccountRow> {
  await deps.attemptLimits.count('confirmPasswordPerAccount', actor.userId);
  const account = await findAccount(deps.db, actor.userId);
  if (!account) throw notSignedIn();
  if (!(await deps.passwords.matches(account.passwordHash, password))) {
    throw unprovenError('password', 'That password is not right');
  }
  return account;
}

/**
 * Verifies the password that a form asks for.
 * @throws DomainError not_signed_in, invalid_input with the field `password`, too_many_attempts, busy
 */
export async function checkPassword(deps: Deps, actor: Actor, password: string): Promise<AccountRow> {
  const account = await matchPassword(deps, actor, password);
  await deps.attemptLimits.forget('confirmPasswordPerAccount', account.id);
  return account;
}

/**
 * Verifies the password like `checkPassword`. If the second factor is on, the session must also have confirmed the
 * user's identity recently.
 * @throws DomainError step_up_required, and the errors of `checkPassword`
 */
export async function provePassword(deps: Deps, actor: Actor, password: string): Promise<AccountRow> {
  const account = await checkPassword(deps, actor, password);
  if (account.twoFactorEnabledAt !== null) requireRecentAuthentication(deps, actor);
  return account;
}

function unprovenError(field: 'password' | 'code', message: string): DomainError {
  const summary = field === 'password' ? 'Please check your password' : 'Please check the code';
  return new DomainError('invalid_input', summary, { fields: { [field]: message } });
}

/**
 * Marks the session as recently authenticated, for 15 minutes.
 * @throws DomainError the errors of `proveOwner`; also not_signed_in if there is no session or it has ended
 */
export async function confirmIdentity(
  deps: Deps,
  actor: Actor,
  input: ConfirmIdentityInput,
  metadata: RequestMetadata,
): Promise<void> {
  const account = await proveOwner(deps, actor, input);
  const { sessionId } = actor;
  if (sessionId === undefined) throw notSignedIn();
  await inTransaction(deps.db, async (trx) => {
    if (!(await confirmSession(trx, account.id, sessionId, deps.now()))) throw notSignedIn();
    await recordAudit(trx, {
      actorId: account.id,
      action: 'user.identity_confirmed',
      subjectType: 'user',
      subjectId: account.id,
      metadata,
    });
  });
}
