import { z } from 'zod';
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
  'disputed',
  'evidence_downloaded',
  'evidence_sent',
  'dispute_won',
  'dispute_lost',
] as const;

/** One thing that happened to a payment. */
const paymentEventView = z.object({
  at: z.string(),
  kind: z.enum(paymentEventKinds),
  amountCents: cents.nullable(),
  /** The admin who did it; null for Stripe, the bank and the student. */
  by: z.string().nullable(),
  /** A reason or an answer, in the words of whoever gave it. */
  note: z.string().nullable(),
  /** Of a refund. */
  refundStatus: adminPaymentView.shape.refunds.element.shape.status.nullable(),
});
export type PaymentEvent = z.infer<typeof paymentEventView>;

/** What the payer can open because of a payment, and if nothing, why not. */
const accessStates = ['open', 'not_ready', 'paused', 'ended', 'over', 'on_hold', 'unpaid', 'gone'] as const;

/** Everything about one payment. */
export const paymentPageView = z.object({
  payment: adminPaymentView,
  /** Oldest first. */
  timeline: z.array(paymentEventView),
  /** What was bought, as it is called today; null for memberships and deleted products. */
  product: z.object({ id: z.int(), title: z.string(), key: z.string() }).nullable(),
  promotion: z.object({ code: z.string(), discountCents: cents }).nullable(),
  heldReason: z.string().nullable(),
  access: z.object({
    state: z.enum(accessStates),
    /** Of a membership: what it pays for, and until when. */
    plan: z.string().nullable(),
    until: z.string().nullable(),
  }),
  receiptUrl: z.string().nullable(),
  invoicePdfUrl: z.string().nullable(),
  statementDescriptor: z.string().nullable(),
  /** The payment in Stripe's dashboard; null while Stripe has not named it. */
  stripeUrl: z.string().nullable(),
});
export type PaymentPage = z.infer<typeof paymentPageView>;
