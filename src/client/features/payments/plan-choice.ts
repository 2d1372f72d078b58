import type { MySubscription, PlanOffer } from '../../../shared/payments/billing.ts';

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
  /** Lower than the user's plan, so it cannot be bought. */
  | { kind: 'included' };

/** Decides which button to show. The server decides about prices and access. */
export function planChoice(
  offer: Pick<PlanOffer, 'plan' | 'rank'>,
  offers: readonly Pick<PlanOffer, 'plan' | 'rank'>[],
  subscription: MySubscription | undefined,
): PlanChoice {
  if (!subscription) return { kind: 'sign_in' };
  const { plan, subscribedPlan, pendingPlan, pendingFrom, cancelAtPeriodEnd, currentPeriodEnd } =
    subscription;
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
    return { kind: offer.rank > (paid?.rank ?? 0) ? 'upgrade' : 'downgrade' };
  }
  if (offer.plan === plan) {
    return plan === 'free' ? { kind: 'current', endsAt: null } : { kind: 'granted' };
  }
  // `custom` ranks above all tiers on sale.
  const currentRank = offers.find((other) => other.plan === plan)?.rank ?? Number.POSITIVE_INFINITY;
  return { kind: offer.rank < currentRank ? 'included' : 'subscribe' };
}
