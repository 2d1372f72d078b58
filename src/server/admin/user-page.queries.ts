import type { Updateable } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { UserRow, UsersTable } from '../platform/db/tables/account-tables.ts';
import { waitsForApplicant } from '../platform/db/waits-for-applicant.ts';

function accountWith(db: Db | Trx, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
}

/** Undefined if the account is deleted. */
export async function findAccount(db: Db, id: string): Promise<UserRow | undefined> {
  return accountWith(db, id).executeTakeFirst();
}

/**
 * Locks the account's row until the transaction ends. Does not block inserts of rows that refer to the account.
 * Undefined if the account is deleted.
 */
export async function lockAccount(trx: Trx, id: string): Promise<UserRow | undefined> {
  return accountWith(trx, id).forNoKeyUpdate().executeTakeFirst();
}

export async function updateAccount(
  trx: Trx,
  id: string,
  changes: Pick<Updateable<UsersTable>, 'role' | 'suspended_at' | 'first_name' | 'last_name'>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function countLiveSessions(db: Db, userId: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expire', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  return row.count;
}

export type ApplicationOfUser = Awaited<ReturnType<typeof findApplicationsOf>>[number];

/** The user's last 50 applications, newest first, without document data. */
export async function findApplicationsOf(db: Db, userId: string) {
  return db
    .selectFrom('kyc_applications')
    .select([
      'id',
      'status',
      'created_at',
      'admin_notes',
      'superseded_at',
      'requested_items',
      'date_of_birth',
      'phone_number',
      'address',
      'city',
      'state',
      'country',
      'postal_code',
      waitsForApplicant('kyc_applications').as('waits_for_applicant'),
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
}

export type DecisionRow = Awaited<ReturnType<typeof findDecisionsOf>>[number];

/** The last 200 decisions about a user's applications, and undos of decisions, newest first. */
export async function findDecisionsOf(db: Db, userId: string) {
  return db
    .selectFrom('kyc_events')
    .innerJoin('kyc_applications', 'kyc_applications.id', 'kyc_events.application_id')
    .leftJoin('users as admin', 'admin.id', 'kyc_events.actor_id')
    .select([
      'kyc_events.id',
      'kyc_events.application_id',
      'kyc_events.kind',
      'kyc_events.to_status',
      'kyc_events.reason_code',
      'kyc_events.created_at',
      'admin.first_name',
      'admin.last_name',
      'admin.email',
      'admin.deleted_at',
    ])
    .where('kyc_applications.user_id', '=', userId)
    .where('kyc_events.kind', 'in', ['decision', 'undo'])
    .orderBy('kyc_events.created_at', 'desc')
    .limit(200)
    .execute();
}

/** The user's progress in the 200 sessions that they used last, most recent first. */
export async function findProgressOf(db: Db, userId: string) {
  return db
    .selectFrom('user_progress')
    .innerJoin('products', 'products.id', 'user_progress.session_id')
    .select([
      'user_progress.session_id as sessionId',
      'products.title as title',
      'user_progress.status as status',
      'user_progress.time_spent as timeSpent',
      'user_progress.updated_at as updatedAt',
    ])
    .where('user_progress.user_id', '=', userId)
    .orderBy('user_progress.updated_at', 'desc')
    .limit(200)
    .execute();
}

export type NoteRow = Awaited<ReturnType<typeof findNotes>>[number];

/** The last 200 notes of admins about a user, newest first, each with its author's current name. */
export async function findNotes(db: Db | Trx, userId: string) {
  return db
    .selectFrom('user_notes')
    .leftJoin('users as author', 'author.id', 'user_notes.author_id')
    .select([
      'user_notes.id',
      'user_notes.text',
      'user_notes.created_at',
      'author.first_name',
      'author.last_name',
      'author.email',
      'author.deleted_at',
    ])
    .where('user_notes.user_id', '=', userId)
    .orderBy('user_notes.created_at', 'desc')
    .orderBy('user_notes.id', 'desc')
    .limit(200)
    .execute();
}

/** @returns the id of the user that the note was about */
export async function deleteNote(trx: Trx, id: string): Promise<string | undefined> {
  const row = await trx.deleteFrom('user_notes').where('id', '=', id).returning('user_id').executeTakeFirst();
  return row?.user_id;
}
