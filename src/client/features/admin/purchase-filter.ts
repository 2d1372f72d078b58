import { purchaseStatuses } from '../../../shared/enums.ts';
import type { AdminPurchase } from '../../../shared/payments.ts';

/** `held`: paid, but a person has to look at it (PAY-8). */
export const purchaseFilters = ['all', ...purchaseStatuses, 'held'] as const;
export type PurchaseFilter = (typeof purchaseFilters)[number];

/** The filter in the address; anything else means all. */
export function readPurchaseFilter(status: string | undefined): PurchaseFilter {
  return purchaseFilters.find((known) => known === status) ?? 'all';
}

type SearchedFields = Pick<
  AdminPurchase,
  | 'status'
  | 'heldReason'
  | 'userName'
  | 'userEmail'
  | 'productName'
  | 'purchaseKey'
  | 'paymentIntentId'
  | 'checkoutSessionId'
>;

/** Those of the filter in which every word stands somewhere: name, mail, product, key, or an id of Stripe. */
export function filterPurchases<P extends SearchedFields>(
  purchases: readonly P[],
  filter: PurchaseFilter,
  words: string,
): P[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return purchases.filter((purchase) => {
    if (filter === 'held' && purchase.heldReason === null) return false;
    if (filter !== 'all' && filter !== 'held' && purchase.status !== filter) return false;
    const text = [
      purchase.userName,
      purchase.userEmail,
      purchase.productName,
      purchase.purchaseKey,
      purchase.paymentIntentId,
      purchase.checkoutSessionId,
    ]
      .join(' ')
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** US cents that completed purchases brought in. */
export function completedCents(purchases: readonly Pick<AdminPurchase, 'status' | 'amount'>[]): number {
  return purchases
    .filter((purchase) => purchase.status === 'completed')
    .reduce((sum, purchase) => sum + purchase.amount, 0);
}

/** What the product costs today in US cents, when that is not what was paid (D-70). */
export function changedPrice(purchase: Pick<AdminPurchase, 'amount' | 'actualProduct'>): number | undefined {
  const { actualProduct, amount } = purchase;
  if (actualProduct === null) return undefined;
  const today = actualProduct.isFree ? 0 : actualProduct.price;
  return today === amount ? undefined : today;
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
