import { hourMs } from '../../shared/durations.ts';
import type { UploadPurpose } from '../../shared/limits.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import type { Trx } from '../platform/db/database.ts';
import { readSettings } from '../settings/settings.operations.ts';
import type { UploadOwner } from './upload-owner.ts';
import { findWaiting, lockOwner, sumUnclaimedBytes } from './uploads.queries.ts';

const gibibyte = 1024 ** 3;

/**
 * Maximum number of waiting uploads per user or visitor: files that arrived but were not submitted with a form, and
 * uploads that were requested in the last hour and have not arrived.
 */
const maxWaiting = 20;

/** Maximum total size of unclaimed uploads per purpose, so that visitors cannot use up the space of students. */
const maxUnclaimedBytes: Record<UploadPurpose, number> = {
  registration: 4 * gibibyte,
  kyc: 4 * gibibyte,
  product: 8 * gibibyte,
  session_video: 20 * gibibyte,
  captions: gibibyte,
  picture: 4 * gibibyte,
  dispute_evidence: gibibyte,
  answer_voice: gibibyte,
};

/**
 * Checks that one more upload of `bytes` fits the limits. Serializes this owner's requests until `trx` ends.
 * @throws DomainError too_many_attempts, storage_full
 */
export async function assertQuota(
  deps: Pick<Deps, 'config'>,
  trx: Trx,
  owner: UploadOwner,
  purpose: UploadPurpose,
  bytes: number,
  now: Date,
): Promise<void> {
  await lockOwner(trx, owner);
  const waiting = await findWaiting(trx, owner, new Date(now.getTime() - hourMs));
  if (waiting.length >= maxWaiting) {
    const { unclaimedUploadHours } = await readSettings(deps, trx);
    const ends = waiting.map(
      ({ status, created_at }) =>
        // A secured file is erased by the first hourly sweep after `unclaimedUploadHours`.
        Date.parse(created_at) + (status === 'issued' ? 1 : unclaimedUploadHours + 1) * hourMs,
    );
    throw new DomainError(
      'too_many_attempts',
      `You have ${maxWaiting} uploads that were not submitted. Please try again later.`,
      // At least a minute, because the sweep may be late.
      { retryAfterSeconds: Math.max(60, Math.ceil((Math.min(...ends) - now.getTime()) / 1000)) },
    );
  }
  if ((await sumUnclaimedBytes(trx, purpose)) + bytes > maxUnclaimedBytes[purpose]) {
    throw new DomainError(
      'storage_full',
      'There is no room for more uploads right now. Please try again later.',
    );
  }
}
