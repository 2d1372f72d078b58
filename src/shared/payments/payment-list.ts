import { z } from 'zod';
import { productTypes, purchaseStatuses } from '../enums.ts';
import { cursorInput, pageView } from '../paging.ts';
import { adminPurchaseView } from './payments.ts';
import { purchaseFilterInput } from './purchase-list.ts';
import { paymentStatuses } from './refunds.ts';

/** `partial`: refunded in part. `disputed`: a bank asks, asked or took it back. `held`: paid, but an admin must decide. */
export const paymentFilters = ['all', ...purchaseStatuses, 'partial', 'disputed', 'held'] as const;
export type PaymentListFilter = (typeof paymentFilters)[number];

export const paymentTypes = [...productTypes, 'membership'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** Which payments are meant; days are UTC and both included. */
export const paymentFilterInput = purchaseFilterInput.extend({
  status: z.enum(paymentFilters).default('all'),
  type: z.enum(paymentTypes, { error: 'Choose PDF, Session or Membership' }).optional(),
});
export type PaymentFilterInput = z.infer<typeof paymentFilterInput>;

export const searchPaymentsInput = paymentFilterInput.extend({ cursor: cursorInput });
export type SearchPaymentsInput = z.infer<typeof searchPaymentsInput>;

const cents = z.int();

/** A purchase, or the payment of a membership. Amounts in US cents. */
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
    /** Of the purchase, or of the payment. */
    id: z.uuid(),
    at: z.string(),
    type: z.enum(paymentTypes),
    name: z.string(),
    paymentStatus: z.enum(paymentStatuses).nullable(),
    /** What a purchase asks for; what was received once it is paid. */
    amountCents: cents,
    taxCents: cents,
    /** Received; 0 while nothing was. */
    grossCents: cents,
    /** Went back, by refunds or by a bank's decision. */
    returnedCents: cents,
  });
export type ListedPayment = z.infer<typeof listedPaymentView>;

export const paymentListView = pageView(listedPaymentView).extend({
  /** Totals of all payments that match, not of this page. */
  totals: z.object({ count: z.int(), grossCents: cents, returnedCents: cents }),
});
export type PaymentList = z.infer<typeof paymentListView>;
