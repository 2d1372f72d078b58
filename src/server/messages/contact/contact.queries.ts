import type { Insertable } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { ContactMessagesTable } from '../../platform/db/tables/message-tables.ts';

/** @returns the id as stored; undefined if a message with this id was inserted earlier */
export async function insertContactMessage(
  trx: Trx,
  message: Insertable<ContactMessagesTable>,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('contact_messages')
    .values(message)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether the message with this id has this content. */
export async function isSameMessage(
  trx: Trx,
  {
    id,
    name,
    email,
    topic,
    message,
  }: Pick<Insertable<ContactMessagesTable>, 'name' | 'email' | 'topic' | 'message'> & { id: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('contact_messages')
    .select('id')
    .where('id', '=', id)
    .where('name', '=', name)
    .where('email', '=', email)
    .where('topic', '=', topic)
    .where('message', '=', message)
    .executeTakeFirst();
  return row !== undefined;
}

/** Messages whose writers were not logged in, and that were closed before the given time. */
export async function findMessagesClosedBefore(trx: Trx, before: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('contact_messages')
    .select('id')
    .where('user_id', 'is', null)
    .where('handled_at', '<', before.toISOString())
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteMessages(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('contact_messages').where('id', 'in', ids).execute();
}

/** Messages that the user sent while logged in, or that were sent while logged out with the user's verified email. */
export async function findMessageIdsOf(
  trx: Trx,
  account: { id: string; verifiedEmail: string | null },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('contact_messages')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('user_id', '=', account.id),
        eb.and([
          eb('user_id', 'is', null),
          eb(eb.fn<string>('lower', ['email']), '=', account.verifiedEmail?.toLowerCase() ?? ''),
        ]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces the email address of the messages that the user sent with it while logged in. */
export async function replaceWriterEmail(
  trx: Trx,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await trx
    .updateTable('contact_messages')
    .set({ email: to })
    .where('user_id', '=', userId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', from.toLowerCase()))
    .execute();
}
