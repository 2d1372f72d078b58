import { dayText } from '../../../shared/day-text.ts';
import type { ContactInput, ContactTopic } from '../../../shared/messages/contact.ts';
import type { Actor, Origin } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { limitAddress } from '../../platform/attempt-limits.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { eraseMailsAbout, queueMail } from '../email/email.operations.ts';
import { findMessageIdsOf, insertContactMessage } from './contact.queries.ts';
import { staffRecipients } from './staff-recipients.operations.ts';

const topicNames: Record<ContactTopic, string> = {
  general: 'General question',
  billing: 'Billing',
  privacy: 'Privacy request',
  technical: 'Technical problem',
};

/**
 * Stores a message from the contact form and emails it to the support address of the settings, or to the admins while
 * there is none. What fills the hidden field is a program: it gets the same answer and leaves nothing.
 * @throws DomainError too_many_attempts beyond 5 an hour from one address
 */
export async function sendContactMessage(
  deps: Deps,
  actor: Actor | null,
  input: ContactInput,
  origin: Origin,
): Promise<void> {
  await deps.attemptLimits.count('contactPerAddress', limitAddress(origin.ip));
  if (input.website !== '') {
    deps.log.info({ event: 'contact_refused', reqId: origin.requestId }, 'the hidden field was filled in');
    return;
  }
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const id = await insertContactMessage(trx, {
      user_id: actor?.userId ?? null,
      name: input.name,
      email: input.email,
      topic: input.topic,
      message: input.message,
      due_at: input.topic === 'privacy' ? oneMonthAfter(now) : null,
      created_at: now,
    });
    for (const reader of await staffRecipients(deps, trx)) {
      await queueMail(deps, trx, {
        kind: 'contact_message',
        userId: reader.id,
        to: reader.email,
        subject: `${topicNames[input.topic]} from ${input.name}`,
        text: [
          `${input.name} <${input.email}> wrote through the contact form:`,
          input.message,
          ...(input.topic === 'privacy'
            ? [`Privacy requests are answered within one month: by ${dayText(oneMonthAfter(now))}.`]
            : []),
        ].join('\n\n'),
        dedupeKey: `${emailKeyOf(id)}${reader.id ?? 'support'}`,
      });
    }
  });
}

const emailKeyOf = (messageId: string) => `contact:${messageId}:`;

/**
 * The emails that carried somebody's messages to us, in the transaction that erases the messages themselves: those
 * sent while signed in, and those that name the account's address.
 */
export async function eraseContactEmails(trx: Trx, account: { id: string; email: string }): Promise<void> {
  await eraseMailsAbout(trx, (await findMessageIdsOf(trx, account)).map(emailKeyOf));
}

/** GDPR and CCPA requests are answered within one month. */
function oneMonthAfter(from: Date): Date {
  const due = new Date(from);
  due.setUTCMonth(due.getUTCMonth() + 1);
  // 31 January plus a month would be 3 March: the last day of February is meant.
  if (due.getUTCDate() !== from.getUTCDate()) due.setUTCDate(0);
  return due;
}
