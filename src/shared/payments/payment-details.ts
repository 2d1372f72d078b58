import { z } from 'zod';
import { paidPlans } from './billing.ts';
import { adminPaymentView } from './refunds.ts';

const cents = z.int().min(0);

const paymentEventKinds = [
  'checkout_opened',
  'paid',
  'failed',
  'held',
  'delivered',
  'refund',
  'refund_asked',
  'refund_declined',
  'inquiry',
  'disputed',
  'evidence_downloaded',
  'evidence_sent',
  'dispute_won',
  'dispute_lost',
] as const;

/** An event in the history of a payment. */
const paymentEventView = z.object({
  at: z.string(),
  kind: z.enum(paymentEventKinds),
  amountCents: cents.nullable(),
  /** The admin who caused the event; null if Stripe, the bank or the student caused it. */
  by: z.string().nullable(),
  /** A reason or a reply, as written by its author. */
  note: z.string().nullable(),
  /** The status of a refund; null for other events. */
  refundStatus: adminPaymentView.shape.refunds.element.shape.status.nullable(),
});
export type PaymentEvent = z.infer<typeof paymentEventView>;

/**
 * The payer's access through a payment, or why there is none. `not_ready`: the product has no content yet. `suspended`:
 * a bank is deciding on a dispute. `ended`: by a refund, by a lost dispute, or by the end of the subscription before
 * the end of the paid period. `over`: the paid period has passed. `gone`: the product was deleted.
 */
const accessStates = [
  'open',
  'not_ready',
  'suspended',
  'ended',
  'over',
  'on_hold',
  'unpaid',
  'gone',
] as const;

/** A payment with its history and the payer's access, on the admin's page of the payment. */
export const paymentDetailsView = z.object({
  payment: adminPaymentView,
  /** Oldest first. */
  timeline: z.array(paymentEventView),
  /** The purchased product with its current title; null for memberships and deleted products. */
  product: z.object({ id: z.int(), title: z.string(), key: z.string() }).nullable(),
  promotion: z.object({ code: z.string(), discountCents: cents }).nullable(),
  heldReason: z.string().nullable(),
  access: z.object({
    state: z.enum(accessStates),
    /** The plan that a membership payment covers, and until when; null for purchases. */
    plan: z.enum(paidPlans).nullable(),
    until: z.string().nullable(),
  }),
  receiptUrl: z.string().nullable(),
  invoicePdfUrl: z.string().nullable(),
  statementDescriptor: z.string().nullable(),
  /** The payment in Stripe's dashboard; null until its id is known. */
  stripeUrl: z.string().nullable(),
});
export type PaymentDetails = z.infer<typeof paymentDetailsView>;
