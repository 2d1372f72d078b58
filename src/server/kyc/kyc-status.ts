import type { KycStatus } from '../../shared/enums.ts';

const decided: readonly KycStatus[] = ['approved', 'rejected'];

/**
 * A user's status is the status of their newest application, but an approval stays valid until a newer application is
 * decided.
 * @param newestFirst - statuses of the applications that are not superseded
 */
export function personKycStatus(newestFirst: readonly KycStatus[]): KycStatus {
  const [newest = 'pending'] = newestFirst;
  if (decided.includes(newest)) return newest;
  const lastDecision = newestFirst.find((status) => decided.includes(status));
  return lastDecision === 'approved' ? 'approved' : newest;
}
