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
 * `arrival`: a key of the application or appeal that has just arrived. `deciderId`: the admin who has just made or
 * undone a decision.
 */
type QueueChange = { arrival?: string; deciderId?: string };

/**
 * Updates the one notification that each admin has about waiting applications. The notification states the number of
 * waiting applications, becomes unread when another application arrives, and is deleted when no application waits.
 * Call this function at the end of the transaction that changes the queue: until that transaction ends, other
 * transactions wait when they call this function.
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

/** Deletes the notification of a user who is no longer an admin. */
export async function withdrawWaitingNotification(trx: Trx, adminId: string): Promise<void> {
  await withdrawNotification(trx, adminId, key);
}
