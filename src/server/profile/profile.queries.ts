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

/** A user's names. They do not change until the transaction ends. */
export async function lockNames(trx: Trx, id: string) {
  return trx
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}
