import type { Insertable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { ContactMessagesTable } from '../db/schema.ts';

export async function insertContactMessage(
  trx: Trx,
  message: Insertable<ContactMessagesTable>,
): Promise<string> {
  const row = await trx
    .insertInto('contact_messages')
    .values(message)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Who reads the messages until the owner names an address in the settings. */
export async function findAdmins(db: Db | Trx): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .execute();
}

/** What somebody wrote while signed in, or under the account's address. */
export async function findMessageIdsOf(trx: Trx, account: { id: string; email: string }): Promise<string[]> {
  const rows = await trx
    .selectFrom('contact_messages')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('user_id', '=', account.id),
        eb(eb.fn<string>('lower', ['email']), '=', account.email.toLowerCase()),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
