import type Stripe from 'stripe';
import { advanceBilling } from './billing/renewals.ts';
import { billingSeconds, type Context } from './context.ts';
import type { WireInvoice, WireSubscription } from './records.ts';
import { closeDispute, type DisputeOutcome, escalateInquiry, openDispute } from './resources/disputes.ts';
import { warnOfFraud } from './resources/early-fraud-warnings.ts';
import { failRefund } from './resources/refunds.ts';

/** Simulates events outside the API: the passage of time and the decisions of banks. */
export type SandboxControls = {
  /** The billing clock, used by subscriptions and invoices; everything else uses the real clock. */
  clock: {
    /** ms */
    now(): number;
    /**
     * Advances the clock and processes the renewals, collections and cancellations that become due.
     * @throws RangeError if negative
     */
    advance(ms: number): void;
  };
  subscriptions(): WireSubscription[];
  invoices(): WireInvoice[];
  refunds(): Stripe.Refund[];
  disputes(): Stripe.Dispute[];
  /** Declines the next `count` attempts to collect a renewal, regardless of the card. */
  failRenewals(count: number): void;
  /** Opens a dispute of a charge. An inquiry withdraws no funds. */
  dispute(chargeId: string, reason?: string, options?: { isInquiry?: boolean }): Stripe.Dispute;
  /** Turns an inquiry into a chargeback. */
  escalateInquiry(disputeId: string): Stripe.Dispute;
  /** Closes a dispute with the bank's decision. */
  closeDispute(disputeId: string, outcome: DisputeOutcome): Stripe.Dispute;
  /** Reports a charge as fraudulent on behalf of the card's bank, before any dispute. */
  warnOfFraud(chargeId: string): Stripe.Radar.EarlyFraudWarning;
  /** Fails a refund: the bank returns the funds. */
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
