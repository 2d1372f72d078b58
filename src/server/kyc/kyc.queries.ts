import { type Insertable, sql, type Updateable } from 'kysely';
import type { KycStatus } from '../../shared/enums.ts';
import type { Db, Trx } from '../db/database.ts';
import type {
  KycApplicationRow,
  KycApplicationsTable,
  KycEventsTable,
  NewKycApplication,
  UserRow,
} from '../db/schema.ts';
import { type AgeRule, flagColumns } from './flags.queries.ts';

const openStatuses: readonly KycStatus[] = ['pending', 'requires_review'];

/** Holds off other submissions and decisions of the same person until the end of the transaction. */
export async function lockUser(trx: Trx, id: string): Promise<UserRow | undefined> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateUserKycStatus(
  trx: Trx,
  userId: string,
  status: KycStatus,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ kyc_status: status, updated_at: now })
    .where('id', '=', userId)
    .where('kyc_status', '<>', status)
    .execute();
}

/** When this person's applications since `since` were sent, oldest first. */
export async function findSubmissionTimes(trx: Trx, userId: string, since: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('kyc_applications')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', since.toISOString())
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.created_at);
}

export async function insertApplication(
  trx: Trx,
  application: NewKycApplication,
): Promise<KycApplicationRow> {
  return trx.insertInto('kyc_applications').values(application).returningAll().executeTakeFirstOrThrow();
}

