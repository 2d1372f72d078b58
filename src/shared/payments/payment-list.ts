import { z } from 'zod';
import { productTypes, purchaseStatuses } from '../enums.ts';
import { cursorInput, pageView } from '../paging.ts';
import { adminPurchaseView } from './payments.ts';
import { purchaseFilterInput } from './purchase-list.ts';
import { paymentStatuses } from './refunds.ts';

/**
 * `partial`: partially refunded. `disputed`: has or had a dispute. `held`: paid, but an admin must decide whether to
 * deliver the product or refund the payment.
 */
export const paymentFilters = ['all', ...purchaseStatuses, 'partial', 'disputed', 'held'] as const;
export type PaymentListFilter = (typeof paymentFilters)[number];

export const paymentTypes = [...productTypes, 'membership'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** The filters of the payment list. Both days are in UTC and inclusive. */
export const paymentFilterInput = purchaseFilterInput.extend({
  status: z.enum(paymentFilters).default('all'),
  type: z.enum(paymentTypes, { error: 'Choose PDF, Session or Membership' }).optional(),
});
export type PaymentFilterInput = z.infer<typeof paymentFilterInput>;

export const searchPaymentsInput = paymentFilterInput.extend({ cursor: cursorInput });
export type SearchPaymentsInput = z.infer<typeof searchPaymentsInput>;

const cents = z.int();

/** A purchase, or a payment for a membership. Amounts are US cents. */
const listedPaymentView = adminPurchaseView
  .pick({
    userId: true,
    userName: true,
    userEmail: true,
    purchaseKey: true,
    discountCents: true,
    promotionCode: true,
    status: true,
    heldReason: true,
    paymentId: true,
    accessEnded: true,
    isGrant: true,
    actualProduct: true,
  })
  .extend({
    /** The id of the purchase or of the payment. */
    id: z.uuid(),
    at: z.string(),
    type: z.enum(paymentTypes),
    name: z.string(),
    paymentStatus: z.enum(paymentStatuses).nullable(),
    /** The price while unpaid; the amount received once paid. */
    amountCents: cents,
    taxCents: cents,
    /** The amount received; 0 while unpaid. */
    grossCents: cents,
    /** The amount refunded or lost in a dispute. */
    returnedCents: cents,
  });
export type ListedPayment = z.infer<typeof listedPaymentView>;

export const paymentListView = pageView(listedPaymentView).extend({
  /** Totals of all matching payments, not only of this page. */
  totals: z.object({ count: z.int(), grossCents: cents, returnedCents: cents }),
});
export type PaymentList = z.infer<typeof paymentListView>;
