import type { RecipientWithTimeZone } from '../../messages/email/email.operations.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { type NameColumns, nameColumns } from '../../platform/db/name-columns.ts';

/** The columns of the buyer that `presentBuyer` needs, in a query that joins `users`. */
export const buyerColumns = nameColumns('users', 'buyer');

export type BuyerColumns = NameColumns<'buyer'>;

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
