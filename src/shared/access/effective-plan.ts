import { dayMs } from '../durations.ts';
import type { SubscriptionPlan } from '../enums.ts';
import { planRank } from './tier-gate.ts';

/** Days that a failed renewal keeps access. */
export const graceDays = 7;

export type SubscriptionFact = {
  plan: 'silver' | 'gold' | 'diamond';
  /** Stripe's word; words we do not know give no access. */
  status: string;
  /** ISO; access ends then even if every webhook is lost. */
  currentPeriodEnd: string | null;
  /** Cancelled: nothing renews it, so that access ends with the period to the moment. */
  cancelAtPeriodEnd: boolean;
  pastDueSince: string | null;
};

export type GrantFact = {
  plan: 'silver' | 'gold' | 'diamond' | 'custom';
  startsAt: string;
  endsAt: string | null;
  revokedAt: string | null;
};

/** ISO; until when a renewal that failed at `pastDueSince` keeps access. */
export function graceEnd(pastDueSince: string | null): string | null {
  if (pastDueSince === null) return null;
  return new Date(Date.parse(pastDueSince) + graceDays * dayMs).toISOString();
}

/**
 * The plan that counts now: the highest of all live subscriptions and grants. Pure; never stored. Lists that the database
 * narrows ask its twin, the view `plan_facts`; a test compares the two.
 */
export function effectivePlan(
  subscriptions: readonly SubscriptionFact[],
  grants: readonly GrantFact[],
  now: Date,
): SubscriptionPlan {
  const live: SubscriptionPlan[] = [
    ...subscriptions
      .filter((subscription) => isSubscriptionLive(subscription, now))
      .map((subscription) => subscription.plan),
    ...grants.filter((grant) => isGrantLive(grant, now)).map((grant) => grant.plan),
  ];
  return live.reduce<SubscriptionPlan>(
    (best, plan) => (planRank(plan) > planRank(best) ? plan : best),
    'free',
  );
}

/** The custom plan that counts now: of those that run, the one that began last. */
export function customGrant<Grant extends GrantFact>(grants: readonly Grant[], now: Date): Grant | undefined {
  return grants
    .filter((grant) => grant.plan === 'custom' && isGrantLive(grant, now))
    .toSorted((a, b) => Date.parse(b.startsAt) - Date.parse(a.startsAt))[0];
}

/** Whether a subscription gives its plan at this moment. */
export function isSubscriptionLive(subscription: SubscriptionFact, now: Date): boolean {
  const grace = graceDays * dayMs;
  const time = now.getTime();
  const periodEnds =
    subscription.currentPeriodEnd === null ? null : Date.parse(subscription.currentPeriodEnd);
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return periodEnds === null || time < periodEnds + (subscription.cancelAtPeriodEnd ? 0 : grace);
    case 'past_due': {
      const since = subscription.pastDueSince === null ? periodEnds : Date.parse(subscription.pastDueSince);
      return since !== null && time < since + grace;
    }
    default:
      return false;
  }
}

/** Whether a grant gives its plan at this moment: it has begun, has not ended and was not taken back. */
export function isGrantLive(grant: GrantFact, now: Date): boolean {
  const time = now.getTime();
  return (
    grant.revokedAt === null &&
    Date.parse(grant.startsAt) <= time &&
    (grant.endsAt === null || time < Date.parse(grant.endsAt))
  );
}
