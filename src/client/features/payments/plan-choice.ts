import type { MySubscription, PlanOffer } from '../../../shared/payments/billing.ts';

/** What a reader can do with a tier of the plans page. */
export type PlanChoice =
  /** Logged out, or not known yet: the way leads through logging in. */
  | { kind: 'sign_in' }
  | { kind: 'subscribe' }
  | { kind: 'upgrade' }
  | { kind: 'downgrade' }
  /** Going to the free plan is cancelling. */
  | { kind: 'cancel' }
  /** Paid for, or free without anything above; `endsAt` once it is cancelled. */
  | { kind: 'current'; endsAt: string | null }
  /** Arranged to begin then. */
  | { kind: 'scheduled'; from: string | null }
  /** Given by the academy. */
  | { kind: 'granted' }
  /** Lower than the user's plan: there is nothing to buy. */
  | { kind: 'included' };

/** Prices and access are the server's; this only decides which button to draw. */
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
      return { kind: 'current', endsAt: cancelAtPeriodEnd ? currentPeriodEnd : null };
    }
    if (offer.plan === 'free') {
      return cancelAtPeriodEnd ? { kind: 'scheduled', from: currentPeriodEnd } : { kind: 'cancel' };
    }
    if (offer.plan === pendingPlan) return { kind: 'scheduled', from: pendingFrom };
    const paid = offers.find((other) => other.plan === subscribedPlan);
    return { kind: offer.rank > (paid?.rank ?? 0) ? 'upgrade' : 'downgrade' };
  }
  if (offer.plan === plan) {
    return plan === 'free' ? { kind: 'current', endsAt: null } : { kind: 'granted' };
  }
  // `custom` is above every tier that is sold.
  const held = offers.find((other) => other.plan === plan)?.rank ?? Number.POSITIVE_INFINITY;
  return { kind: offer.rank < held ? 'included' : 'subscribe' };
}
