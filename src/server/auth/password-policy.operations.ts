import type { Role } from '../../shared/enums.ts';
import { limits } from '../../shared/limits.ts';
import { passwordSchema } from '../../shared/text-schemas.ts';
import { findActiveAdmins } from '../access/active-admins.ts';
import { isCoach } from '../access/coach-access.operations.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../errors.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { setPasswordRejected } from './accounts.queries.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Admins and coaches are staff. */
type PasswordRules = 'student' | 'staff';

export async function passwordRulesFor(deps: Deps, user: { id: string; role: Role }): Promise<PasswordRules> {
  const isStaff = user.role === 'admin' || (await isCoach(deps, { userId: user.id, role: user.role }));
  return isStaff ? 'staff' : 'student';
}

/**
 * Applies the setting `passwordPolicy = strict`, which rejects common passwords, and short ones for staff. The schemas
 * require at least six characters under every policy.
 * @param field - the form field that shows the error
 * @throws DomainError invalid_input
 */
export async function checkNewPassword(
  deps: Pick<Deps, 'db' | 'config'>,
  password: string,
  rules: PasswordRules,
  field: 'password' | 'newPassword',
): Promise<void> {
  const problem = await passwordProblem(deps, password, rules);
  if (problem !== undefined) throw invalidField(field, problem);
}

/**
 * Checks the existing password of an admin or a coach against the current policy. Called at login, when the server
 * knows the password in plain text. If the policy rejects the password, the user can log in but has only a student's
 * rights until the password is changed.
 */
export async function checkStaffPassword(
  deps: Deps,
  account: Pick<UserRow, 'id' | 'role' | 'password_refused_at'>,
  password: string,
): Promise<void> {
  const problem = await passwordProblem(deps, password, 'staff');
  const isRejected = problem !== undefined && (await passwordRulesFor(deps, account)) === 'staff';
  if (isRejected === (account.password_refused_at !== null)) return;
  await setPasswordRejected(deps.db, account.id, isRejected ? deps.now() : null);
}

/** The error message if the current policy rejects a password; undefined if it accepts it. */
async function passwordProblem(
  deps: Pick<Deps, 'db' | 'config'>,
  password: string,
  rules: PasswordRules,
): Promise<string | undefined> {
  const { passwordPolicy } = await getSettings(deps);
  return passwordPolicy === 'strict' ? strictProblem(password, rules) : undefined;
}

/**
 * The error message if a new admin's `ADMIN_PASSWORD` is not allowed. In production, the strict policy applies while
 * no admin can log in, because nobody can choose a policy then.
 */
export async function configuredPasswordProblem(
  deps: Pick<Deps, 'db' | 'config'>,
  password: string,
): Promise<string | undefined> {
  const isFirst = (await findActiveAdmins(deps.db)).length === 0;
  const problem =
    deps.config.production && isFirst
      ? await strictProblem(password, 'staff')
      : await passwordProblem(deps, password, 'staff');
  return problem ?? passwordSchema.safeParse(password).error?.issues[0]?.message;
}

async function strictProblem(password: string, rules: PasswordRules): Promise<string | undefined> {
  if (rules === 'staff' && [...password].length < limits.adminPasswordMinLength) {
    return `Passwords of admins and coaches must be at least ${limits.adminPasswordMinLength} characters`;
  }
  return (await isCommonPassword(password))
    ? 'This is one of the passwords that attackers try first. Please choose another.'
    : undefined;
}
