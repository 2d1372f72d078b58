import type Stripe from 'stripe';
import { advanceBilling } from './billing/renewals.ts';
import { billingSeconds, type Context } from './context.ts';
import type { WireInvoice, WireSubscription } from './records.ts';
import { closeDispute, type DisputeOutcome, escalateInquiry, openDispute } from './resources/disputes.ts';
import { warnOfFraud } from './resources/early-fraud-warnings.ts';
import { failRefund } from './resources/refunds.ts';

/** What happens outside the API: time passes, banks decide. */
export type SandboxControls = {
  /** The billing clock: subscriptions and invoices live by it, everything else by the real one. */
  clock: {
    /** ms */
    now(): number;
    /** Moves forward and renews, collects and cancels what falls into that time. Negative: RangeError. */
    advance(ms: number): void;
  };
  subscriptions(): WireSubscription[];
  invoices(): WireInvoice[];
  refunds(): Stripe.Refund[];
  disputes(): Stripe.Dispute[];
  /** The next `count` attempts to collect a renewal are declined, whatever the card. */
  failRenewals(count: number): void;
  /** The cardholder disputes a charge; an inquiry withdraws no money. */
  dispute(chargeId: string, reason?: string, options?: { isInquiry?: boolean }): Stripe.Dispute;
  /** An inquiry becomes a chargeback. */
  escalateInquiry(disputeId: string): Stripe.Dispute;
  /** The bank's decision. */
  closeDispute(disputeId: string, outcome: DisputeOutcome): Stripe.Dispute;
  /** The card's bank reports a charge as fraudulent, before any dispute. */
  warnOfFraud(chargeId: string): Stripe.Radar.EarlyFraudWarning;
  /** The bank sends a refund back. */
  failRefund(refundId: string): Stripe.Refund;
};

export function sandboxControls(context: Context): SandboxControls {
  const { store } = context;
  return {
    clock: {
      now: () => billingSeconds(context) * 1000,
      advance: (ms) => advanceBilling(context, ms),
    },
    subscriptions: () => structuredClone(store.values('subscriptions').map((record) => record.subscription)),
    invoices: () => structuredClone(store.values('invoices')),
    refunds: () => structuredClone(store.values('refunds')),
    disputes: () => structuredClone(store.values('disputes')),
    failRenewals: (count) => {
      context.billing.failRenewals = count;
    },
    dispute: (chargeId, reason = 'fraudulent', options = {}) =>
      store.transaction(() => openDispute(context, chargeId, reason, options.isInquiry)),
    escalateInquiry: (disputeId) => store.transaction(() => escalateInquiry(context, disputeId)),
    closeDispute: (disputeId, outcome) => store.transaction(() => closeDispute(context, disputeId, outcome)),
    warnOfFraud: (chargeId) => store.transaction(() => warnOfFraud(context, chargeId)),
    failRefund: (refundId) => store.transaction(() => failRefund(context, refundId)),
  };
}
