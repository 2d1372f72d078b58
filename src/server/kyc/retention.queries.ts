import { sql } from 'kysely';
import type { RequestedItem } from '../../shared/kyc/kyc-reasons.ts';
import type { Trx } from '../platform/db/database.ts';
import type { KycApplicationRow } from '../platform/db/tables/kyc-tables.ts';

/**
 * Erases the document numbers, except their last characters, of applications that were approved, rejected or superseded
 * before `decidedBefore`, and marks their documents as erased. Skips locked rows, which are being changed.
 * @returns these applications, at most `limit`, with the uploads to erase
 */
export async function markDocumentsErased(
  trx: Trx,
  decidedBefore: Date,
  now: Date,
  limit: number,
): Promise<Pick<KycApplicationRow, 'id' | 'user_id' | 'document_upload1' | 'document_upload2'>[]> {
  const decidedAt = sql<string>`case when status in ('approved', 'rejected') then reviewed_at else superseded_at end`;
  const due = trx
    .selectFrom('kyc_applications')
    .select('id')
    .where('documents_erased_at', 'is', null)
    .where(decidedAt, '<', decidedBefore.toISOString())
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return trx
    .updateTable('kyc_applications')
    .set({
      documents_erased_at: now,
      document_number1: null,
      document_number2: null,
      document_number_sealed1: null,
      document_number_sealed2: null,
      document_number_hash1: null,
      document_number_hash2: null,
    })
    .where('id', 'in', due)
    .returning(['id', 'user_id', 'document_upload1', 'document_upload2'])
    .execute();
}

/** Marks all of a user's documents as erased, and erases their numbers including the last characters. */
export async function markDocumentsOfUserErased(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('kyc_applications')
    .set((eb) => ({
      documents_erased_at: eb.fn.coalesce('documents_erased_at', eb.cast<string>(eb.val(now), 'timestamptz')),
      document_number1: null,
      document_number2: null,
      document_number_sealed1: null,
      document_number_sealed2: null,
      document_number_hash1: null,
      document_number_hash2: null,
      document_number_tail1: null,
      document_number_tail2: null,
    }))
    .where('user_id', '=', userId)
    .execute();
}

/** Returns an application to its applicant with these requested items. */
export async function requestItems(
  trx: Trx,
  id: string,
  items: readonly RequestedItem[],
  now: Date,
): Promise<void> {
  await trx
    .updateTable('kyc_applications')
    .set({ status: 'requires_review', requested_items: [...items], updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Records the status of each of the user's applications, and when it was sent and decided, without personal data. */
export async function insertTombstones(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .insertInto('kyc_tombstones')
    .columns([
      'application_id',
      'user_id',
      'status',
      'reason_code',
      'submitted_at',
      'reviewed_at',
      'reviewed_by',
      'superseded_at',
      'documents_erased_at',
      'buried_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('kyc_applications')
        .select((application) => [
          'id',
          'user_id',
          'status',
          'reason_code',
          'created_at',
          'reviewed_at',
          'reviewed_by',
          'superseded_at',
          application.fn
            .coalesce('documents_erased_at', application.cast<string>(application.val(now), 'timestamptz'))
            .as('erased_at'),
          application.cast<string>(application.val(now), 'timestamptz').as('buried_at'),
        ])
        .where('user_id', '=', userId),
    )
    .execute();
}
