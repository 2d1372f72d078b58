import { coveredMonthMs, grantNoticeMs } from '../../../shared/access/effective-plan.ts';
import { planOpens } from '../../../shared/access/tier-gate.ts';
import type { MySubscription, PlanOffer } from '../../../shared/payments/billing.ts';
import { serverDate } from '../../../shared/server-clock.ts';

/** What the plans page offers the user for a tier. */
export type PlanChoice =
  /** Logged out, or the subscription is not known: the button leads to the login. */
  | { kind: 'sign_in' }
  | { kind: 'subscribe' }
  | { kind: 'upgrade' }
  | { kind: 'downgrade' }
  /** Switching to the free plan is a cancellation. */
  | { kind: 'cancel' }
  /**
   * The current plan: the subscribed one, or free if there is no other plan. `endsAt` is set if the plan is canceled or
   * a downgrade is scheduled.
   */
  | { kind: 'current'; endsAt: string | null }
  /** Scheduled to start at `from`, which is null if the time is not known. */
  | { kind: 'scheduled'; from: string | null }
  /** The current plan, granted by the academy. */
  | { kind: 'granted' }
  /** Included in the user's plan or in a granted one, so it cannot be bought. */
  | { kind: 'included' };

/** Until when grants include the plan without a gap, as a time in milliseconds; `now` if none does now. */
function grantedUntil(plan: PlanOffer['plan'], grants: MySubscription['grants'], now: Date): number {
  return grants
    .filter((grant) => planOpens(grant.plan, plan))
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
    .reduce((until, { startsAt, endsAt }) => {
      if (Date.parse(startsAt) > until) return until;
      return Math.max(until, endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt));
    }, now.getTime());
}

/** Decides which button to show. The server decides about prices and access. */
export function planChoice(
  offer: Pick<PlanOffer, 'plan' | 'rank'>,
  offers: readonly Pick<PlanOffer, 'plan' | 'rank'>[],
  subscription: MySubscription | undefined,
  now = serverDate(),
): PlanChoice {
  if (!subscription) return { kind: 'sign_in' };
  const { plan, subscribedPlan, pendingPlan, pendingFrom, cancelAtPeriodEnd, currentPeriodEnd } =
    subscription;
  const grantedMs = grantedUntil(offer.plan, subscription.grants, now) - now.getTime();
  if (subscribedPlan) {
    if (offer.plan === subscribedPlan) {
      const changesAt = pendingPlan ? (pendingFrom ?? currentPeriodEnd) : null;
      return { kind: 'current', endsAt: cancelAtPeriodEnd ? currentPeriodEnd : changesAt };
    }
    if (offer.plan === 'free') {
      if (!cancelAtPeriodEnd) return { kind: 'cancel' };
      // A granted membership may be in effect when the paid one ends.
      const end = Date.parse(currentPeriodEnd ?? '');
      const isGrantedThen = subscription.grants.some(
        ({ startsAt, endsAt }) =>
          Date.parse(startsAt) <= end && (endsAt === null || Date.parse(endsAt) > end),
      );
      return isGrantedThen ? { kind: 'included' } : { kind: 'scheduled', from: currentPeriodEnd };
    }
    if (offer.plan === pendingPlan) return { kind: 'scheduled', from: pendingFrom };
    const paid = offers.find((other) => other.plan === subscribedPlan);
    if (offer.rank <= (paid?.rank ?? 0)) return { kind: 'downgrade' };
    // The server rejects the upgrade for the same reason.
    return { kind: grantedMs > coveredMonthMs ? 'included' : 'upgrade' };
  }
  // The user is reminded of the end then, because no other grant gives the plan from there.
  if (offer.plan !== 'free' && grantedMs > 0 && grantedMs < grantNoticeMs) return { kind: 'subscribe' };
  if (offer.plan === plan) {
    return plan === 'free' ? { kind: 'current', endsAt: null } : { kind: 'granted' };
  }
  // `custom` ranks above all tiers on sale.
  const currentRank = offers.find((other) => other.plan === plan)?.rank ?? Number.POSITIVE_INFINITY;
  return { kind: offer.rank < currentRank ? 'included' : 'subscribe' };
}
