import type { Role } from '../../shared/enums.ts';
import { limits } from '../../shared/limits.ts';
import { isCoach } from '../access/coach-access.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { isCommonPassword } from './common-passwords.ts';
import { setPasswordRejected } from './security.queries.ts';

/**
 * Applies the setting `passwordPolicy = strict`, which rejects common passwords, and short ones for admins. The schemas
 * require at least six characters under every policy.
 * @param field the form field that shows the error
 * @throws DomainError invalid_input
 */
export async function checkNewPassword(
  deps: Pick<Deps, 'db' | 'config'>,
  password: string,
  role: Role,
  field: 'password' | 'newPassword',
): Promise<void> {
  const refusal = await passwordProblem(deps, password, role);
  if (refusal !== undefined)
    throw new DomainError('invalid_input', refusal, { fields: { [field]: refusal } });
}

/**
 * Checks the existing password of an admin or a coach against the strict policy at login, the only time it is known in
 * plain text. If the policy rejects it, they can log in but have only a student's rights until the password is changed.
 */
export async function judgeStaffPassword(
  deps: Deps,
  account: Pick<UserRow, 'id' | 'role' | 'password_refused_at'>,
  password: string,
): Promise<void> {
  const { id: userId, role, password_refused_at: rejectedAt } = account;
  const problem = await passwordProblem(deps, password, 'admin');
  const isRejected = problem !== undefined && (role === 'admin' || (await isCoach(deps, { userId, role })));
  if (isRejected === (rejectedAt !== null)) return;
  await setPasswordRejected(deps.db, userId, isRejected ? deps.now() : null);
}

/** The error message if the current policy rejects a password; undefined if it accepts it. */
export async function passwordProblem(
  deps: Pick<Deps, 'db' | 'config'>,
  password: string,
  role: Role,
): Promise<string | undefined> {
  const { passwordPolicy } = await getSettings(deps);
  return passwordPolicy === 'strict' ? strictProblem(password, role) : undefined;
}

async function strictProblem(password: string, role: Role): Promise<string | undefined> {
  if (role === 'admin' && [...password].length < limits.adminPasswordMinLength) {
    return `Passwords of admins must be at least ${limits.adminPasswordMinLength} characters`;
  }
  return (await isCommonPassword(password))
    ? 'This is one of the passwords that are tried first. Please choose another.'
    : undefined;
}
