import { dayMs } from '../durations.ts';
import type { SubscriptionPlan } from '../enums.ts';
import { planRank } from './tier-gate.ts';

/** Days of access after a failed renewal, or after the end of a period whose renewal was not reported. */
export const graceDays = 7;

/** A plan cannot be bought while grants include it for this time without a gap. */
export const coveredMonthMs = 31 * dayMs;

/** How long before the end of a granted plan the user is reminded of it, and can pay for the time after it. */
export const grantNoticeMs = 7 * dayMs;

export type SubscriptionFact = {
  plan: 'silver' | 'gold' | 'diamond';
  /** Stripe's status. Unknown values give no access. */
  status: string;
  /**
   * ISO 8601. Even if all webhooks are lost, the access of an active or trialing subscription ends `graceDays` after
   * this time, or at this time if the subscription does not renew.
   */
  currentPeriodEnd: string | null;
  /** The subscription does not renew. If its status is active or trialing, access ends exactly with the period. */
  cancelAtPeriodEnd: boolean;
  pastDueSince: string | null;
};

export type GrantFact = {
  plan: 'silver' | 'gold' | 'diamond' | 'custom';
  startsAt: string;
  endsAt: string | null;
  revokedAt: string | null;
};

/** The last moment of a grant, to show its last day: 24 December for a grant that ends on 25 December at 00:00. */
export function lastMoment(endsAt: string): string {
  return new Date(Date.parse(endsAt) - 1).toISOString();
}

/** When access ends after a renewal that failed at `pastDueSince`. Both are ISO 8601. */
export function graceEnd(pastDueSince: string | null): string | null {
  if (pastDueSince === null) return null;
  return new Date(Date.parse(pastDueSince) + graceDays * dayMs).toISOString();
}

/**
 * The plan in effect: the highest of all live subscriptions and grants. Computed, never stored. Queries use the
 * equivalent view `plan_facts`; a test compares the two.
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

/** The grant whose custom plan is in effect: the one that started last among the live grants of a custom plan. */
export function customGrant<Grant extends GrantFact>(grants: readonly Grant[], now: Date): Grant | undefined {
  return grants
    .filter((grant) => grant.plan === 'custom' && isGrantLive(grant, now))
    .toSorted((a, b) => Date.parse(b.startsAt) - Date.parse(a.startsAt))[0];
}

/** Whether a subscription gives access to its plan at this time. */
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

/** The plan that was paid for. @param upgradedFrom - the plan before an upgrade that nothing has been paid for yet */
export function paidPlan(
  plan: SubscriptionFact['plan'],
  upgradedFrom: SubscriptionFact['plan'] | null,
): SubscriptionFact['plan'] {
  return upgradedFrom !== null && planRank(upgradedFrom) < planRank(plan) ? upgradedFrom : plan;
}

/** Whether a grant gives access to its plan at this time: it has started, has not ended and was not revoked. */
export function isGrantLive(grant: GrantFact, now: Date): boolean {
  const time = now.getTime();
  return (
    grant.revokedAt === null &&
    Date.parse(grant.startsAt) <= time &&
    (grant.endsAt === null || time < Date.parse(grant.endsAt))
  );
}
