import { z } from 'zod';
import { productTypes } from '../enums.ts';
import { cursorInput, pageView } from '../paging.ts';
import { optionalText, requiredLine } from '../text-schemas.ts';
import { refundReasonCodes } from './refund-policy.ts';

export const paymentStatuses = ['paid', 'failed', 'refunded', 'disputed', 'lost'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const refundStatuses = ['requested', 'pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/**
 * What a dispute means for access. `inquiry`: the bank asks a question, and no money is withdrawn. `settled`: won, or
 * closed without a loss. `unclear`: Stripe reports a status that is not handled.
 */
export const disputeStandings = ['inquiry', 'open', 'settled', 'lost', 'unclear'] as const;
export type DisputeStanding = (typeof disputeStandings)[number];

const cents = z.int().min(0);

export const refundRequestView = z.object({
  id: z.uuid(),
  status: z.enum(['open', 'accepted', 'declined']),
  answer: z.string().nullable(),
  createdAt: z.string(),
});

/** One of the user's payments; lists are newest first. Amounts are US cents, times ISO 8601. */
export const myPaymentView = z.object({
  id: z.uuid(),
  paidAt: z.string(),
  amountCents: cents,
  refundedCents: cents,
  /** Included in the amount. */
  taxCents: cents,
  /** The discount, already subtracted from `amountCents`, and its code, if it has one. */
  discountCents: cents,
  promotionCode: z.string().nullable(),
  status: z.enum(paymentStatuses),
  description: z.string(),
  kind: z.enum(['purchase', 'subscription']),
  /** When the open dispute began; null if there is none. */
  disputedAt: z.string().nullable(),
  /** Whether the open dispute suspends access to the product; false if the purchase was not delivered. */
  suspendsProduct: z.boolean(),
  /** Whether the product is not delivered, because an admin must review the payment first. */
  isOnHold: z.boolean(),
  /** The path of the purchased product, even if no longer on sale; null for memberships, or if it cannot be opened. */
  content: z.object({ kind: z.enum(productTypes), path: z.string() }).nullable(),
  receiptUrl: z.string().nullable(),
  invoicePdfUrl: z.string().nullable(),
  /** The text on the bank statement; null until Stripe reports it. */
  statementDescriptor: z.string().nullable(),
  refundable: z.object({
    /** When the refund window closes; null if not refundable. */
    until: z.string().nullable(),
    code: z.enum(refundReasonCodes),
    /** The code as a sentence for the payer. */
    reason: z.string(),
  }),
  /** The newest refund request; null if there is none. */
  request: refundRequestView.nullable(),
});
export type MyPayment = z.infer<typeof myPaymentView>;

const paymentId = z.uuid('Unknown payment');

export const requestRefundInput = z.object({
  paymentId,
  reason: optionalText(2_000).pipe(z.string().trim().min(1, 'Tell us in a few words why')),
});
export type RequestRefundInput = z.infer<typeof requestRefundInput>;

export const adminRefundInput = z.object({
  paymentId,
  amountCents: z.int('Enter an amount such as 19.99').min(1, 'Enter at least $0.01'),
  reason: requiredLine('Say why, for the payment’s history', 500),
  /** The user loses access to what was paid for. */
  endAccess: z.boolean(),
  /** The subscription does not renew. */
  endRenewal: z.boolean(),
  /**
   * The sum of refunded and pending cents that the admin saw. The refund is rejected if the sum has changed, because of
   * another admin or a double click.
   */
  expectedCommittedCents: cents,
  /**
   * The student's request that this refund accepts. If the request is about another payment or was declined, the refund
   * is rejected.
   */
  requestId: z.uuid('Unknown request').optional(),
});
export type AdminRefundInput = z.infer<typeof adminRefundInput>;

export const paymentIdInput = z.object({ paymentId });

export const declineRefundInput = z.object({
  requestId: z.uuid('Unknown request'),
  answer: optionalText(2_000).pipe(z.string().trim().min(1, 'Write the answer that the student will read')),
});

const adminRefundView = z.object({
  id: z.uuid(),
  amountCents: cents,
  /** `requested`: Stripe has not responded yet. `pending`: accepted but not confirmed. */
  status: z.enum(refundStatuses),
  reason: z.string().nullable(),
  failureReason: z.string().nullable(),
  /** Null for a refund made in Stripe's dashboard, until an admin ends the access. */
  endAccess: z.boolean().nullable(),
  endRenewal: z.boolean(),
  requestedBy: z.string().nullable(),
  createdAt: z.string(),
});

const disputeFactsView = z.object({
  id: z.string(),
  /** Stripe's status. */
  status: z.string(),
  standing: z.enum(disputeStandings),
  reason: z.string(),
  amountCents: cents,
  evidenceDueAt: z.string().nullable(),
  /** When evidence was sent to the bank; null if none was, or if the bank asks for it again. */
  evidenceSentAt: z.string().nullable(),
  /** Names of the academy's own files that were sent with the evidence. */
  evidenceFiles: z.array(z.string()),
  /** What the admin wrote in the evidence; empty if the evidence was sent in Stripe's dashboard. */
  evidenceStatement: z.string(),
  createdAt: z.string(),
});
export type DisputeFacts = z.infer<typeof disputeFactsView>;

/** A payment with its refunds and disputes. */
export const adminPaymentView = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  userName: z.string(),
  userEmail: z.string().nullable(),
  kind: z.enum(['purchase', 'subscription']),
  purchaseId: z.uuid().nullable(),
  subscriptionId: z.string().nullable(),
  description: z.string(),
  amountCents: cents,
  refundedCents: cents,
  /** Lost in disputes; at most the amount less the refunds. */
  lostCents: cents,
  /** Refunds requested but not yet confirmed. */
  pendingCents: cents,
  /** Included in the amount. */
  taxCents: cents,
  currency: z.string(),
  status: z.enum(paymentStatuses),
  paidAt: z.string(),
  /** The end of the period that a membership payment paid for; null for purchases, or if not known. */
  coversUntil: z.string().nullable(),
  /** The version of the terms in effect at checkout or renewal; null if not recorded. */
  policyVersion: z.string().nullable(),
  refundable: myPaymentView.shape.refundable,
  refunds: z.array(adminRefundView),
  /** Oldest first. */
  disputes: z.array(disputeFactsView),
});
export type AdminPayment = z.infer<typeof adminPaymentView>;

