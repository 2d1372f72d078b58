import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notSignedIn } from '../errors.ts';
import { type Account, findAccount } from './privacy.queries.ts';

/**
 * Makes sure that the one who asks knows the password, and not only holds an open session (D-61, D-62).
 * @throws DomainError invalid_input with the field `password`, too_many_attempts, busy
 */
export async function confirmPassword(deps: Deps, actor: Actor, password: string): Promise<Account> {
  await deps.attemptLimits.count('confirmPasswordPerAccount', actor.userId);
  const account = await findAccount(deps.db, actor.userId);
  if (!account) throw notSignedIn();
  if (!(await deps.passwords.matches(account.passwordHash, password))) {
    throw new DomainError('invalid_input', 'Please check your password', {
      fields: { password: 'This is not your password' },
    });
  }
  await deps.attemptLimits.forget('confirmPasswordPerAccount', account.id);
  return account;
}
