import { openKycStatuses } from '../../shared/enums.ts';
import type { Db } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { hasApplied } from './user-list.queries.ts';

/** Excludes deleted accounts. Admins do not count as students. */
export async function countPeople(db: Db) {
  return db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('totalUsers'),
      eb.fn.countAll<number>().filterWhere('kyc_status', '=', 'approved').as('approvedUsers'),
      eb.fn.countAll<number>().filterWhere('role', '<>', 'admin').as('students'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/**
 * Applications that wait for a decision or for their applicant. Excludes the applications of admins, and of users whose
 * account is deleted or about to be deleted.
 */
export async function countPendingKyc(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('kyc_applications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('superseded_at', 'is', null)
    .where('status', 'in', openKycStatuses)
    .where('user_id', 'not in', (eb) =>
      eb
        .selectFrom('users')
        .select('id')
        .where((user) =>
          user.or([
            user('role', '=', 'admin'),
            user('deleted_at', 'is not', null),
            user('deletion_due_at', 'is not', null),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

export async function findListPrices(db: Db): Promise<{ plan: string; listPriceCents: number }[]> {
  return db.selectFrom('plans').select(['plan', 'list_price_cents as listPriceCents']).execute();
}

export type RecentUserRow = UserRow & { kycSubmitted: boolean };

export async function findNewestUsers(db: Db, limit: number): Promise<RecentUserRow[]> {
  return db
    .selectFrom('users')
    .selectAll('users')
    .select(hasApplied.as('kycSubmitted'))
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}
