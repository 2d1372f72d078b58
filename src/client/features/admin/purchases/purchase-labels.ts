import type { AdminPurchase } from '../../../../shared/payments/payments.ts';
import type { Dispute, DisputeFacts } from '../../../../shared/payments/refunds.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';

/** Today's price in US cents if it differs from the price at purchase before discounts. */
export function changedPrice(
  purchase: Pick<AdminPurchase, 'amount' | 'discountCents' | 'actualProduct'>,
): number | undefined {
  const { actualProduct, amount, discountCents } = purchase;
  if (actualProduct === null) return undefined;
  const today = actualProduct.isFree ? 0 : actualProduct.price;
  return today === amount + discountCents ? undefined : today;
}

/** A dispute as one line of text. */
export function disputeText({
  amountCents,
  createdAt,
  evidenceDueAt,
  reason,
  standing,
}: DisputeFacts): string {
  const begun = `${formatCents(amountCents)} ${standing === 'inquiry' ? 'asked about' : 'disputed'} on ${formatDate(createdAt)}, ${reason.replaceAll('_', ' ')}`;
  switch (standing) {
    case 'settled':
      return `${begun}: settled`;
    case 'lost':
      return `${begun}: lost`;
    default:
      return evidenceDueAt === null ? begun : `${begun}: evidence due by ${formatDate(evidenceDueAt)}`;
  }
}

type JudgedDispute = Pick<Dispute, 'standing'> & { payment: Pick<Dispute['payment'], 'status'> };

/** Whether an admin must act. An inquiry is closed once its payment has been refunded. */
export function isDisputeWaiting({ standing, payment }: JudgedDispute): boolean {
  if (standing === 'inquiry') return payment.status === 'paid';
  return standing === 'open' || standing === 'unclear';
}

/** Why a paid purchase was not delivered. */
export function holdReasonText(reason: string): string {
  switch (reason) {
    case 'duplicate_payment_refund_due':
      return 'Paid twice: refund the second payment';
    case 'amount_mismatch':
      return 'On hold: Stripe reports another amount';
    case 'currency_mismatch':
      return 'On hold: Stripe reports another currency';
    case 'buyer_mismatch':
      return 'On hold: Stripe reports another buyer';
    case 'mode_mismatch':
      return 'On hold: paid in another mode of Stripe (test or live)';
    case 'buyer_missing':
      return 'On hold: the buyer or the product is gone, or newer than a restored backup';
    default:
      return `On hold: ${reason.replaceAll('_', ' ')}`;
  }
}