export async function insertEvent(trx: Trx, event: Insertable<KycEventsTable>): Promise<string> {
  const row = await trx.insertInto('kyc_events').values(event).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** D-25: a newer application takes the place of open ones. */
export async function supersedeOpen(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('kyc_applications')
    .set({ superseded_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('superseded_at', 'is', null)
    .where('status', 'in', openStatuses)
    .execute();
}

/** D-26: of two approved applications the newer counts. @returns the ids of the older ones */
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

export async function findApplication(db: Db | Trx, id: string): Promise<KycApplicationRow | undefined> {
  return db.selectFrom('kyc_applications').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether the person has another application in the queue. */
export async function hasOtherOpen(trx: Trx, application: KycApplicationRow): Promise<boolean> {
  const row = await trx
    .selectFrom('kyc_applications')
    .select('id')
    .where('user_id', '=', application.user_id)
    .where('id', '<>', application.id)
    .where('superseded_at', 'is', null)
    .where('status', 'in', openStatuses)
    .executeTakeFirst();
  return row !== undefined;
}

/** Statuses of the applications that count, newest first. */
export async function findCurrentStatuses(trx: Trx, userId: string): Promise<KycStatus[]> {
  const rows = await trx
    .selectFrom('kyc_applications')
    .select('status')
    .where('user_id', '=', userId)
    .where('superseded_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => row.status);
}

/** What a decision says, besides the status. */
export type DecisionColumns = Pick<
  KycApplicationRow,
  'admin_notes' | 'internal_notes' | 'reason_code' | 'can_resubmit' | 'requested_items'
>;

/** @returns false when the application is no longer in `from`: somebody else was first (KYC-9). */
export async function moveApplication(
  trx: Trx,
  move: { id: string; from: KycStatus; to: KycStatus; reviewerId: string } & DecisionColumns,
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
      // Remarks among admins stay until somebody writes newer ones; a decided case is nobody's.
      ...(move.internal_notes !== null && { internal_notes: move.internal_notes }),
      ...(!openStatuses.includes(move.to) && { assigned_to: null, assigned_at: null }),
      reviewed_by: move.reviewerId,
      reviewed_at: now,
      updated_at: now,
    })
    .where('id', '=', move.id)
    .where('status', '=', move.from)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function findApplicationsOf(
  db: Db,
  userId: string,
  limit: number,
): Promise<(KycApplicationRow & { appealed_at: string | null })[]> {
  return db
    .selectFrom('kyc_applications')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('kyc_events')
        .select('kyc_events.created_at')
        .whereRef('kyc_events.application_id', '=', 'kyc_applications.id')
        .where('kyc_events.kind', '=', 'appeal')
        .as('appealed_at'),
    )
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type AdminApplicationFilter = {
  id?: string | undefined;
  userId?: string | undefined;
  /** Only applications that count in this status: not the superseded ones. */
  status?: KycStatus | undefined;
  ages: AgeRule;
  limit: number;
  offset: number;
};

export type AdminApplicationRow = Awaited<ReturnType<typeof findApplicationsForAdmin>>[number];

/** Newest first, each with its person, its reviewer and what became of its documents. */
export async function findApplicationsForAdmin(db: Db, filter: AdminApplicationFilter) {
  const { id, userId, status } = filter;
  return db
    .selectFrom('kyc_applications as application')
    .innerJoin('users as person', 'person.id', 'application.user_id')
    .leftJoin('users as reviewer', 'reviewer.id', 'application.reviewed_by')
    .leftJoin('users as assignee', 'assignee.id', 'application.assigned_to')
    .innerJoin('uploads as front', 'front.id', 'application.document_upload1')
    .innerJoin('uploads as back', 'back.id', 'application.document_upload2')
    .selectAll('application')
    .select([
      'person.email as user_email',
      'person.first_name as user_first_name',
      'person.last_name as user_last_name',
      'person.role as user_role',
      'person.kyc_status as user_kyc_status',
      'person.created_at as user_created_at',
      'reviewer.first_name as reviewer_first_name',
      'reviewer.last_name as reviewer_last_name',
      'assignee.first_name as assignee_first_name',
      'assignee.last_name as assignee_last_name',
      ...flagColumns(filter.ages),
      'front.status as front_upload_status',
      'front.content_type as front_content_type',
      'back.status as back_upload_status',
      'back.content_type as back_content_type',
    ])
    .$if(id !== undefined, (query) => query.where('application.id', '=', id ?? ''))
    .$if(userId !== undefined, (query) => query.where('application.user_id', '=', userId ?? ''))
    .$if(status !== undefined, (query) =>
      query
        .where('application.status', '=', status ?? 'pending')
        .where('application.superseded_at', 'is', null),
    )
    .orderBy('application.created_at', 'desc')
    .orderBy('application.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
}

export type EventRow = Awaited<ReturnType<typeof findEvents>>[number];

/** The history of all these applications in one read, oldest first. */
export async function findEvents(db: Db, applicationIds: readonly string[]) {
  if (applicationIds.length === 0) return [];
  return (
    db
      .selectFrom('kyc_events as event')
      .leftJoin('users as person', 'person.id', 'event.actor_id')
      .select([
        'event.id',
        'event.application_id',
        'event.from_status',
        'event.to_status',
        'event.kind',
        'event.note',
        'event.internal_note',
        'event.reason_code',
        'event.created_at',
        'person.first_name as actor_first_name',
        'person.last_name as actor_last_name',
      ])
      .where('event.application_id', 'in', applicationIds)
      .orderBy('event.created_at')
      // The submission has no earlier status; it comes first also within one millisecond.
      .orderBy('event.from_status', (order) => order.asc().nullsFirst())
      .execute()
  );
}

/** Applications of earlier versions whose numbers are not sealed yet. */
export async function findClearNumbers(db: Db, limit: number) {
  return db
    .selectFrom('kyc_applications')
    .select((eb) => [
      'id',
      eb.fn.coalesce('document_number1', eb.val('')).as('number1'),
      eb.fn.coalesce('document_number2', eb.val('')).as('number2'),
    ])
    .where((eb) => eb.or([eb('document_number1', 'is not', null), eb('document_number2', 'is not', null)]))
    .limit(limit)
    .execute();
}

/** @returns false when another server sealed this application meanwhile. */
export async function replaceClearNumbers(
  db: Db,
  id: string,
  columns: Updateable<KycApplicationsTable>,
): Promise<boolean> {
  const result = await db
    .updateTable('kyc_applications')
    .set(columns)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('document_number1', 'is not', null), eb('document_number2', 'is not', null)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Marks applications that were approved, rejected or superseded before `decidedBefore`: their numbers go with it, all
 * but the last characters. Skips what somebody is deciding right now.
 * @returns at most `limit` of them, with the uploads that have to go as well
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

/** The same for all applications of one person, the last characters of the numbers included. */
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

/**
 * Marks open applications that nobody decided since `before`, and that wait for us and not for their applicant (D-81).
 * One that was reopened, or is appealed, had its answer in time. Skips what somebody is deciding right now.
 * @returns whom to tell, at most `limit`
 */
export async function markApologised(trx: Trx, before: Date, now: Date, limit: number) {
  const late = trx
    .selectFrom('kyc_applications as application')
    .innerJoin('users as person', 'person.id', 'application.user_id')
    .select('application.id')
    .where('application.superseded_at', 'is', null)
    .where('application.apologised_at', 'is', null)
    .where('application.status', 'in', openStatuses)
    .where('application.created_at', '<', before.toISOString())
    .where(sql<boolean>`application.requested_items = '{}'`)
    .where('person.deleted_at', 'is', null)
    .where('person.deletion_due_at', 'is', null)
    .where('person.suspended_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('kyc_events as event')
            .select('event.id')
            .whereRef('event.application_id', '=', 'application.id')
            .where((event) =>
              event.or([
                event('event.kind', '=', 'appeal'),
                event.and([
                  event('event.kind', '=', 'decision'),
                  event('event.from_status', 'in', ['approved', 'rejected']),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('application.created_at')
    .limit(limit)
    .forUpdate('application')
    .skipLocked();
  const marked = await trx
    .updateTable('kyc_applications')
    .set({ apologised_at: now })
    .where('id', 'in', late)
    .returning(['id', 'user_id'])
    .execute();
  if (marked.length === 0) return [];
  return trx
    .selectFrom('kyc_applications')
    .innerJoin('users', 'users.id', 'kyc_applications.user_id')
    .select(['kyc_applications.id as applicationId', 'users.id', 'users.email', 'users.first_name'])
    .where(
      'kyc_applications.id',
      'in',
      marked.map(({ id }) => id),
    )
    .execute();
}

/** Keeps how and when each application of this person was decided, and nothing about the person (KYC-15). */
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

/** What the gates of the settings look at. */
export async function findGateFacts(
  db: Db,
  userId: string,
): Promise<{ kycStatus: KycStatus; emailVerifiedAt: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select(['kyc_status as kycStatus', 'email_verified_at as emailVerifiedAt'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
