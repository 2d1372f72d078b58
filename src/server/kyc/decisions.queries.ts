import { sql } from 'kysely';
import { type KycStatus, openKycStatuses } from '../../shared/enums.ts';
import type { RequestedItem } from '../../shared/kyc/kyc-reasons.ts';
import type { Trx } from '../platform/db/database.ts';
import type { KycApplicationRow } from '../platform/db/tables/kyc-tables.ts';

/** Supersedes approved applications that are older than this one. @returns their ids */
export async function supersedeOlderApproved(
  trx: Trx,
  newer: KycApplicationRow,
  now: Date,
): Promise<string[]> {
  const rows = await trx
    .updateTable('kyc_applications')
    .set({ superseded_at: now, updated_at: now })
    .where('user_id', '=', newer.user_id)
    .where('superseded_at', 'is', null)
    .where('status', '=', 'approved')
    .where('created_at', '<', newer.created_at)
    .where('id', '<>', newer.id)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Whether the user has another open application. */
export async function hasOtherOpen(trx: Trx, application: KycApplicationRow): Promise<boolean> {
  const row = await trx
    .selectFrom('kyc_applications')
    .select('id')
    .where('user_id', '=', application.user_id)
    .where('id', '<>', application.id)
    .where('superseded_at', 'is', null)
    .where('status', 'in', openKycStatuses)
    .executeTakeFirst();
  return row !== undefined;
}

/** The columns that a decision sets, besides the status. */
export type DecisionColumns = Pick<
  KycApplicationRow,
  'admin_notes' | 'internal_notes' | 'reason_code' | 'can_resubmit' | 'requested_items'
>;

/** @returns false if the application is no longer in `from` and `asked`, because another admin decided first */
export async function moveApplication(
  trx: Trx,
  move: {
    id: string;
    from: KycStatus;
    asked: readonly RequestedItem[];
    to: KycStatus;
    reviewerId: string;
  } & DecisionColumns,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('kyc_applications')
    .set({
      status: move.to,
      admin_notes: move.admin_notes,
      reason_code: move.reason_code,
      can_resubmit: move.can_resubmit,
      requested_items: [...move.requested_items],
      // Internal notes stay until new ones are written. A decided case has no assignee.
      ...(move.internal_notes !== null && { internal_notes: move.internal_notes }),
      ...(!openKycStatuses.includes(move.to) && { assigned_to: null, assigned_at: null }),
      reviewed_by: move.reviewerId,
      reviewed_at: now,
      updated_at: now,
    })
    .where('id', '=', move.id)
    .where('status', '=', move.from)
    .where(sql<boolean>`requested_items = ${`{${move.asked.join(',')}}`}::text[]`)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
