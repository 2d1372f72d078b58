import type { AdminPurchase } from '../../../../shared/payments.ts';
import type { Dispute } from '../../../../shared/refunds.ts';

/** What the product costs today in US cents, when that is not what it cost then, any discount aside (D-70). */
export function changedPrice(
  purchase: Pick<AdminPurchase, 'amount' | 'discountCents' | 'actualProduct'>,
): number | undefined {
  const { actualProduct, amount, discountCents } = purchase;
  if (actualProduct === null) return undefined;
  const today = actualProduct.isFree ? 0 : actualProduct.price;
  return today === amount + discountCents ? undefined : today;
}

type JudgedDispute = Pick<Dispute, 'standing'> & { payment: Pick<Dispute['payment'], 'status'> };

/** Whether a person still has to do something about it; a bank that asks is content with its money. */
export function isDisputeWaiting({ standing, payment }: JudgedDispute): boolean {
  if (standing === 'inquiry') return payment.status === 'paid';
  return standing === 'open' || standing === 'unclear';
}

/** Why a paid purchase was not delivered, in words. */
export function heldReasonText(reason: string): string {
  switch (reason) {
    case 'duplicate_payment_refund_due':
      return 'Paid twice: refund the second payment';
    case 'amount_mismatch':
      return 'Held: Stripe reports another amount';
    case 'currency_mismatch':
      return 'Held: Stripe reports another currency';
    case 'buyer_mismatch':
      return 'Held: Stripe reports another buyer';
    case 'mode_mismatch':
      return 'Held: paid in another mode of Stripe (test or live)';
    case 'buyer_missing':
      return 'Held: the buyer or the product is gone';
    default:
      return `Held: ${reason.replaceAll('_', ' ')}`;
  }
}
