import type Stripe from 'stripe';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';

/** The payment state according to Stripe's session. */
type CheckoutOutcome = 'paid' | 'processing' | 'failed' | 'expired' | 'open';

/**
 * Reads a session that was retrieved with `payment_intent` expanded. Unknown values count as unpaid: a session is paid
 * only if it is `complete`, and its payment is `paid` or not required.
 */
export function checkoutOutcome(session: Stripe.Checkout.Session): CheckoutOutcome {
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'open';
  if (session.payment_status === 'paid' || session.payment_status === 'no_payment_required') return 'paid';
  // A delayed payment that the bank rejects leaves the session complete and unpaid; only its payment intent shows the
  // rejection.
  const intent = session.payment_intent;
  const intentStatus = typeof intent === 'object' ? intent?.status : undefined;
  return intentStatus === 'requires_payment_method' || intentStatus === 'canceled' ? 'failed' : 'processing';
}

/** Why a paid purchase was not delivered; shown to the admin with the purchase. */
export type HoldReason =
  | 'amount_mismatch'
  | 'currency_mismatch'
  | 'buyer_mismatch'
  | 'mode_mismatch'
  | 'buyer_missing'
  | 'duplicate_payment_refund_due';

/** The reasons in words, to follow "because". */
export const holdTexts: Record<HoldReason, string> = {
  amount_mismatch: 'Stripe reports a different amount',
  currency_mismatch: 'Stripe reports a different currency',
  buyer_mismatch: 'Stripe reports a different buyer',
  mode_mismatch: "it was paid in Stripe's other mode (test or live)",
  buyer_missing: 'the buyer or the product is gone',
  duplicate_payment_refund_due: 'the student has it already and paid a second time',
};

/** The first property in which the session differs from the purchase. */
export function findMismatch(
  session: Stripe.Checkout.Session,
  purchase: Pick<PurchaseRow, 'amount_cents' | 'currency' | 'user_id'>,
  liveMode: boolean,
): HoldReason | undefined {
  if (session.livemode !== liveMode) return 'mode_mismatch';
  if (session.currency !== purchase.currency) return 'currency_mismatch';
  if (session.amount_total !== purchase.amount_cents) return 'amount_mismatch';
  // A deleted buyer has no id to compare, and cannot receive a delivery.
  if (purchase.user_id === null) return 'buyer_missing';
  if (session.client_reference_id !== purchase.user_id) return 'buyer_mismatch';
  return undefined;
}
