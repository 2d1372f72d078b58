import type { Insertable } from 'kysely';
import type { KycStatus } from '../../shared/enums.ts';
import type { Db, Trx } from '../db/database.ts';
import type { KycApplicationRow, KycEventsTable, NewKycApplication, UserRow } from '../db/schema.ts';

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

/** D-26: of two approved applications the newer counts. */
export async function supersedeOlderApproved(trx: Trx, newer: KycApplicationRow, now: Date): Promise<void> {
  await trx
    .updateTable('kyc_applications')
    .set({ superseded_at: now, updated_at: now })
    .where('user_id', '=', newer.user_id)
    .where('superseded_at', 'is', null)
    .where('status', '=', 'approved')
    .where('created_at', '<', newer.created_at)
    .where('id', '<>', newer.id)
    .execute();
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

/** @returns false when the application is no longer in `from`: somebody else was first (KYC-9). */
export async function moveApplication(
  trx: Trx,
  move: { id: string; from: KycStatus; to: KycStatus; adminNotes: string | null; reviewerId: string },
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('kyc_applications')
    .set({
      status: move.to,
      admin_notes: move.adminNotes,
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
): Promise<KycApplicationRow[]> {
  return db
    .selectFrom('kyc_applications')
    .selectAll()
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
        'event.note',
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
