import type { Deps } from '../../deps.ts';
import type { RecipientWithTimeZone } from '../../messages/email/email.operations.ts';
import type { Trx } from '../../platform/db/database.ts';
import { isLive } from '../stripe/stripe-subscription.ts';
import { isEndAnnounced, notifySubscribers } from '../subscriptions/notifications.operations.ts';
import { stopRenewal } from '../subscriptions/renewal.operations.ts';
import { findRunningSubscriptions } from '../subscriptions/subscriptions.queries.ts';
import { snapshotOf } from '../subscriptions/sync.operations.ts';
import { purchaseKind, subscriptionKind } from './checkout-kinds.operations.ts';
import { closePage } from './page-closing.operations.ts';
import { findOpenPurchases } from './page-closing.queries.ts';
import { findOpenCheckout } from './subscription-checkouts.queries.ts';

/** The `stop-renewals` job: ends the renewals of an account that is being deleted, and closes its payment pages. */
export async function stopRenewalsOf(deps: Deps, userId: string): Promise<void> {
  const open = await findOpenCheckout(deps.db, userId);
  if (open) {
    await closePage(deps, subscriptionKind, open.id);
    // While a payment is being processed, `closePage` leaves the checkout open, so it is ended here.
    await subscriptionKind.end(deps.db, open.id, deps.now());
  }
  for (const { id } of await findRunningSubscriptions(deps.db, userId)) await stopRenewal(deps, id);
  for (const id of await findOpenPurchases(deps.db, userId)) await closePage(deps, purchaseKind, id);
}

/**
 * Called when the deletion of an account is withdrawn: notifies the user that the membership ends nevertheless.
 * `stopRenewalsOf` canceled the membership without a notification, because the user could not log in to keep it. Sends
 * nothing if the user was notified earlier: after canceling the membership, or when another deletion was withdrawn.
 * Ignores a membership whose first payment has not arrived.
 */
export async function notifyOfStoppedRenewal(
  deps: Deps,
  trx: Trx,
  to: RecipientWithTimeZone,
  deletionId: string,
): Promise<void> {
  for (const row of await findRunningSubscriptions(trx, to.id)) {
    if (!row.cancel_at_period_end || row.is_duplicate || !isLive(row.status)) continue;
    if (await isEndAnnounced(trx, row)) continue;
    const key = `${row.id}:${deletionId}`;
    await notifySubscribers(deps, trx, [
      { to, notification: { kind: 'cancelled' }, snapshot: snapshotOf(row), key },
    ]);
  }
}