const adminRefundRequestView = refundRequestView.extend({
  reason: z.string(),
  payment: adminPaymentView,
});
export type AdminRefundRequest = z.infer<typeof adminRefundRequestView>;

export const refundRequestsInput = z.object({ paymentId: paymentId.optional(), cursor: cursorInput });
export const refundRequestsView = pageView(adminRefundRequestView);

const disputeView = disputeFactsView.extend({ payment: adminPaymentView });
export type Dispute = z.infer<typeof disputeView>;

export const disputesInput = z.object({ cursor: cursorInput });
export const disputesView = pageView(disputeView);

export const disputeIdInput = z.object({
  disputeId: z.string().regex(/^(dp|du)_\w{4,100}$/, 'Unknown dispute'),
});

const evidencePath = z.string().trim().max(2_000).optional();

export const sendEvidenceInput = disputeIdInput.extend({
  /** The academy's own statement, sent with the records. */
  statement: optionalText(5_000).pipe(z.string().trim()),
  /**
   * References to uploaded files, `/objects/{id}`: messages with the student, and proof of delivery. Stripe takes one
   * file of each kind.
   */
  messagesPath: evidencePath,
  deliveryPath: evidencePath,
});
export type SendEvidenceInput = z.infer<typeof sendEvidenceInput>;

/** The evidence as a text file that the admin downloads. */
export const evidencePackView = z.object({ filename: z.string(), text: z.string() });

/** A purchase that was paid but is on hold, so its product is not delivered. */
const purchaseOnHoldView = z.object({
  id: z.uuid(),
  userId: z.uuid().nullable(),
  userName: z.string(),
  userEmail: z.string().nullable(),
  productName: z.string(),
  /** The price when checkout was opened; `payment` has the amount paid. */
  amountCents: cents,
  heldReason: z.string(),
  heldAt: z.string(),
  checkoutSessionId: z.string().nullable(),
  /** Why the product cannot be delivered; null if it can. */
  obstacle: z.string().nullable(),
  payment: adminPaymentView.nullable(),
});
export type PurchaseOnHold = z.infer<typeof purchaseOnHoldView>;

export const purchasesOnHoldInput = z.object({ paymentId: paymentId.optional(), cursor: cursorInput });
export const purchasesOnHoldView = pageView(purchaseOnHoldView);

export const deliverOnHoldInput = z.object({
  purchaseId: z.uuid('Unknown purchase'),
  note: requiredLine('Say why it is right to deliver, for the records', 500),
});
