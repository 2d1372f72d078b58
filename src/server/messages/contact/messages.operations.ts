import type {
  ContactMessage,
  ListMessagesInput,
  MessagesPage,
  MessageThread,
} from '../../../shared/messages/contact-messages.ts';
import { accountName } from '../../../shared/person-name.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { type Db, inTransaction, type Trx } from '../../platform/db/database.ts';
import { pageOf, timeCursor } from '../../platform/db/paging.ts';
import { replyKeyOf, withdrawMessageNotification } from './contact.operations.ts';
import {
  countOpenMessages,
  findEntries,
  findMessage,
  findMessages,
  findWriter,
  type MessageRow,
  markClosed,
} from './messages.queries.ts';

const pageSize = 25;

/** One page of messages from the contact form. @throws DomainError invalid_input for a malformed cursor */
export async function listMessages(
  deps: Deps,
  _actor: AdminActor,
  input: ListMessagesInput,
): Promise<MessagesPage> {
  const now = deps.now();
  const after = timeCursor.read(input.cursor);
  const [rows, counts] = await Promise.all([
    findMessages(deps.db, input.filter, { after, limit: pageSize + 1 }),
    countOpenMessages(deps.db, now),
  ]);
  const page = pageOf(rows, pageSize, timeCursor.write);
  return { ...page, items: page.items.map((row) => presentMessage(row, now)), ...counts };
}

/** One message with its replies and notes. @throws DomainError not_found */
export function getThread(deps: Deps, _actor: AdminActor, id: string): Promise<MessageThread> {
  return readThread(deps, deps.db, id);
}

/** @throws DomainError not_found */
export async function readThread(deps: Pick<Deps, 'now'>, db: Db | Trx, id: string): Promise<MessageThread> {
  const row = await findMessage(db, id);
  if (!row) throw notFound('Message');
  const writer = await findWriter(db, row);
  const entries = await findEntries(db, id, replyKeyOf(id));
  return {
    message: presentMessage(row, deps.now()),
    version: row.version,
    account: writer
      ? {
          id: writer.id,
          name: accountName(writer),
          loggedIn: row.user_id !== null,
        }
      : null,
    entries: entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      body: entry.body,
      authorName: entry.email === null ? null : accountName(entry),
      createdAt: entry.created_at,
      email: entry.mail_status,
    })),
  };
}

/** Closes a message, or reopens it. Idempotent. @throws DomainError not_found */
export async function setMessageClosed(
  deps: Deps,
  actor: AdminActor,
  input: { id: string; closed: boolean },
  metadata: RequestMetadata,
): Promise<MessageThread> {
  return inTransaction(deps.db, async (trx) => {
    const changed = await markClosed(
      trx,
      input.id,
      input.closed ? { by: actor.userId, at: deps.now() } : null,
    );
    const thread = await readThread(deps, trx, input.id);
    if (changed) {
      if (input.closed) await withdrawMessageNotification(trx, input.id);
      await recordAudit(trx, {
        actorId: actor.userId,
        action: input.closed ? 'contact_message.handled' : 'contact_message.reopened',
        subjectType: 'contact_message',
        subjectId: input.id,
        metadata,
        details: { type: thread.message.topic },
      });
    }
    return thread;
  });
}

function presentMessage(row: MessageRow, now: Date): ContactMessage {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    topic: row.topic,
    message: row.message,
    state: row.handled_at !== null ? 'closed' : row.answered_at !== null ? 'answered' : 'open',
    createdAt: row.created_at,
    dueAt: row.due_at,
    overdue: row.handled_at === null && row.due_at !== null && Date.parse(row.due_at) < now.getTime(),
    answeredAt: row.answered_at,
    closedAt: row.handled_at,
    closedByName:
      row.handler_email === null
        ? null
        : accountName({
            first_name: row.handler_first_name,
            last_name: row.handler_last_name,
            email: row.handler_email,
          }),
  };
}
