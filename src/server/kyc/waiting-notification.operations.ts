import { reviewTimeText } from '../../shared/site-settings.ts';
import { notificationLabels } from '../../shared/site-texts/email-texts.ts';
import type { Deps } from '../deps.ts';
import { emailAdmins } from '../messages/email/admin-emails.operations.ts';
import {
  showToAdmins,
  withdrawFromAdmins,
  withdrawNotification,
} from '../messages/notifications/notifications.operations.ts';
import type { Trx } from '../platform/db/database.ts';
import { lockKey } from '../platform/db/lock-key.ts';
import { readSettings } from '../settings/settings.operations.ts';
import { countUndecided } from './queue.queries.ts';

const kind = 'admin_application';
const key = 'waiting-applications';
const text = 'staff_application';
const path = '/admin?tab=kyc&status=open';

/**
 * `arrival`: a key of the application or appeal that was just sent. `deciderId`: the admin who just decided one or undid a
 * decision.
 */
type QueueChange = { arrival?: string; deciderId?: string };

/**
 * Each admin has one notification about the applications that wait for an admin. It counts them, becomes unread when
 * another one arrives, and is deleted when none is left. Call it at the end of the transaction that changes the queue,
 * because the other transactions that do so wait until this one ends.
 */
export async function updateWaitingNotification(
  deps: Pick<Deps, 'jobs' | 'sealing' | 'appUrl' | 'config' | 'now'>,
  trx: Trx,
  { arrival, deciderId }: QueueChange = {},
): Promise<void> {
  await lockKey(trx, key);
  const { pending, inReview, asked } = await countUndecided(trx);
  const count = pending + inReview - asked;
  if (count === 0) return withdrawFromAdmins(trx, kind, [key]);
  const applications =
    count === 1
      ? 'An identity application waits'
      : `${count.toLocaleString('en-US')} identity applications wait`;
  const values = { applications, hours: reviewTimeText(await readSettings(deps, trx)) };
  const notified = await showToAdmins(
    trx,
    { ...notificationLabels(text, values), kind, path, dedupeKey: key, appearsAt: deps.now() },
    { isNew: arrival !== undefined, readBy: deciderId },
  );
  if (arrival === undefined) return;
  await emailAdmins(deps, trx, notified, { kind, text, values, path, dedupeKey: arrival });
}

/** Deletes the notification of an admin who leaves. */
export async function withdrawWaitingNotification(trx: Trx, adminId: string): Promise<void> {
  await withdrawNotification(trx, adminId, key);
}
