import type { RecipientWithTimeZone } from '../../messages/email/email.operations.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

/** The columns of the joined user who paid, for `presentBuyer`. */
export const buyerColumns = [
  'users.first_name as buyer_first_name',
  'users.last_name as buyer_last_name',
  'users.email as buyer_email',
  'users.deleted_at as buyer_deleted_at',
] as const;

export type BuyerColumns = {
  buyer_first_name: string | null;
  buyer_last_name: string | null;
  buyer_email: string | null;
  buyer_deleted_at: string | null;
};

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
