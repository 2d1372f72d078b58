import { randomUUID } from 'node:crypto';
import { dayText } from '../../../shared/day-text.ts';
import { contactTopicNames } from '../../../shared/messages/contact.ts';
import type {
  MessageNoteInput,
  MessageThread,
  ReplyInput,
} from '../../../shared/messages/contact-messages.ts';
import { accountName } from '../../../shared/person-name.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, idTaken, notFound } from '../../errors.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { readSettings } from '../../settings/settings.operations.ts';
import { contactReplyKind, queueEmail } from '../email/email.operations.ts';
import { replyKeyOf, withdrawMessageNotification } from './contact.operations.ts';
import { readThread } from './messages.operations.ts';
import { findLastReplier, insertEntry, isSameNote, lockMessage, markAnswered } from './messages.queries.ts';

/**
 * Emails a reply to the sender of a contact message, and records it. Of two concurrent replies, only one is sent.
 * @throws DomainError not_found; conflict if the message was answered, closed or reopened since the admin read it
 */
export async function replyToMessage(
  deps: Deps,
  actor: AdminActor,
  input: ReplyInput,
  metadata: RequestMetadata,
): Promise<MessageThread> {
  const at = deps.now();
  return inTransaction(deps.db, async (trx) => {
    const message = await lockMessage(trx, input.id);
    if (!message) throw notFound('Message');
    if (message.version !== input.version) throw await changedMeanwhile(trx, message.id);
    const { id, name, email, topic } = message;
    const entryId = randomUUID();
    await insertEntry(trx, {
      id: entryId,
      messageId: id,
      kind: 'reply',
      body: input.body,
      authorId: actor.userId,
      at,
    });
    await markAnswered(trx, id, { at, closedBy: input.close ? actor.userId : null });
    await withdrawMessageNotification(trx, id);
    const { academyName, supportEmail } = await readSettings(deps, trx);
    await queueEmail(deps, trx, {
      kind: contactReplyKind,
      userId: message.user_id,
      to: email,
      subject: `Re: ${contactTopicNames[topic]}`,
      text: [
        input.body,
        academyName,
        ...(supportEmail === '' ? [`To write to us again, use the form at ${deps.appUrl()}/#contact`] : []),
        `On ${dayText(message.created_at)}, ${name} wrote:\n${message.message.replaceAll(/^/gm, '> ')}`,
      ].join('\n\n'),
      dedupeKey: `${replyKeyOf(id)}${entryId}`,
    });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'contact_message.replied',
      subjectType: 'contact_message',
      subjectId: id,
      metadata,
      details: { type: topic, ...(input.close && { final: true }) },
    });
    return readThread(deps, trx, id);
  });
}

async function changedMeanwhile(trx: Trx, messageId: string): Promise<DomainError> {
  const author = await findLastReplier(trx, messageId);
  const name = author && accountName(author);
  // There may be no reply: closing or reopening the message also changes it.
  const lastReply = name ? ` The last reply is from ${name}.` : '';
  return new DomainError(
    'conflict',
    `This message has changed since you opened it.${lastReply} Your reply was not sent. Read the thread, then send or discard your reply.`,
  );
}

/**
 * Adds a note that only admins see. A repeated note with the same `noteId` is not stored again.
 * @throws DomainError not_found; conflict if `noteId` belongs to another note
 */
export async function addMessageNote(
  deps: Deps,
  actor: AdminActor,
  input: MessageNoteInput,
  metadata: RequestMetadata,
): Promise<MessageThread> {
  return inTransaction(deps.db, async (trx) => {
    const message = await lockMessage(trx, input.id);
    if (!message) throw notFound('Message');
    const note = {
      id: input.noteId ?? randomUUID(),
      messageId: input.id,
      kind: 'note' as const,
      body: input.body,
      authorId: actor.userId,
      at: deps.now(),
    };
    if (await insertEntry(trx, note)) {
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'contact_message.noted',
        subjectType: 'contact_message',
        subjectId: input.id,
        metadata,
        details: { type: message.topic },
      });
    } else if (!(await isSameNote(trx, note))) {
      throw idTaken();
    }
    return readThread(deps, trx, input.id);
  });
}
