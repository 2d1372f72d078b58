import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { findSeenUntil } from './event-pulls.queries.ts';

/**
 * The name of the row in `stripe_event_pulls` that exists after a restore until all payment pages opened since the
 * backup have been read.
 */
export const recoveryName = 'restore';

/** Whether a backup was restored, and not all payment pages opened since the backup have been read. */
export async function isRecovering(deps: Pick<Deps, 'db'>): Promise<boolean> {
  return (await findSeenUntil(deps.db, recoveryName)) !== undefined;
}

/**
 * Blocks sales until all payments since the restored backup are known, because products could be sold twice.
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
