import type { RecipientWithTimeZone } from '../../messages/email/email.operations.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

/** A user as the recipient of an email; undefined for a deleted account, and if `userId` is null. */
export async function findRecipient(
  db: Db | Trx,
  userId: string | null,
): Promise<RecipientWithTimeZone | undefined> {
  if (userId === null) return undefined;
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName', 'time_zone as timeZone'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
