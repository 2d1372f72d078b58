import { planRank } from '../../../shared/access/tier-gate.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { PaymentStatus } from '../../../shared/payments/refunds.ts';

/** A payment of a subscription that went through, and what it paid for. */
type CoveringPayment = {
  status: PaymentStatus;
  /** Null where it is not known. */
  plan: PaidPlan | null;
  until: string | null;
  paidAt: string | null;
};

type PlanCover<Payment extends CoveringPayment> = {
  /** Payments of the present period that a bank disputes or gave back. */
  taken: Payment[];
  /** The highest plan that the others of the period paid for. */
  coveredPlan: PaidPlan | null;
  /** Less counts than was paid for. */
  isSuspended: boolean;
  /** Every payment of the period is lost: no decision can bring it back. */
  isLost: boolean;
};

/**
 * What disputes leave of a subscription's plan. The payments that reach furthest paid for its present period; each that
 * a bank disputes takes what it paid for itself, not what the others cover, and none of an earlier period takes
 * anything. A payment whose period is not known takes all, since it may be of this one, until a later payment is known
 * to have paid for the present period.
 */
export function planCover<Payment extends CoveringPayment>(payments: readonly Payment[]): PlanCover<Payment> {
  const latest = payments.reduce(
    (last, { until }) => Math.max(last, timeOf(until)),
    Number.NEGATIVE_INFINITY,
  );
  const isTaken = ({ status }: Payment) => status === 'disputed' || status === 'lost';
  const lastKnown = payments
    .filter(({ until }) => until !== null)
    .reduce((last, { paidAt }) => Math.max(last, timeOf(paidAt)), Number.NEGATIVE_INFINITY);
  const mayBePresent = (payment: Payment) =>
    payment.until === null && isTaken(payment) && timeOf(payment.paidAt) >= lastKnown;
  const period = payments.filter(
    (payment) => (payment.until !== null && timeOf(payment.until) === latest) || mayBePresent(payment),
  );
  const taken = period.filter(isTaken);
  const isUnknown = taken.some(({ plan }) => plan === null);
  const covered = highest(period.filter((payment) => !isTaken(payment)));
  const coveredPlan = isUnknown ? null : covered;
  return {
    taken,
    coveredPlan,
    isSuspended: isUnknown || rankOf(coveredPlan) < rankOf(highest(period)),
    isLost: taken.length > 0 && period.every(({ status }) => status === 'lost'),
  };
}

function timeOf(at: string | null): number {
  return at === null ? Number.NEGATIVE_INFINITY : Date.parse(at);
}

function highest(payments: readonly CoveringPayment[]): PaidPlan | null {
  return payments.reduce<PaidPlan | null>(
    (best, { plan }) => (rankOf(plan) > rankOf(best) ? plan : best),
    null,
  );
}

function rankOf(plan: PaidPlan | null): number {
  return planRank(plan ?? 'free');
}
