import { canLogIn } from '../platform/db/can-log-in.ts';
import type { Db, Trx } from '../platform/db/database.ts';

/** Active coaches who can log in. */
export async function findActiveCoaches(db: Db | Trx) {
  return db
    .selectFrom('coaches')
    .innerJoin('users', 'users.id', 'coaches.user_id')
    .select(['users.id', 'users.email', 'users.first_name as firstName'])
    .where('coaches.active', '=', true)
    .where(canLogIn)
    .orderBy('users.id')
    .execute();
}
