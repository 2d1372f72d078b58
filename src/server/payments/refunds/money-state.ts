import type Stripe from 'stripe';
import type { DisputeStanding, PaymentStatus, RefundStatus } from '../../../shared/payments/refunds.ts';

/** What Stripe's status of a dispute means for access. */
export function standingOf(status: string): DisputeStanding {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'inquiry';
    case 'needs_response':
    case 'under_review':
      return 'open';
    case 'won':
    case 'warning_closed':
    case 'prevented':
      return 'settled';
    case 'lost':
      return 'lost';
    default:
      return 'unclear';
  }
}

/** Whether the bank waits for our evidence. After an inquiry becomes a dispute, the bank waits for evidence again. */
export function awaitsEvidence(status: string): boolean {
  return status === 'needs_response' || status === 'warning_needs_response';
}

type DisputeState = Pick<Stripe.Dispute, 'status'> & {
  evidence_details: Pick<Stripe.Dispute.EvidenceDetails, 'due_by'>;
};

/** Whether the bank accepts no evidence, although the status asks for it. Stripe then reports the due time 0. */
export function isUnanswerable({ status, evidence_details: evidence }: DisputeState): boolean {
  return awaitsEvidence(status) && evidence.due_by === 0;
}

/** The status to store for a dispute: Stripe's, or an “under review” status if the bank accepts no evidence. */
export function disputeStatusOf(dispute: DisputeState): string {
  const { status } = dispute;
  if (!isUnanswerable(dispute)) return status;
  return status === 'needs_response' ? 'under_review' : 'warning_under_review';
}

/**
 * Until when the bank accepts evidence. Null if Stripe reports no time, or the time 0, which means that the bank
 * accepts no evidence.
 */
export function evidenceDueAt(dueBy: number | null): string | null {
  return dueBy ? new Date(dueBy * 1000).toISOString() : null;
}

/** Maps Stripe's refund status; unknown values count as pending. */
export function refundStatusOf(status: string | null): RefundStatus {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

export type RefundFact = { status: RefundStatus; amountCents: number; endAccess: boolean | null };

export type MoneyState = {
  status: Exclude<PaymentStatus, 'failed'>;
  refundedCents: number;
  /** The amount that the bank returned to the payer after lost disputes, in cents. */
  lostCents: number;
  /** Refunded in full, or lost in a dispute, even if the dispute was about only a part of the amount. */
  isReturned: boolean;
  /** A dispute is open and none was lost. */
  isSuspended: boolean;
  /** This payment no longer grants access. */
  isAccessEnded: boolean;
};

/**
 * The state of a paid payment given its refunds and disputes, in any order of arrival. A lost dispute ends access, an
 * open dispute suspends it. A full refund ends access to a product, unless an admin chose with the last refund to keep
 * access. A partial refund ends access only if an admin chose so. A subscription has its own status, so a refund ends
 * its access only if an admin chose so. An inquiry changes nothing, because no funds are withdrawn.
 * @param refunds - oldest first
 */
export function moneyState(
  payment: { amountCents: number; kind: 'purchase' | 'subscription' },
  refunds: readonly RefundFact[],
  disputes: readonly { standing: DisputeStanding; amountCents: number }[],
): MoneyState {
  const { amountCents, kind } = payment;
  const done = refunds.filter(({ status }) => status === 'succeeded');
  const refundedCents = Math.min(
    amountCents,
    done.reduce((sum, refund) => sum + refund.amountCents, 0),
  );
  const isFull = amountCents > 0 && refundedCents === amountCents;
  const lost = disputes.filter(({ standing }) => standing === 'lost');
  const isLost = lost.length > 0;
  const lostCents = Math.min(
    amountCents,
    lost.reduce((sum, dispute) => sum + dispute.amountCents, 0),
  );
  const isSuspended = !isLost && disputes.some(({ standing }) => standing === 'open');
  const isEndedByChoice = done.some(({ endAccess }) => endAccess === true);
  const isKeptByChoice = done.at(-1)?.endAccess === false;
  const isAccessEnded = isLost || isEndedByChoice || (kind === 'purchase' && isFull && !isKeptByChoice);
  const status = statusOf({ isLost, isSuspended, isFull });
  return { status, refundedCents, lostCents, isReturned: isLost || isFull, isSuspended, isAccessEnded };
}

function statusOf(is: { isLost: boolean; isSuspended: boolean; isFull: boolean }): MoneyState['status'] {
  if (is.isLost) return 'lost';
  if (is.isSuspended) return 'disputed';
  return is.isFull ? 'refunded' : 'paid';
}
