import type { Deps } from '../../deps.ts';
import { type Email, queueEmail, type Recipient } from '../../messages/email/email.operations.ts';
import {
  type NewNotification,
  notify,
  withdrawFromAdmins,
} from '../../messages/notifications/notifications.operations.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findRecipient } from '../ledger/recipients.queries.ts';

/** Queues an email to the payer; does nothing for deleted accounts. */
export async function queuePayerEmail(
  deps: Deps,
  trx: Trx,
  userId: string | null,
  compose: (to: Recipient) => Email,
): Promise<void> {
  const payer = await findRecipient(trx, userId);
  if (payer) await queueEmail(deps, trx, compose(payer));
}

/** Notifies the payer in the app; does nothing for deleted accounts. */
export async function notifyPayer(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  userId: string | null,
  notification: Omit<NewNotification, 'userId' | 'appearsAt'>,
): Promise<void> {
  const payer = await findRecipient(trx, userId);
  if (payer) await notify(trx, { ...notification, userId: payer.id, appearsAt: deps.now() });
}

/** The key of the notification that asks admins to decide about a purchase on hold. */
export const onHoldKey = (purchaseId: string) => `on_hold:${purchaseId}`;

/** Withdraws the admins' notification about a purchase on hold, because it was delivered or refunded. */
export async function withdrawOnHoldNotification(trx: Trx, purchaseId: string): Promise<void> {
  await withdrawFromAdmins(trx, 'admin_on_hold', [onHoldKey(purchaseId)]);
}
