import { confirmationMinutes } from '../../shared/auth/sign-in-security.ts';
import { minuteMs } from '../../shared/durations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { LimitName } from '../platform/attempt-limits.ts';

/**
 * Guards the most sensitive actions, for which an open session is not enough. Logging in also counts as recent
 * authentication.
 * @throws DomainError step_up_required: the client confirms password and code (`confirmIdentity`) and retries
 */
export function requireRecentAuthentication(deps: Pick<Deps, 'now'>, actor: Actor): void {
  if (hasRecentAuthentication(deps, actor)) return;
  throw new DomainError('step_up_required', 'Please confirm that it is you, then try again');
}

/** Whether the user of this session has confirmed their identity recently. */
export function hasRecentAuthentication(deps: Pick<Deps, 'now'>, actor: Actor): boolean {
  if (actor.confirmedAt === undefined) return false;
  return deps.now().getTime() - Date.parse(actor.confirmedAt) < confirmationMinutes * minuteMs;
}

/**
 * Guards actions that are harmful only in large numbers. A few are allowed without recent authentication.
 * @param limit - the rate limit of these actions without recent authentication, counted per account
 * @throws DomainError step_up_required
 */
export async function requireRecentAuthenticationBeyond(
  deps: Pick<Deps, 'now' | 'attemptLimits'>,
  actor: Actor,
  limit: LimitName,
): Promise<void> {
  if (hasRecentAuthentication(deps, actor)) return;
  try {
    await deps.attemptLimits.count(limit, actor.userId);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_many_attempts') {
      requireRecentAuthentication(deps, actor);
    }
    throw error;
  }
}
