import type { SubscriptionPlan } from '../../../shared/enums.ts';
import { describeError } from '../../lib/error-text.ts';
import { timing } from '../../lib/timing.ts';

type CompletionStatus =
  | 'completed'
  | 'processing'
  | 'open'
  | 'expired'
  | 'failed'
  | 'held'
  | 'refunded'
  | 'not_a_purchase';

/** The product or plan and the amount; null if they could not be read. */
export type Receipt = { productName: string; productType: string; amountCents: number } | null;

/** Why a checkout session gave access to nothing. */
export type FailureReason = 'open' | 'expired' | 'failed' | 'not_confirmed';

export type PaymentOutcome =
  | { kind: 'purchase'; receipt: Receipt; awaitsContent: boolean; productId: number | undefined }
  | { kind: 'subscription'; plan: SubscriptionPlan | null; receipt: Receipt }
  /** Paid by a method that settles later, or the bank has not responded yet. */
  | { kind: 'processing'; receipt: Receipt }
  /** Paid, but inconsistent: an admin must review it. */
  | { kind: 'held' }
  | { kind: 'refunded' }
  /** The membership that was paid for has ended, is suspended or unpaid. */
  | { kind: 'inactive'; receipt: Receipt }
  | { kind: 'failed'; reason: FailureReason }
  /** No usable response: the outcome is unknown. */
  | { kind: 'unverified' }
  /** The checkout session does not exist, or belongs to another user. */
  | { kind: 'unknown_session' }
  | { kind: 'signed_out' };

/** The calls that confirm a checkout session. */
export type PaymentCalls = {
  completePurchase: () => Promise<{
    success: boolean;
    status: CompletionStatus;
    awaitsContent?: true | undefined;
    productId?: number | undefined;
  }>;
  verifySubscription: () => Promise<{
    success: boolean;
    plan: SubscriptionPlan | null;
    status: 'active' | 'processing' | 'unpaid';
    wasActive?: true | undefined;
  }>;
  checkoutSession: () => Promise<{
    metadata: { productName: string; productType: string };
    amount_total: number;
  }>;
};

export type ConfirmOptions = {
  signal: AbortSignal;
  /** Waits for a number of milliseconds. Rejects if the signal is aborted meanwhile. */
  wait: (milliseconds: number) => Promise<void>;
  now?: () => number;
};

type Rejection = 'signed_out' | 'unknown_session' | 'unreachable';
type Status = CompletionStatus | 'pre_ordered' | Rejection;

/** Milliseconds. The pauses before the attempts are 0, 1, 2, then 3 s each. */
const maxPauseMs = 3_000;

/**
 * Checks whether the payment has completed the purchase of a product, then whether it has started a subscription. If
 * it has done neither, reports why. While the payment is not settled or the server cannot be reached, checks again for
 * up to `timing.paymentPolling`.
 * @throws only after the signal is aborted; every other failure is an outcome
 */
export async function confirmPayment(
  calls: PaymentCalls,
  { signal, wait, now = Date.now }: ConfirmOptions,
): Promise<PaymentOutcome> {
  const startedAt = now();
  let productId: number | undefined;
  for (let attempt = 0; ; attempt += 1) {
    await wait(Math.min(attempt * 1_000, maxPauseMs));
    const status = await readStatus();
    const nextPause = Math.min((attempt + 1) * 1_000, maxPauseMs);
    const isLast = now() - startedAt + nextPause > timing.paymentPolling;
    const outcome = await readOutcome(status, isLast);
    if (outcome) return outcome;
  }

  async function readStatus(): Promise<Status> {
    const result = await ask(calls.completePurchase, signal);
    if (typeof result === 'string') return result;
    productId = result.productId;
    if (!result.success) return result.status;
    return result.awaitsContent ? 'pre_ordered' : 'completed';
  }

  /** @returns undefined to retry */
  async function readOutcome(status: Status, isLast: boolean): Promise<PaymentOutcome | undefined> {
    switch (status) {
      case 'completed':
      case 'pre_ordered':
        return {
          kind: 'purchase',
          receipt: await readReceipt(),
          awaitsContent: status === 'pre_ordered',
          productId,
        };
      case 'processing':
        return isLast ? { kind: 'processing', receipt: await readReceipt() } : undefined;
      case 'held':
      case 'refunded':
      case 'signed_out':
        return { kind: status };
      case 'open':
        return isLast ? readSubscription('open', { kind: 'failed', reason: 'open' }) : undefined;
      case 'expired':
      case 'failed':
      case 'unknown_session': {
        const reason = status === 'unknown_session' ? 'not_confirmed' : status;
        const outcome = await readSubscription(status, { kind: 'failed', reason });
        return outcome.kind === 'unverified' && !isLast ? undefined : outcome;
      }
      case 'unreachable':
      case 'not_a_purchase': {
        const outcome = await readSubscription(
          status,
          status === 'unreachable' ? { kind: 'unverified' } : { kind: 'failed', reason: 'not_confirmed' },
        );
        const isSettled = ['subscription', 'inactive', 'signed_out'].includes(outcome.kind);
        return isLast || isSettled ? outcome : undefined;
      }
    }
  }

  async function readSubscription(status: Status, otherwise: PaymentOutcome): Promise<PaymentOutcome> {
    const result = await ask(calls.verifySubscription, signal);
    if (result === 'signed_out') return { kind: 'signed_out' };
    if (result === 'unreachable') return { kind: 'unverified' };
    if (result === 'unknown_session') {
      return status === 'unknown_session' ? { kind: 'unknown_session' } : otherwise;
    }
    if (result.status === 'processing') return { kind: 'processing', receipt: await readReceipt() };
    if (result.wasActive) return { kind: 'inactive', receipt: await readReceipt() };
    if (!result.success) return otherwise;
    return { kind: 'subscription', plan: result.plan, receipt: await readReceipt() };
  }

  async function readReceipt(): Promise<Receipt> {
    const result = await ask(calls.checkoutSession, signal);
    if (typeof result === 'string') return null;
    return {
      productName: result.metadata.productName,
      productType: result.metadata.productType,
      amountCents: result.amount_total,
    };
  }
}

async function ask<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T | Rejection> {
  try {
    return await call();
  } catch (error) {
    if (signal.aborted) throw error;
    const { code } = describeError(error);
    if (code === 'not_signed_in') return 'signed_out';
    // The server does not distinguish another user's checkout session from an unknown one.
    const isUnknown =
      code === 'not_found' || code === 'invalid_input' || code === 'forbidden' || code === 'gone';
    return isUnknown ? 'unknown_session' : 'unreachable';
  }
}
