import type { Recipient } from '../../messages/email/email.operations.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

/** Where an email to a person goes; undefined for accounts that are gone. */
export async function findRecipient(db: Db | Trx, userId: string | null): Promise<Recipient | undefined> {
  if (userId === null) return undefined;
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
