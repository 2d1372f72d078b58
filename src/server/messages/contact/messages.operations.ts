import type {
  ContactMessage,
  ListMessagesInput,
  MessagesPage,
} from '../../../shared/messages/contact-messages.ts';
import { fullName } from '../../../shared/person-name.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { pageOf, readCursor } from '../../platform/db/paging.ts';
import {
  countOpenMessages,
  findMessage,
  findMessages,
  type MessageRow,
  markHandled,
} from './messages.queries.ts';

const pageSize = 25;

/** Messages from the contact form, 25 per page. */
export async function listMessages(
  deps: Deps,
  _actor: AdminActor,
  input: ListMessagesInput,
): Promise<MessagesPage> {
  const now = deps.now();
  const offset = readCursor.integer(input.cursor) ?? 0;
  const [rows, counts] = await Promise.all([
    findMessages(deps.db, input.filter, { limit: pageSize + 1, offset }),
    countOpenMessages(deps.db, now),
  ]);
  const page = pageOf(rows, pageSize, () => String(offset + pageSize));
  return { ...page, items: page.items.map((row) => presentMessage(row, now)), ...counts };
}

/** Marks a message as handled, or reopens it. Idempotent. @throws DomainError not_found */
export async function handleMessage(
  deps: Deps,
  actor: AdminActor,
  input: { id: string; handled: boolean },
  origin: Origin,
): Promise<ContactMessage> {
  const now = deps.now();
  const row = await inTransaction(deps.db, async (trx) => {
    const changed = await markHandled(trx, input.id, input.handled ? { by: actor.userId, at: now } : null);
    const after = await findMessage(trx, input.id);
    if (!after) throw notFound('Message');
    if (changed) {
      await recordAudit(trx, {
        actorId: actor.userId,
        action: input.handled ? 'contact_message.handled' : 'contact_message.reopened',
        subjectType: 'contact_message',
        subjectId: input.id,
        origin,
        details: { type: after.topic },
      });
    }
    return after;
  });
  return presentMessage(row, now);
}

function presentMessage(row: MessageRow, now: Date): ContactMessage {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    topic: row.topic,
    message: row.message,
    userId: row.user_id,
    createdAt: row.created_at,
    dueAt: row.due_at,
    overdue: row.handled_at === null && row.due_at !== null && Date.parse(row.due_at) < now.getTime(),
    handledAt: row.handled_at,
    handledByName:
      row.handler_first_name === null ? null : fullName(row.handler_first_name, row.handler_last_name),
  };
}
