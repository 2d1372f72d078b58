import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { isStripeError } from './stripe-errors.ts';

/** True for `resource_missing`: an object of the request does not exist in this account and mode. */
export function isMissingAtStripe(error: unknown): boolean {
  return isStripeError(error) && error.code === 'resource_missing';
}

/** A 503 for the user; the cause is logged. */
export function paymentsUnavailable(cause?: unknown): DomainError {
  return new DomainError(
    'payments_unavailable',
    'The payment provider cannot be reached right now, please try again in a moment',
    { cause, retryAfterSeconds: 5 },
  );
}

/** The error for a product's payment page that could not be opened. */
export function checkoutUnavailable(cause?: unknown): DomainError {
  return new DomainError(
    'payments_unavailable',
    'Failed to create purchase session: the payment provider cannot be reached right now, please try again',
    { cause, retryAfterSeconds: 5 },
  );
}

/** Whether the configured key moves real money. Events and sessions must be of the same mode. */
export function isLiveMode(deps: Pick<Deps, 'config'>): boolean {
  return /^(sk|rk)_live_/.test(deps.config.stripe?.secretKey ?? '');
}

/** The charge of a session read by `retrieveCheckoutSession`; null while nothing was charged. */
export function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | null {
  const intent = session.payment_intent;
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  return typeof charge === 'object' ? charge : null;
}

/**
 * When the buyer paid a session: for a card, the time of the charge, even if we learn of it after an outage; for any
 * other method, `now`, because its money has only just arrived. Never later than `now`, because Stripe's clock may be
 * ahead.
 */
export function paymentTimeOf(session: Stripe.Checkout.Session, now: Date): Date {
  const charge = chargeOf(session);
  if (charge?.payment_method_details?.type !== 'card') return now;
  return new Date(Math.min(charge.created * 1000, now.getTime()));
}
