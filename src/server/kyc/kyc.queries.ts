import type { Insertable } from 'kysely';
import { type KycStatus, openKycStatuses } from '../../shared/enums.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import type {
  KycApplicationRow,
  KycEventsTable,
  NewKycApplication,
} from '../platform/db/tables/kyc-tables.ts';
import { waitsForApplicant } from '../platform/db/waits-for-applicant.ts';

/**
 * Locks the user until the transaction ends. Submissions of the user and decisions about them therefore happen one
 * after another.
 */
export async function lockUser(trx: Trx, id: string): Promise<UserRow | undefined> {
  return (
    trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      // This lock does not block inserts of rows that refer to the user, such as notifications.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
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

/** The times at which the user submitted applications after `since`, oldest first. */
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

/** Marks the user's open applications as superseded by a newer one. */
export async function supersedeOpen(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('kyc_applications')
    .set({ superseded_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('superseded_at', 'is', null)
    .where('status', 'in', openKycStatuses)
    .execute();
}

export async function findApplication(db: Db | Trx, id: string): Promise<StoredApplication | undefined> {
  return selectApplications(db).where('id', '=', id).executeTakeFirst();
}

/** The user's newest application that is not superseded. */
export async function findCurrentApplication(
  db: Db | Trx,
  userId: string,
): Promise<StoredApplication | undefined> {
  return selectApplications(db)
    .where('user_id', '=', userId)
    .where('superseded_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type StoredApplication = KycApplicationRow & { waits_for_applicant: boolean };

function selectApplications(db: Db | Trx) {
  return db
    .selectFrom('kyc_applications')
    .selectAll()
    .select(waitsForApplicant('kyc_applications').as('waits_for_applicant'));
}

/** Statuses of the applications that are not superseded, newest first. */
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
