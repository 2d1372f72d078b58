import type { Db, Trx } from '../platform/db/database.ts';

/** Coaches who answer and can log in. */
export async function findActiveCoaches(
  db: Db | Trx,
): Promise<{ id: string; email: string; firstName: string }[]> {
  return db
    .selectFrom('coaches')
    .innerJoin('users', 'users.id', 'coaches.user_id')
    .select(['users.id', 'users.email', 'users.first_name as firstName'])
    .where('coaches.active', '=', true)
    .where('users.suspended_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.deletion_due_at', 'is', null)
    .orderBy('users.id')
    .execute();
}
