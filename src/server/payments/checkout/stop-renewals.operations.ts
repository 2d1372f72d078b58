import type { Deps } from '../../deps.ts';
import { stopRenewal } from '../subscriptions/renewal.operations.ts';
import { findRunningSubscriptions } from '../subscriptions/subscriptions.queries.ts';
import { subscriptionKind } from './checkout-kinds.operations.ts';
import { closePage } from './page-closing.operations.ts';
import { findOpenCheckout } from './subscription-checkouts.queries.ts';

/** The `stop-renewals` job: ends renewals and open checkouts of an account that is being deleted. */
export async function stopRenewalsOf(deps: Deps, userId: string): Promise<void> {
  const open = await findOpenCheckout(deps.db, userId);
  if (open) {
    await closePage(deps, subscriptionKind, open.id);
    // While a payment is being processed, `closePage` leaves the checkout open, so it is ended here.
    await subscriptionKind.end(deps.db, open.id, deps.now());
  }
  for (const { id } of await findRunningSubscriptions(deps.db, userId)) await stopRenewal(deps, id);
}
