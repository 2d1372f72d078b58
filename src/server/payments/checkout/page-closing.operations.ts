import type { Deps } from '../../deps.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { findPurchase } from '../payments.queries.ts';
import { findCheckout } from '../subscriptions/checkout.queries.ts';
import { closeSession } from '../subscriptions/close-checkout.operations.ts';
import { expireCheckoutSession } from './checkout-session.operations.ts';
import {
  endUnopenedCheckout,
  failUnopenedPurchase,
  findOutdatedCheckouts,
  findOutdatedPurchases,
} from './page-closing.queries.ts';

/** Closes the payment page of a purchase. What was paid there in this moment counts. */
export async function closePurchasePage(deps: Deps, id: string): Promise<void> {
  // A page that opens at this moment either notes itself first and is closed, or finds its attempt given up.
  await failUnopenedPurchase(deps.db, id, deps.now());
  const current = await findPurchase(deps.db, id);
  if (current?.status === 'pending' && current.checkout_session_id !== null) {
    await expireCheckoutSession(deps, current, current.checkout_session_id);
  }
}

/** The same for a plan. */
export async function closePlanPage(deps: Deps, id: string): Promise<void> {
  await endUnopenedCheckout(deps.db, id, deps.now());
  const current = await findCheckout(deps.db, id);
  if (current?.status === 'open' && current.checkout_session_id !== null) {
    await closeSession(deps, current, current.checkout_session_id);
  }
}

/**
 * The `close-payment-pages` job: nobody pays more than the product or plan costs by now, or for what is free or not sold
 * any more. A page whose price went up stays as it was shown.
 * @throws DomainError payments_unavailable when some could not be closed, after all were tried
 */
export async function closeOutdatedPages(deps: Deps, of: JobPayloads['close-payment-pages']): Promise<void> {
  const closings =
    'plan' in of
      ? (await findOutdatedCheckouts(deps.db, of.plan)).map((id) => () => closePlanPage(deps, id))
      : (await findOutdatedPurchases(deps.db, of.productId)).map((id) => () => closePurchasePage(deps, id));
  let failure: unknown;
  for (const close of closings) {
    try {
      await close();
    } catch (error) {
      failure = error;
      deps.log.warn({ err: error, ...of }, 'a payment page could not be closed');
    }
  }
  if (failure !== undefined) throw failure;
}
