import type { Selectable } from 'kysely';
import type { MessageFilter } from '../../../shared/messages/contact-messages.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { ContactMessagesTable } from '../../platform/db/tables/message-tables.ts';

export type MessageRow = Selectable<ContactMessagesTable> & {
  handler_first_name: string | null;
  handler_last_name: string | null;
};

function selectMessages(db: Db | Trx) {
  return db
    .selectFrom('contact_messages')
    .leftJoin('users as handler', (join) =>
      join.onRef('handler.id', '=', 'contact_messages.handled_by').on('handler.deleted_at', 'is', null),
    )
    .selectAll('contact_messages')
    .select(['handler.first_name as handler_first_name', 'handler.last_name as handler_last_name']);
}

/** Open messages come oldest first, and privacy requests by due date. Other filters come newest first. */
export async function findMessages(
  db: Db,
  filter: MessageFilter,
  page: { limit: number; offset: number },
): Promise<MessageRow[]> {
  const messages = selectMessages(db).limit(page.limit).offset(page.offset);
  switch (filter) {
    case 'open':
      return messages
        .where('contact_messages.handled_at', 'is', null)
        .orderBy('contact_messages.created_at')
        .orderBy('contact_messages.id')
        .execute();
    case 'privacy':
      return messages
        .where('contact_messages.handled_at', 'is', null)
        .where('contact_messages.topic', '=', 'privacy')
        .orderBy('contact_messages.due_at')
        .orderBy('contact_messages.id')
        .execute();
    default:
      return messages
        .$if(filter === 'handled', (query) => query.where('contact_messages.handled_at', 'is not', null))
        .orderBy('contact_messages.created_at', 'desc')
        .orderBy('contact_messages.id', 'desc')
        .execute();
  }
}

export async function findMessage(db: Db | Trx, id: string): Promise<MessageRow | undefined> {
  return selectMessages(db).where('contact_messages.id', '=', id).executeTakeFirst();
}

export async function countOpenMessages(
  db: Db,
  now: Date,
): Promise<{ openCount: number; overdueCount: number }> {
  return db
    .selectFrom('contact_messages')
    .select((eb) => [
      eb.fn.countAll<number>().as('openCount'),
      eb.fn.countAll<number>().filterWhere('due_at', '<', now.toISOString()).as('overdueCount'),
    ])
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** @returns false if nothing changed; the first admin who handled the message stays recorded */
export async function markHandled(
  trx: Trx,
  id: string,
  handled: { by: string; at: Date } | null,
): Promise<boolean> {
  const result = await trx
    .updateTable('contact_messages')
    .set({ handled_at: handled?.at ?? null, handled_by: handled?.by ?? null })
    .where('id', '=', id)
    .where('handled_at', handled ? 'is' : 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
