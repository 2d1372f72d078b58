import { type InferResult, type Selectable, sql } from 'kysely';
import type { ContactEntryKind, MessageFilter } from '../../../shared/messages/contact-messages.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isBehind, type TimePosition } from '../../platform/db/paging.ts';
import type { ContactMessagesTable } from '../../platform/db/tables/message-tables.ts';

export type MessageRow = InferResult<ReturnType<typeof selectMessages>>[number];

/** A message waits until an admin answers or closes it; a privacy request waits until an admin closes it. */
const waits = sql<boolean>`contact_messages.handled_at is null
  and (contact_messages.answered_at is null or contact_messages.topic = 'privacy')`;

function selectMessages(db: Db | Trx) {
  return db
    .selectFrom('contact_messages')
    .leftJoin('users as handler', (join) =>
      join.onRef('handler.id', '=', 'contact_messages.handled_by').on('handler.deleted_at', 'is', null),
    )
    .selectAll('contact_messages')
    .select([
      'handler.first_name as handler_first_name',
      'handler.last_name as handler_last_name',
      'handler.email as handler_email',
    ]);
}

/**
 * The filter `open` sorts by age, oldest message first; `privacy` sorts by due date, earliest first. All other filters
 * list the newest message first.
 */
export async function findMessages(
  db: Db,
  filter: MessageFilter,
  { after, limit }: { after: TimePosition | undefined; limit: number },
): Promise<(MessageRow & { sorted_at: string })[]> {
  const at = `contact_messages.${filter === 'privacy' ? 'due_at' : 'created_at'}`;
  const behind = (direction: '<' | '>') => isBehind({ at, id: 'contact_messages.id' }, direction, after);
  const messages = selectMessages(db)
    .select(sql<string>`${sql.ref(at)}::text`.as('sorted_at'))
    .limit(limit);
  switch (filter) {
    case 'open':
      return messages
        .where(waits)
        .where(behind('>'))
        .orderBy('contact_messages.created_at')
        .orderBy('contact_messages.id')
        .execute();
    case 'privacy':
      return messages
        .where('contact_messages.handled_at', 'is', null)
        .where('contact_messages.topic', '=', 'privacy')
        .where(behind('>'))
        .orderBy('contact_messages.due_at')
        .orderBy('contact_messages.id')
        .execute();
    default:
      return messages
        .where(behind('<'))
        .$if(filter === 'closed', (query) => query.where('contact_messages.handled_at', 'is not', null))
        .$if(filter === 'answered', (query) =>
          query
            .where('contact_messages.handled_at', 'is', null)
            .where('contact_messages.answered_at', 'is not', null),
        )
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
    .where(waits)
    .executeTakeFirstOrThrow();
}

/** @returns false if nothing changed. Closing a closed message keeps the admin and the time of the first closing. */
export async function markClosed(
  trx: Trx,
  id: string,
  closed: { by: string; at: Date } | null,
): Promise<boolean> {
  const result = await trx
    .updateTable('contact_messages')
    .set((eb) => ({
      handled_at: closed?.at ?? null,
      handled_by: closed?.by ?? null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('handled_at', closed ? 'is' : 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Blocks concurrent changes of the message. @returns undefined for an unknown message */
export async function lockMessage(
  trx: Trx,
  id: string,
): Promise<Selectable<ContactMessagesTable> | undefined> {
  return trx
    .selectFrom('contact_messages')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** A reply reopens a closed message, unless the admin closes the message with the reply. */
export async function markAnswered(
  trx: Trx,
  id: string,
  { at, closedBy }: { at: Date; closedBy: string | null },
): Promise<void> {
  await trx
    .updateTable('contact_messages')
    .set((eb) => ({
      answered_at: at,
      version: eb('version', '+', 1),
      handled_at: closedBy === null ? null : at,
      handled_by: closedBy,
    }))
    .where('id', '=', id)
    .execute();
}

/** @returns false if an entry with this id was inserted earlier */
export async function insertEntry(
  trx: Trx,
  entry: { id: string; messageId: string; kind: ContactEntryKind; body: string; authorId: string; at: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('contact_entries')
    .values({
      id: entry.id,
      message_id: entry.messageId,
      kind: entry.kind,
      body: entry.body,
      author_id: entry.authorId,
      created_at: entry.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Whether the entry with this id is a note on this message with this text. */
export async function isSameNote(
  trx: Trx,
  { id, messageId, body }: { id: string; messageId: string; body: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('contact_entries')
    .select('id')
    .where('id', '=', id)
    .where('message_id', '=', messageId)
    .where('kind', '=', 'note')
    .where('body', '=', body)
    .executeTakeFirst();
  return row !== undefined;
}

/** @param replyKey - the beginning of a reply email's `dedupe_key`; the id of the entry follows it */
export async function findEntries(db: Db | Trx, messageId: string, replyKey: string) {
  return db
    .selectFrom('contact_entries as entry')
    .leftJoin('users as author', (join) =>
      join.onRef('author.id', '=', 'entry.author_id').on('author.deleted_at', 'is', null),
    )
    .leftJoin('mail_messages as mail', (join) =>
      join.on('mail.dedupe_key', '=', sql<string>`${replyKey} || entry.id`),
    )
    .select([
      'entry.id',
      'entry.kind',
      'entry.body',
      'entry.created_at',
      'author.first_name',
      'author.last_name',
      'author.email',
      'mail.status as mail_status',
    ])
    .where('entry.message_id', '=', messageId)
    .orderBy('entry.created_at')
    .orderBy('entry.id')
    .execute();
}

/** The author of the last reply. The error names this author when an admin replies to an outdated thread. */
export async function findLastReplier(trx: Trx, messageId: string) {
  return trx
    .selectFrom('contact_entries as entry')
    .innerJoin('users as author', 'author.id', 'entry.author_id')
    .select(['author.first_name', 'author.last_name', 'author.email', 'author.deleted_at'])
    .where('entry.message_id', '=', messageId)
    .where('entry.kind', '=', 'reply')
    .orderBy('entry.created_at', 'desc')
    .executeTakeFirst();
}

/** The account that sent the message or, if it was sent while logged out, the account with the message's email. */
export async function findWriter(db: Db | Trx, message: { user_id: string | null; email: string }) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('deleted_at', 'is', null)
    .$if(message.user_id !== null, (query) => query.where('id', '=', message.user_id ?? ''))
    .$if(message.user_id === null, (query) =>
      query.where((eb) => eb(eb.fn<string>('lower', ['email']), '=', message.email.toLowerCase())),
    )
    .executeTakeFirst();
}
