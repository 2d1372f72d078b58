import type { UploadPurpose } from '../../shared/limits.ts';
import { DomainError } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import type { UploadOwner } from './upload-owner.ts';
import { countWaiting, lockOwner, sumUnclaimedBytes } from './uploads.queries.ts';

const gibibyte = 1024 ** 3;
const hour = 60 * 60 * 1000;

/** What one person or browser may leave unclaimed. */
const maxWaiting = 20;

/** What all unclaimed uploads of a purpose may hold together: visitors cannot take the room of students. */
const maxUnclaimedBytes: Record<UploadPurpose, number> = {
  registration: 4 * gibibyte,
  kyc: 4 * gibibyte,
  product: 8 * gibibyte,
  session_video: 20 * gibibyte,
  captions: gibibyte,
};

/**
 * Whether one more upload may begin. Lets one request of this owner at a time through until `trx` ends.
 * @throws DomainError too_many_attempts, storage_full
 */
export async function assertRoom(
  trx: Trx,
  owner: UploadOwner,
  purpose: UploadPurpose,
  bytes: number,
  now: Date,
): Promise<void> {
  await lockOwner(trx, owner);
  if ((await countWaiting(trx, owner, new Date(now.getTime() - hour))) >= maxWaiting) {
    throw new DomainError(
      'too_many_attempts',
      `You have ${maxWaiting} uploaded files that were not submitted. Please try again in an hour.`,
      { retryAfterSeconds: 3_600 },
    );
  }
  if ((await sumUnclaimedBytes(trx, purpose)) + bytes > maxUnclaimedBytes[purpose]) {
    throw new DomainError(
      'storage_full',
      'There is no room for more uploads right now. Please try again later.',
    );
  }
}
