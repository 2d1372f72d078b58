import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { PurchaseRow } from '../../db/tables/shop-tables.ts';
import type { Deps } from '../../deps.ts';
import { failPendingPurchase, findPurchase, storeCheckoutSession } from '../payments.queries.ts';
import {
  type AppliedPromotion,
  isRefusedPromotion,
  promotionRefused,
} from '../promotions/promotions.operations.ts';
import { paymentsUnavailable, retrieveCheckoutSession, type TimeBudget } from '../stripe/stripe-calls.ts';
import { isStripeError } from '../stripe/stripe-errors.ts';
import { paymentIntentId } from './checkout-outcome.ts';
import { settlePurchase } from './fulfilment.operations.ts';

const minute = 60_000;
const hour = 60 * minute;
/** How far our clock and Stripe's may be apart. */
const clockMargin = 5 * minute;
/** Payment sessions expire after 24 hours (S2 §9), which is also Stripe's most. */
const sessionLifetime = 24 * hour - clockMargin;
/** Stripe wants half an hour at least, and forgets idempotency keys after a day. */
const longestReplay = 22 * hour;

/**
 * True when the attempt's parameters cannot be sent (again): its session would be over at once, or its key forgotten, or
 * the clock was put back since and Stripe refuses an end that lies too far ahead.
 */
export function cannotBeOpened(deps: Pick<Deps, 'now'>, attempt: PurchaseRow): boolean {
  const age = deps.now().getTime() - Date.parse(attempt.created_at);
  return age > longestReplay || age < -clockMargin;
}

/**
 * Everything from the row, nothing from the clock: the same attempt always sends the same (PAY-10).
 * @param promotion the one that the row names
 */
function sessionParams(
  deps: Pick<Deps, 'appUrl'>,
  attempt: PurchaseRow,
  email: string,
  promotion: AppliedPromotion | undefined,
): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    purchaseId: attempt.id,
    productId: String(attempt.product_id),
    productType: attempt.product_type,
    productName: attempt.product_name,
    userId: attempt.user_id ?? '',
  };
  return {
    mode: 'payment',
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
    metadata,
    payment_intent_data: { metadata },
    // From the configured origin, never from a request's headers (PAY-24).
    success_url: `${deps.appUrl()}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${deps.appUrl()}/payment-error?reason=cancelled`,
    expires_at: Math.floor((Date.parse(attempt.created_at) + sessionLifetime) / 1000),
  };
}

/**
 * Makes the attempt's session at Stripe and notes it on the row. The attempt's id is the idempotency key, so that any
 * number of calls makes one session.
 * @returns its address; undefined when the caller should look again: another call is making it, the answer was
 *   unreadable, or the attempt was given up because its key can only ever repeat a failure.
 * @throws DomainError invalid_input when Stripe does not take the code; payments_unavailable, the attempt then stays and is continued by the next click
 */
export async function openCheckoutSession(
  deps: Deps,
  attempt: PurchaseRow,
  {
    email,
    budget,
    promotion,
  }: { email: string; budget: TimeBudget; promotion: AppliedPromotion | undefined },
): Promise<string | undefined> {
  let session: Stripe.Checkout.Session;
  try {
    session = await deps.stripe.checkout.sessions.create(sessionParams(deps, attempt, email, promotion), {
      idempotencyKey: `purchase:${attempt.id}`,
      timeout: budget.timeout(),
    });
  } catch (error) {
    return handleRefusal(deps, attempt, error);
  }
  if (session.url === null) throw paymentsUnavailable(new Error('a new checkout session has no url'));
  const facts = {
    id: session.id,
    url: session.url,
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

async function handleRefusal(deps: Deps, attempt: PurchaseRow, error: unknown): Promise<undefined> {
  if (!isStripeError(error)) throw error;
  const about = { purchaseId: attempt.id, stripeRequestId: error.requestId, status: error.statusCode };
  if (error.statusCode === 409) {
    await sleep(300);
    return undefined;
  }
  if (isStripeError(error, 'StripeAPIError') && error.statusCode === undefined) {
    deps.log.warn({ ...about, err: error }, 'unreadable answer from the payment provider');
    return undefined;
  }
  // Stripe repeats a stored failure for ever under its key: the next try needs a new attempt. Whatever session
  // may exist under the old key was never shown to anybody.
  const isStored = (error.statusCode ?? 0) >= 500 || isStripeError(error, 'StripeIdempotencyError');
  if (isStored || isStripeError(error, 'StripeInvalidRequestError')) {
    await failPendingPurchase(deps.db, attempt.id, deps.now());
  }
  if (attempt.promotion_code_id !== null && isRefusedPromotion(error)) throw promotionRefused(error);
  if (!isStored) throw paymentsUnavailable(error);
  deps.log.warn({ ...about, err: error }, 'checkout attempt given up, trying with a new one');
  return undefined;
}

/** Closes an open session that is no longer wanted; if it was paid in this moment, the payment counts instead. */
export async function expireCheckoutSession(
  deps: Deps,
  attempt: PurchaseRow,
  sessionId: string,
  budget: TimeBudget,
): Promise<void> {
  try {
    await deps.stripe.checkout.sessions.expire(sessionId, {}, { timeout: budget.timeout() });
  } catch (error) {
    if (!isStripeError(error, 'StripeInvalidRequestError')) {
      throw isStripeError(error) ? paymentsUnavailable(error) : error;
    }
    const session = await retrieveCheckoutSession(deps, sessionId, budget.timeout());
    if (session) await settlePurchase(deps, attempt, session);
    return;
  }
  await failPendingPurchase(deps.db, attempt.id, deps.now());
}
