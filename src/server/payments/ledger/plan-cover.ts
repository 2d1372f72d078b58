import { planRank } from '../../../shared/access/tier-gate.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { PaymentStatus } from '../../../shared/payments/refunds.ts';

/** A successful payment of a subscription, and what it paid for. */
type CoveringPayment = {
  status: PaymentStatus;
  /** Null if unknown. */
  plan: PaidPlan | null;
  until: string | null;
  paidAt: string | null;
};

type PlanCover<Payment extends CoveringPayment> = {
  /** Payments of the current period that are disputed or were charged back. */
  disputed: Payment[];
  /**
   * The highest plan that the other payments of the period paid for; null if they paid for none, or if the plan of a
   * disputed payment is unknown.
   */
  coveredPlan: PaidPlan | null;
  /** Whether the user gets a lower plan than the user paid for. */
  isSuspended: boolean;
  /** Whether every payment of the period was charged back, which is final. */
  isLost: boolean;
};

/**
 * What remains of a subscription's plan after disputes. The payments with the latest end date pay for the current
 * period. A disputed payment of this period removes the plan it paid for, unless another payment covers that plan;
 * disputes over earlier periods have no effect. A disputed payment with an unknown period counts for the current
 * period, unless a later payment has a known period.
 */
export function planCover<Payment extends CoveringPayment>(payments: readonly Payment[]): PlanCover<Payment> {
  const isDisputed = ({ status }: Payment) => status === 'disputed' || status === 'lost';
  const known = payments.filter(({ until }) => until !== null);
  const currentUntil = Math.max(...known.map(({ until }) => timeOf(until)));
  const lastPaidAt = Math.max(...known.map(({ paidAt }) => timeOf(paidAt)));
  const period = payments.filter((payment) =>
    payment.until === null
      ? isDisputed(payment) && timeOf(payment.paidAt) >= lastPaidAt
      : timeOf(payment.until) === currentUntil,
  );
  const disputed = period.filter(isDisputed);
  const isPlanUnknown = disputed.some(({ plan }) => plan === null);
  const coveredPlan = isPlanUnknown ? null : highestPlan(period.filter((payment) => !isDisputed(payment)));
  return {
    disputed,
    coveredPlan,
    isSuspended: isPlanUnknown || rankOf(coveredPlan) < rankOf(highestPlan(period)),
    isLost: disputed.length > 0 && period.every(({ status }) => status === 'lost'),
  };
}

function timeOf(at: string | null): number {
  return at === null ? Number.NEGATIVE_INFINITY : Date.parse(at);
}

function highestPlan(payments: readonly CoveringPayment[]): PaidPlan | null {
  const [highest = null] = payments
    .map(({ plan }) => plan)
    .toSorted((left, right) => rankOf(right) - rankOf(left));
  return highest;
}

function rankOf(plan: PaidPlan | null): number {
  return planRank(plan ?? 'free');
}
