import type { Insertable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { UserRow, UsersTable } from '../db/schema.ts';

export async function insertUser(trx: Db | Trx, user: Insertable<UsersTable>): Promise<UserRow> {
  return trx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();
}

export async function findUserById(db: Db | Trx, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findUserByEmail(db: Db | Trx, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)])))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function updatePasswordHash(db: Db | Trx, id: string, hash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute();
}

export async function makeAdmin(db: Db | Trx, id: string): Promise<void> {
  await db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
}

/** What the current-user answer needs beside the row itself, in one read each. */
export async function findPurchaseKeyParts(
  db: Db | Trx,
  userId: string,
): Promise<{ type: 'pdf' | 'session'; id: number; productNumber: number }[]> {
  return db
    .selectFrom('purchases')
    .innerJoin('products', 'products.id', 'purchases.product_id')
    .select(['products.type as type', 'products.id as id', 'products.product_number as productNumber'])
    .where('purchases.user_id', '=', userId)
    .where('purchases.grants_access', '=', true)
    .orderBy('purchases.purchased_at')
    .execute();
}

export async function hasApplication(db: Db | Trx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('kyc_applications')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
