import { dayMs } from '../durations.ts';

/** First payments are refundable for 30 × 24 hours. */
export const refundWindowDays = 30;
const windowMs = refundWindowDays * dayMs;

export const refundReasonCodes = [
  'within_window',
  'window_over',
  'bought_before',
  'renewal',
  'being_refunded',
  'refunded',
  'disputed',
  'lost',
  'not_paid',
] as const;
type RefundReasonCode = (typeof refundReasonCodes)[number];

/** The reason shown to the payer and to admins. */
const refundReasonTexts: Record<RefundReasonCode, string> = {
  within_window: `First payment: refundable for ${refundWindowDays} days`,
  window_over: `Not refundable: the ${refundWindowDays} days after the payment have passed`,
  bought_before: 'Not refundable: this was not the first payment for this product',
  renewal: 'Not refundable: this was not the first payment for a membership',
  being_refunded: 'A refund of this payment is on its way',
  refunded: 'Refunded in full',
  disputed: 'The bank is looking into this payment',
  lost: 'The bank returned this payment after a dispute',
  not_paid: 'This payment did not go through',
};

export type RefundablePayment = {
  kind: 'purchase' | 'subscription';
  status: 'paid' | 'failed' | 'refunded' | 'disputed' | 'lost';
  isFirstPayment: boolean;
  /** A refund was requested, and Stripe has not confirmed it yet. */
  isBeingRefunded?: boolean | undefined;
  /** ISO 8601; null if the payment did not succeed. */
  paidAt: string | null;
};

export type Refundable = {
  /** ISO 8601. When the refund window closes; null if not refundable. */
  until: string | null;
  code: RefundReasonCode;
  reason: string;
};

/**
 * Whether a payment is refundable: the first payment for a product, and the first payment of the first subscription,
 * within 30 × 24 hours.
 */
export function refundable(payment: RefundablePayment, now: Date): Refundable {
  const no = (code: RefundReasonCode): Refundable => ({ until: null, code, reason: refundReasonTexts[code] });
  if (payment.status === 'refunded' || payment.status === 'disputed' || payment.status === 'lost') {
    return no(payment.status);
  }
  if (payment.status === 'failed' || payment.paidAt === null) return no('not_paid');
  if (payment.isBeingRefunded) return no('being_refunded');
  if (!payment.isFirstPayment) return no(payment.kind === 'purchase' ? 'bought_before' : 'renewal');
  const until = Date.parse(payment.paidAt) + windowMs;
  if (now.getTime() >= until) return no('window_over');
  return {
    until: new Date(until).toISOString(),
    code: 'within_window',
    reason: refundReasonTexts.within_window,
  };
}
