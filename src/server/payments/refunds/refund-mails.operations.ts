import type { Deps } from '../../deps.ts';
import { type StaffReader, staffReaders } from '../../messages/contact/staff-readers.operations.ts';
import { type Mail, queueMail } from '../../messages/email/mail.operations.ts';
import { type NewNotification, notify } from '../../messages/notifications/notifications.operations.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findRecipient, type Recipient } from './refund-recipients.queries.ts';

/** A mail to whoever works on money matters. */
export async function queueStaffMail(
  deps: Deps,
  trx: Trx,
  compose: (to: StaffReader) => Mail,
): Promise<void> {
  for (const reader of await staffReaders(deps, trx)) await queueMail(deps, trx, compose(reader));
}

/** A mail to the payer; none to accounts that are gone. */
export async function queuePayerMail(
  deps: Deps,
  trx: Trx,
  userId: string | null,
  compose: (to: Recipient) => Mail,
): Promise<void> {
  const payer = await findRecipient(trx, userId);
  if (payer) await queueMail(deps, trx, compose(payer));
}

/** A line of the payer's bell; none to accounts that are gone. */
export async function notifyPayer(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  userId: string | null,
  notice: Omit<NewNotification, 'userId' | 'now'>,
): Promise<void> {
  const payer = await findRecipient(trx, userId);
  if (payer) await notify(trx, { ...notice, userId: payer.id, now: deps.now() });
}
