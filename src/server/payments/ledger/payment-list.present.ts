import type { ListedPayment } from '../../../shared/payments/payment-list.ts';
import type { AdminPaymentRow } from './ledger.queries.ts';
import { presentAdminPurchase, presentBuyer } from './purchases.present.ts';
import type { AdminPurchaseRow } from './purchases.queries.ts';

const invoiceStatuses = {
  paid: 'completed',
  disputed: 'completed',
  failed: 'failed',
  refunded: 'refunded',
  lost: 'refunded',
} as const;

export function presentSale(row: AdminPurchaseRow): ListedPayment {
  const purchase = presentAdminPurchase(row);
  // Paid, but not delivered, for example because Stripe reports a different amount.
  const isHeld = row.status === 'failed' && row.held_reason !== null;
  const isPaid = row.status === 'completed' || row.status === 'refunded';
  const heldCents = isHeld ? (row.paid_cents ?? 0) : 0;
  return {
    ...purchase,
    at: purchase.purchasedAt,
    type: purchase.productType,
    name: purchase.productName,
    amountCents: isHeld ? heldCents : row.amount_cents,
    taxCents: row.tax_cents ?? 0,
    grossCents: isPaid ? row.amount_cents : heldCents,
    returnedCents: purchase.refundedCents,
  };
}

/** A membership payment as a row of the payment list, with the status that a purchase would have. */
export function presentInvoicePayment(row: AdminPaymentRow): ListedPayment {
  return {
    id: row.id,
    at: row.paid_at ?? row.created_at,
    ...presentBuyer(row),
    type: 'membership',
    name: row.description,
    purchaseKey: null,
    promotionCode: row.promotion_code,
    discountCents: row.discount_cents,
    status: invoiceStatuses[row.status],
    heldReason: null,
    paymentId: row.id,
    paymentStatus: row.status,
    accessEnded: row.access_ended_at !== null,
    isGrant: false,
    actualProduct: null,
    amountCents: row.amount_cents,
    taxCents: row.tax_cents,
    grossCents: row.status === 'failed' ? 0 : row.amount_cents,
    returnedCents: row.returned_cents,
  };
}
