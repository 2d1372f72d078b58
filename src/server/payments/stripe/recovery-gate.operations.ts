import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { findSeenUntil } from './event-pulls.queries.ts';

/**
 * The name of a row in `stripe_event_pulls`. It exists from the restore of a backup until the academy has read from
 * Stripe every payment page that was opened since that backup.
 */
export const recoveryName = 'restore';

/** Whether a backup was restored, and payment pages opened since that backup must still be read from Stripe. */
export async function isRecovering(deps: Pick<Deps, 'db'>): Promise<boolean> {
  return (await findSeenUntil(deps.db, recoveryName)) !== undefined;
}

/**
 * Blocks sales while `isRecovering`. Otherwise, a student could pay again for a product that they bought after the
 * backup.
 * @throws DomainError payments_unavailable
 */
export async function assertRecovered(deps: Pick<Deps, 'db'>): Promise<void> {
  if (!(await isRecovering(deps))) return;
  throw new DomainError(
    'payments_unavailable',
    'We are reading earlier payments again, and nothing is sold until that is done. Please try again in a few minutes.',
    { retryAfterSeconds: 60 },
  );
}
