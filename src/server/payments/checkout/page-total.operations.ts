import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { promotionRejected } from '../promotions/promotions.operations.ts';
import { isStripeError } from '../stripe/stripe-errors.ts';
import type { PageTotal } from './checkout-kind.ts';

/**
 * Compares a payment page with the attempt it was created for. The discount may differ by one cent, because Stripe may
 * round half a cent in the other direction.
 * @returns Stripe's discount in US cents; undefined if the totals differ
 */
export function agreedDiscount(session: Stripe.Checkout.Session, expected: PageTotal): number | undefined {
  if (session.currency !== expected.currency || session.amount_subtotal !== expected.priceCents)
    return undefined;
  if (session.amount_total === null) return undefined;
  const discountCents = expected.priceCents - session.amount_total;
  const tolerance = expected.discountCents > 0 ? 1 : 0;
  return Math.abs(discountCents - expected.discountCents) <= tolerance ? discountCents : undefined;
}

/**
 * Decides whether a payment page may be shown. A page with a different total is closed, and `giveUp` ends its attempt,
 * because the attempt's idempotency key would only return the same page.
 * @returns Stripe's discount in US cents
 * @throws DomainError invalid_input for `promotionCode` if only the code's discount differs, otherwise conflict
 */
export async function agreeOnTotal(
  deps: Deps,
  session: Stripe.Checkout.Session,
  { expected, giveUp }: { expected: PageTotal; giveUp: () => Promise<unknown> },
): Promise<number> {
  const discountCents = agreedDiscount(session, expected);
  if (discountCents !== undefined) return discountCents;
  const { id: sessionId, currency, amount_subtotal, amount_total } = session;
  deps.log.error(
    { event: 'page_total_differs', sessionId, currency, amount_subtotal, amount_total, expected },
    'a payment page shows a different total than the academy, so it was not opened',
  );
  await giveUp();
  try {
    await deps.stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    // No user was sent the URL of the page, so the page expires unpaid.
    if (!isStripeError(error)) throw error;
    deps.log.warn({ err: error, sessionId }, 'a payment page with a different total could not be closed');
  }
  if (expected.discountCents > 0 && amount_subtotal === expected.priceCents) throw promotionRejected();
  throw new DomainError(
    'conflict',
    'Failed to create purchase session: the total on the payment page would differ from the price that we show. Nothing was charged. Please contact us.',
  );
}
