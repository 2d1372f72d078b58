import { sql } from 'kysely';
import { openKycStatuses } from '../../shared/enums.ts';
import { cachedFigures } from '../platform/db/counts.ts';
import type { Db } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';

/** The dashboard's figures and how many students there are. */
export async function countPeople(db: Db): Promise<{
  totalUsers: number;
  approvedUsers: number;
  pendingKyc: number;
  rejectedApplications: number;
  students: number;
}> {
  const [figures, admins] = await Promise.all([
    cachedFigures(db, ['users', 'users_approved', 'kyc_open', 'kyc_ever_rejected']),
    countAdmins(db),
  ]);
  return {
    totalUsers: figures.users,
    approvedUsers: figures.users_approved,
    pendingKyc: figures.kyc_open - admins.openApplications,
    rejectedApplications: figures.kyc_ever_rejected,
    students: figures.users - admins.people,
  };
}

/** Admins are few, and count neither as students nor among those who wait. */
async function countAdmins(db: Db): Promise<{ people: number; openApplications: number }> {
  return db
    .selectFrom('users')
    .leftJoin('kyc_applications as open', (join) =>
      join
        .onRef('open.user_id', '=', 'users.id')
        .on('open.superseded_at', 'is', null)
        .on('open.status', 'in', openKycStatuses),
    )
    .select((eb) => [
      eb.fn.count<number>('users.id').distinct().as('people'),
      eb.fn.count<number>('open.id').as('openApplications'),
    ])
    .where('users.role', '=', 'admin')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function findListPrices(db: Db): Promise<{ plan: string; listPriceCents: number }[]> {
  return db.selectFrom('plans').select(['plan', 'list_price_cents as listPriceCents']).execute();
}

export type RecentUserRow = UserRow & { kycSubmitted: boolean };

export async function findNewestUsers(db: Db, limit: number): Promise<RecentUserRow[]> {
  return db
    .selectFrom('users')
    .selectAll('users')
    .select(
      // As in the list of users: a look for each that is shown.
      sql<boolean>`coalesce(
        (select true from kyc_applications where kyc_applications.user_id = users.id limit 1), false)`.as(
        'kycSubmitted',
      ),
    )
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}
