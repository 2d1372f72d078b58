import { sql } from 'kysely';
import type { UserExportInput } from '../../shared/admin/admin-users.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { filteredUsers, listOrder } from './user-list.queries.ts';

/**
 * The first ids of the filtered list, in its order.
 * @param isRare - whether few users match; changes only the query plan
 */
export async function findMatchingIds(
  db: Db,
  filter: UserExportInput,
  now: Date,
  isRare: boolean,
  limit: number,
): Promise<string[]> {
  const rows = await filteredUsers(db, filter, now, isRare)
    .select('users.id')
    .orderBy(listOrder(filter.sort))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The users with these ids, except deleted accounts. `isUnsubscribed`: the user wants no emails of this kind. */
export async function findPeople(db: Db | Trx, ids: readonly string[], kind: string) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users')
    .leftJoin('mail_preferences as preference', (join) =>
      join.onRef('preference.user_id', '=', 'users.id').on('preference.kind', '=', kind),
    )
    .select([
      'users.id',
      'users.email',
      'users.first_name as firstName',
      sql<boolean>`users.suspended_at is not null or users.deletion_due_at is not null`.as('isClosed'),
      sql<boolean>`coalesce(not preference.enabled, false)`.as('isUnsubscribed'),
    ])
    .where('users.id', 'in', ids)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .execute();
}
