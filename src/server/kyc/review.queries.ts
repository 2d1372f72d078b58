import { sql } from 'kysely';
import { type KycStatus, openKycStatuses } from '../../shared/enums.ts';
import type { RequestedItem } from '../../shared/kyc/kyc-reasons.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { nameColumns } from '../platform/db/name-columns.ts';
import type { FormerDecision, KycApplicationRow } from '../platform/db/tables/kyc-tables.ts';
import { waitsForApplicant } from '../platform/db/waits-for-applicant.ts';
import { type AgeRule, flagColumns } from './flags.queries.ts';

/** The open application of each of these users, with its flags. */
export async function findOpenOf(db: Db, userIds: readonly string[], ages: AgeRule) {
  if (userIds.length === 0) return [];
  return db
    .selectFrom('kyc_applications as application')
    .innerJoin('users as person', 'person.id', 'application.user_id')
    .select(['application.id', 'application.user_id', ...flagColumns(ages)])
    .select(waitsForApplicant('application').as('waits_for_applicant'))
    .where('application.user_id', 'in', userIds)
    .where('application.superseded_at', 'is', null)
    .where('application.status', 'in', openKycStatuses)
    .execute();
}

export type MatchRow = Awaited<ReturnType<typeof findSameNumber>>[number];

const maxMatches = 5;

/** The newest applications of other users that share a document number with this one. */
export async function findSameNumber(db: Db, row: KycApplicationRow) {
  const hashes = [row.document_number_hash1, row.document_number_hash2].filter((hash) => hash !== null);
  if (hashes.length === 0) return [];
  return matches(db, row)
    .where((eb) =>
      eb.or([
        eb('other.document_number_hash1', 'in', hashes),
        eb('other.document_number_hash2', 'in', hashes),
      ]),
    )
    .execute();
}

/** The newest applications of other users that share a file with this one. */
export async function findSameFile(db: Db, row: KycApplicationRow) {
  return (
    matches(db, row)
      // The query goes from files to applications, because each of these steps has an index.
      .where(sql<boolean>`other.id = any(array(
      with theirs as (select uploads.id from uploads mine
        join uploads on uploads.image_hash = mine.image_hash
        where mine.id in (${row.document_upload1}, ${row.document_upload2})
          and uploads.status = 'claimed' and uploads.user_id <> ${row.user_id})
      select id from kyc_applications where document_upload1 in (select id from theirs)
      union select id from kyc_applications where document_upload2 in (select id from theirs)))`)
      .execute()
  );
}

function matches(db: Db, row: KycApplicationRow) {
  return db
    .selectFrom('kyc_applications as other')
    .select([
      'other.id',
      'other.first_name',
      'other.last_name',
      'other.status',
      'other.reviewed_at',
      'other.created_at',
    ])
    .where('other.user_id', '<>', row.user_id)
    .orderBy('other.created_at', 'desc')
    .orderBy('other.id')
    .limit(maxMatches);
}

/** @returns false if another admin has the case, or if it is not open */
export async function claimCase(trx: Trx, id: string, adminId: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('kyc_applications')
    .set({ assigned_to: adminId, assigned_at: now })
    .where('id', '=', id)
    .where('superseded_at', 'is', null)
    .where('status', 'in', openKycStatuses)
    .where((eb) => eb.or([eb('assigned_to', 'is', null), eb('assigned_to', '=', adminId)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** @returns false if the case is not assigned to this admin */
export async function releaseCase(trx: Trx, id: string, adminId: string): Promise<boolean> {
  const result = await trx
    .updateTable('kyc_applications')
    .set({ assigned_to: null, assigned_at: null })
    .where('id', '=', id)
    .where('assigned_to', '=', adminId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function releaseCasesOf(trx: Trx, adminId: string): Promise<void> {
  await trx
    .updateTable('kyc_applications')
    .set({ assigned_to: null, assigned_at: null })
    .where('assigned_to', '=', adminId)
    .execute();
}

/** The latest accesses to these documents by users other than their owner, from the audit log. */
export async function findDocumentViews(
  db: Db,
  ownerId: string,
  uploadIds: readonly string[],
  limit: number,
) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users as person', 'person.id', 'audit_log.actor_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.action',
      'audit_log.subject_id',
      ...nameColumns('person', 'actor'),
    ])
    .where('audit_log.subject_type', '=', 'document')
    .where('audit_log.subject_id', 'in', uploadIds)
    .where('audit_log.actor_id', 'is distinct from', ownerId)
    .where('audit_log.action', 'in', ['document.viewed', 'document.downloaded'])
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * The latest event of an application. If a submission (the only kind without a `from_status`) has the same time as
 * another event, the submission came first.
 */
export async function findLastEvent(trx: Trx, applicationId: string) {
  return trx
    .selectFrom('kyc_events')
    .select(['id', 'kind', 'actor_id', 'from_status', 'to_status', 'created_at', 'former'])
    .where('application_id', '=', applicationId)
    .orderBy('created_at', 'desc')
    .orderBy('from_status', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
}

/**
 * Restores an application as it was before a decision, and the applications that the decision superseded.
 * @returns false if the application has changed in the meantime
 */
export async function restoreDecision(
  trx: Trx,
  application: KycApplicationRow,
  { supersededIds, ...columns }: FormerDecision,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('kyc_applications')
    .set({ ...columns, updated_at: now })
    .where('id', '=', application.id)
    .where('status', '=', application.status)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  if (supersededIds.length > 0) {
    await trx
      .updateTable('kyc_applications')
      .set({ superseded_at: null, updated_at: now })
      .where('id', 'in', supersededIds)
      .execute();
  }
  return true;
}

export async function hasAppeal(trx: Trx, applicationId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('kyc_events')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('kind', '=', 'appeal')
    .executeTakeFirst();
  return row !== undefined;
}

/** Reopens a rejected application for review after an appeal. @returns false if there is no final rejection */
export async function reopenForAppeal(trx: Trx, id: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('kyc_applications')
    .set({ status: 'requires_review', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'rejected')
    .where('can_resubmit', '=', false)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

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

/** The columns that a decision sets, in addition to the status. */
export type DecisionColumns = Pick<
  KycApplicationRow,
  'admin_notes' | 'internal_notes' | 'reason_code' | 'can_resubmit' | 'requested_items'
>;

/**
 * @returns false if the application was superseded, or its status and requested items are no longer `from` and
 * `fromItems`
 */
export async function moveApplication(
  trx: Trx,
  move: {
    id: string;
    from: KycStatus;
    fromItems: readonly RequestedItem[];
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
    .where(sql<boolean>`requested_items = ${`{${move.fromItems.join(',')}}`}::text[]`)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
