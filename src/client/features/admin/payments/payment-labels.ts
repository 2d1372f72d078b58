import { dayMs } from '../../../../shared/durations.ts';
import type { ListedPayment } from '../../../../shared/payments/payment-list.ts';
import type { AdminPayment, Dispute, PaymentStatus } from '../../../../shared/payments/refunds.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate } from '../../../lib/format.ts';
import type { StatusLabel } from '../../../lib/status-labels.ts';

/** Badges of payment statuses in the admin area. */
export const paymentStatusLabels: Record<PaymentStatus, StatusLabel> = {
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  disputed: { label: 'Disputed', tone: 'warning' },
  lost: { label: 'Dispute lost', tone: 'danger' },
};

/**
 * Today's price in US cents; undefined if it equals the price before discounts at the time of the purchase, or if the
 * product no longer exists.
 */
export function changedPrice(
  purchase: Pick<ListedPayment, 'amountCents' | 'discountCents' | 'actualProduct'>,
): number | undefined {
  const { actualProduct, amountCents, discountCents } = purchase;
  if (actualProduct === null) return undefined;
  const today = actualProduct.isFree ? 0 : actualProduct.price;
  return today === amountCents + discountCents ? undefined : today;
}

/** The deadline for the answer to a bank, such as "Answer by 29 Nov 2026 (7 days)". */
export function answerBy(dueAt: string, now: Date): { text: string; isUrgent: boolean; isOver: boolean } {
  const leftMs = Date.parse(dueAt) - now.getTime();
  if (leftMs <= 0) return { text: `The deadline was ${formatDate(dueAt)}`, isUrgent: true, isOver: true };
  const days = Math.round(leftMs / dayMs);
  const left = leftMs < dayMs ? 'less than a day' : countText(days, 'day');
  return { text: `Answer by ${formatDate(dueAt)} (${left})`, isUrgent: days < 3, isOver: false };
}

type JudgedDispute = Pick<Dispute, 'standing' | 'status' | 'evidenceSentAt'> & {
  payment: Pick<Dispute['payment'], 'status'>;
};

/** Whether an admin must act. An inquiry needs no admin after its payment has been refunded in full. */
export function isDisputeWaiting({ standing, status, evidenceSentAt, payment }: JudgedDispute): boolean {
  if (standing === 'unclear') return true;
  if (evidenceSentAt !== null || status.endsWith('under_review')) return false;
  return standing === 'inquiry' ? payment.status === 'paid' : standing === 'open';
}

/** Whether the bank only asked about the payment, and took no money back. */
export function isInquiry({ standing, status }: Pick<Dispute, 'standing' | 'status'>): boolean {
  return standing === 'inquiry' || status === 'warning_closed';
}

export function policyText({ until, reason }: AdminPayment['refundable']): string {
  return until === null ? reason : `Refundable until ${formatDate(until)}`;
}

/** Why a paid purchase was not delivered. */
export function holdReasonText(reason: string): string {
  switch (reason) {
    case 'duplicate_payment_refund_due':
      return 'Paid twice: refund the second payment';
    case 'amount_mismatch':
      return 'On hold: Stripe reports a different amount';
    case 'currency_mismatch':
      return 'On hold: Stripe reports a different currency';
    case 'buyer_mismatch':
      return 'On hold: Stripe reports a different buyer';
    case 'mode_mismatch':
      return 'On hold: paid in Stripe’s other mode (test or live)';
    case 'buyer_missing':
      return 'On hold: the buyer or the product was deleted, or is newer than a restored backup';
    default:
      return `On hold: ${reason.replaceAll('_', ' ')}`;
  }
}
