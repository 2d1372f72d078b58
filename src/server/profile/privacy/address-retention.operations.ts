import { retention } from '../../../shared/profile/retention.ts';
import { addMonths } from '../../../shared/time-zone.ts';
import type { Deps } from '../../deps.ts';
import { clearRecordAddresses, deleteExpiredLimits } from './privacy.queries.ts';

/**
 * Clears IP addresses from audit log entries, consents and identity reviews that are older than
 * `retention.recordIpMonths`, and deletes expired rate limits.
 * @returns the number of IP addresses cleared
 */
export async function sweepAddresses(deps: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const now = deps.now();
  await deleteExpiredLimits(deps.db, now);
  return clearRecordAddresses(deps.db, addMonths(now, -retention.recordIpMonths));
}
