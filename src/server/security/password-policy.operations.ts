import type { Role } from '../../shared/enums.ts';
import { limits } from '../../shared/limits.ts';
import { isCommonPassword } from '../../shared/password-strength.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { getSettings } from '../settings/settings.operations.ts';

/**
 * D-72: with the setting `passwordPolicy = strict` common passwords are refused, and short ones of admins. The minimum
 * of six characters holds in any case, in the schemas.
 * @param field where the form shows the refusal
 * @throws DomainError invalid_input
 */
export async function checkNewPassword(
  deps: Pick<Deps, 'db'>,
  password: string,
  role: Role,
  field: 'password' | 'newPassword',
): Promise<void> {
  const { passwordPolicy } = await getSettings(deps);
  if (passwordPolicy !== 'strict') return;
  const refusal = refusalOf(password, role);
  if (refusal !== undefined)
    throw new DomainError('invalid_input', refusal, { fields: { [field]: refusal } });
}

function refusalOf(password: string, role: Role): string | undefined {
  if (role === 'admin' && [...password].length < limits.adminPasswordMinLength) {
    return `Passwords of admins must be at least ${limits.adminPasswordMinLength} characters`;
  }
  return isCommonPassword(password)
    ? 'This is one of the passwords that are tried first. Please choose another.'
    : undefined;
}
