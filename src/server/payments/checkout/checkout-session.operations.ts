import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { failPendingPurchase, findPurchase, storeCheckoutSession } from '../payments.queries.ts';
import type { AppliedPromotion } from '../promotions/promotions.operations.ts';
import { paymentsUnavailable, retrieveCheckoutSession } from '../stripe/stripe-calls.ts';
import { isStripeError } from '../stripe/stripe-errors.ts';
import { paymentIntentId } from './checkout-outcome.ts';
import { settlePurchase } from './fulfilment.operations.ts';
import { purchaseMetadata } from './lost-purchase.operations.ts';
import { agreeOnTotal } from './page-total.operations.ts';
import { handleRefusal, pageEnd } from './payment-page.operations.ts';

/**
 * Everything from the row, nothing from the clock: the same attempt always sends the same.
 * @param promotion the one that the row names
 */
function sessionParams(
  deps: Pick<Deps, 'appUrl' | 'sealing'>,
  attempt: PurchaseRow,
  email: string,
  promotion: AppliedPromotion | undefined,
): Stripe.Checkout.SessionCreateParams {
  const metadata = purchaseMetadata(deps, attempt);
  return {
    mode: 'payment',
    // Prices are in US dollars for everybody, whatever the dashboard's setting is.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: attempt.currency,
          unit_amount: attempt.amount_cents + attempt.discount_cents,
          product_data: { name: attempt.product_name },
        },
      },
    ],
    ...(promotion && { discounts: [{ promotion_code: promotion.stripeId }] }),
    client_reference_id: attempt.user_id ?? '',
    customer_email: email,
    // A guest's name and address could never be deleted at Stripe again; those of a customer can.
    customer_creation: 'always',
    metadata,
    payment_intent_data: { metadata },
    // From the configured origin, never from a request's headers.
    success_url: `${deps.appUrl()}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${deps.appUrl()}/payment-error?reason=cancelled`,
    expires_at: pageEnd(attempt),
  };
}

/**
 * Makes the attempt's session at Stripe and notes it on the row. The attempt's id is the idempotency key, so that any
 * number of calls makes one session.
 * @returns its address; undefined when the caller should look again: another call is making it, the answer was
 *   unreadable, or the attempt was given up because its key can only ever repeat a failure.
 * @throws DomainError invalid_input when Stripe does not take the code; conflict when it asks for another sum;
 *   payments_unavailable, the attempt then stays and is continued by the next click
 */
export async function openCheckoutSession(
  deps: Deps,
  attempt: PurchaseRow,
  { email, promotion }: { email: string; promotion: AppliedPromotion | undefined },
): Promise<string | undefined> {
  const giveUp = () => failPendingPurchase(deps.db, attempt.id, deps.now());
  let session: Stripe.Checkout.Session;
  try {
    session = await deps.stripe.checkout.sessions.create(sessionParams(deps, attempt, email, promotion), {
      idempotencyKey: `purchase:${attempt.id}`,
    });
  } catch (error) {
    return handleRefusal(deps, attempt, error, { giveUp });
  }
  if (session.url === null) throw paymentsUnavailable(new Error('a new checkout session has no url'));
  const discountCents = await agreeOnTotal(deps, session, {
    asked: {
      currency: attempt.currency,
      priceCents: attempt.amount_cents + attempt.discount_cents,
      discountCents: attempt.discount_cents,
    },
    giveUp,
  });
  const facts = {
    id: session.id,
    url: session.url,
    discountCents,
    expiresAt: new Date(session.expires_at * 1000),
    paymentIntentId: paymentIntentId(session),
  };
  if (await storeCheckoutSession(deps.db, attempt.id, facts, deps.now())) return session.url;
  // Another call with the same key was first, or the attempt was given up meanwhile.
  const current = await findPurchase(deps.db, attempt.id);
  return current?.status === 'pending' && current.checkout_session_id === session.id
    ? session.url
    : undefined;
}

/** Closes an open session that is no longer wanted; if it was paid in this moment, the payment counts instead. */
export async function expireCheckoutSession(
  deps: Deps,
  attempt: PurchaseRow,
  sessionId: string,
): Promise<void> {
  try {
    await deps.stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    if (!isStripeError(error, 'StripeInvalidRequestError')) {
      throw isStripeError(error) ? paymentsUnavailable(error) : error;
    }
    const session = await retrieveCheckoutSession(deps, sessionId);
    if (session) await settlePurchase(deps, attempt, session);
    return;
  }
  await failPendingPurchase(deps.db, attempt.id, deps.now());
}
