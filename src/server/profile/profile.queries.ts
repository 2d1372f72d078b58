import type { Db, Trx } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';

export async function updateUserNames(
  db: Db | Trx,
  id: string,
  names: { firstName: string; lastName: string },
  now: Date,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ first_name: names.firstName, last_name: names.lastName, updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
