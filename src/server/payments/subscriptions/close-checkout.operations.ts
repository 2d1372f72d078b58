import type { Deps } from '../../deps.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import { askStripe } from '../stripe/stripe-billing-calls.ts';
import { retrieveCheckoutSession } from '../stripe/stripe-calls.ts';
import { isStripeError } from '../stripe/stripe-errors.ts';
import { endCheckout, findOpenCheckout } from './checkout.queries.ts';
import { settleCheckout } from './settlement.operations.ts';

/** Closes the payment page that somebody left open, so that nothing is bought there any more. */
export async function closeOpenCheckout(deps: Deps, userId: string): Promise<void> {
  const open = await findOpenCheckout(deps.db, userId);
  if (!open) return;
  if (open.checkout_session_id !== null) await closeSession(deps, open, open.checkout_session_id);
  await endCheckout(deps.db, open.id, deps.now());
}

/** Paid in this very moment, it counts; the caller looks again. */
export async function closeSession(
  deps: Deps,
  attempt: SubscriptionCheckoutRow,
  sessionId: string,
): Promise<void> {
  await askStripe(async () => {
    try {
      await deps.stripe.checkout.sessions.expire(sessionId);
    } catch (error) {
      if (!isStripeError(error, 'StripeInvalidRequestError')) throw error;
    }
  });
  const session = await retrieveCheckoutSession(deps, sessionId);
  if (session) await settleCheckout(deps, attempt, session);
}
