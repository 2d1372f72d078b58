import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { findSeenUntil } from './event-pulls.queries.ts';

/** The pull that a restore asks for: payment pages that were opened since the backup are not all known here. */
export const recoveryName = 'restore';

/** Whether a backup was restored and what was paid since is not wholly read yet. */
export async function isRecovering(deps: Pick<Deps, 'db'>): Promise<boolean> {
  return (await findSeenUntil(deps.db, recoveryName)) !== undefined;
}

/**
 * Nothing is sold before everything that was paid since the restored backup is known: it would be sold a second time.
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
