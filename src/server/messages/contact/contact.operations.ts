import { randomUUID } from 'node:crypto';
import { dayText } from '../../../shared/day-text.ts';
import { type ContactInput, contactTopicNames } from '../../../shared/messages/contact.ts';
import { retention } from '../../../shared/profile/retention.ts';
import { addMonths } from '../../../shared/time-zone.ts';
import type { Actor, RequestMetadata } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { idTaken } from '../../errors.ts';
import { limitAddress } from '../../platform/attempt-limits.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { queueStaffEmail } from '../email/admin-emails.operations.ts';
import { emailTo, eraseEmailsAbout } from '../email/email.operations.ts';
import { notifyAdmins, withdrawFromAdmins } from '../notifications/notifications.operations.ts';
import {
  deleteMessages,
  findMessageIdsOf,
  findMessagesClosedBefore,
  insertContactMessage,
  isSameMessage,
  replaceWriterEmail,
} from './contact.queries.ts';

/**
 * Stores a message from the contact form and emails it to the support address or, if none is set, to the admins who
 * want these emails. Only bots fill in the hidden field `website`: they get the same response, and nothing is stored.
 * A repeated message with the same id is not stored again.
 * @throws DomainError too_many_attempts beyond `contactPerAddress`; conflict if the id belongs to another message
 */
export async function sendContactMessage(
  deps: Deps,
  actor: Actor | null,
  input: ContactInput,
  metadata: RequestMetadata,
): Promise<void> {
  await deps.attemptLimits.count('contactPerAddress', limitAddress(metadata.ip));
  if (input.website !== '') {
    deps.log.info(
      { event: 'contact_ignored', reqId: metadata.requestId },
      'a contact message was ignored: its hidden field was filled in',
    );
    return;
  }
  const now = deps.now();
  // The deadline of the GDPR; the CCPA allows more time.
  const dueAt = input.topic === 'privacy' ? addMonths(now, 1) : null;
  await inTransaction(deps.db, async (trx) => {
    const { id: sentId = randomUUID(), name, email, topic, message } = input;
    const sent = { id: sentId, name, email, topic, message };
    const id = await insertContactMessage(trx, {
      ...sent,
      user_id: actor?.userId ?? null,
      due_at: dueAt,
      created_at: now,
    });
    if (id === undefined) {
      if (await isSameMessage(trx, sent)) return;
      throw idTaken();
    }
    await notifyAdmins(trx, {
      kind: 'admin_message',
      title: `New message: ${contactTopicNames[input.topic]}`,
      ...(dueAt && { body: `The law requires an answer by ${dayText(dueAt)}.` }),
      path: `/admin?tab=messages&case=${id}`,
      dedupeKey: notificationKeyOf(id),
      appearsAt: now,
    });
    await queueStaffEmail(deps, trx, (to) =>
      emailTo(to, {
        kind: 'contact_message',
        text: 'staff_message',
        values: {
          topic: contactTopicNames[input.topic],
          name: input.name,
          sender: `${input.name} <${input.email}>`,
          message: input.message,
          deadline: dueAt ? `Privacy requests are answered within one month: by ${dayText(dueAt)}.` : '',
        },
        action: { label: 'Answer the message', url: `${deps.appUrl()}/admin?tab=messages&case=${id}` },
        dedupeKey: `${emailKeyOf(id)}${to.id ?? 'support'}`,
      }),
    );
  });
}

const notificationKeyOf = (messageId: string) => `message:${messageId}`;

/** Withdraws the notification that asks admins for an answer. */
export async function withdrawMessageNotification(trx: Trx, messageId: string): Promise<void> {
  await withdrawFromAdmins(trx, 'admin_message', [notificationKeyOf(messageId)]);
}

const emailKeyOf = (messageId: string) => `contact:${messageId}:`;

/** The prefix of the idempotency keys of replies to a message. */
export const replyKeyOf = (messageId: string) => `${emailKeyOf(messageId)}reply:`;

/**
 * Erases the emails that contain a user's contact messages or a reply to them, and withdraws the notifications that ask
 * admins for an answer, in the transaction that erases the messages. The messages are those sent while logged in, and
 * those sent with the account's verified email while logged out.
 */
export async function eraseContactEmails(
  trx: Trx,
  account: { id: string; verifiedEmail: string | null },
): Promise<void> {
  const ids = await findMessageIdsOf(trx, account);
  if (ids.length === 0) return;
  await eraseEmailsAbout(trx, ids.map(emailKeyOf));
  await withdrawFromAdmins(trx, 'admin_message', ids.map(notificationKeyOf));
}

/**
 * Redirects the replies to a user's messages from the previous address of the account to the new one, in the
 * transaction that changes the address.
 */
export async function redirectReplies(
  trx: Trx,
  { id: userId, email: from }: { id: string; email: string },
  to: string,
): Promise<void> {
  await replaceWriterEmail(trx, { userId, from, to });
}

/**
 * Deletes messages that were sent while logged out and closed more than `retention.contactMonths` ago, and the emails
 * about these messages. Part of the `sweep-activity` job.
 * @returns the number of messages deleted
 */
export async function sweepMessages(deps: Deps): Promise<number> {
  return inTransaction(deps.db, async (trx) => {
    const ids = await findMessagesClosedBefore(trx, addMonths(deps.now(), -retention.contactMonths));
    if (ids.length === 0) return 0;
    await eraseEmailsAbout(trx, ids.map(emailKeyOf));
    await deleteMessages(trx, ids);
    return ids.length;
  });
}
