import type { SubscriptionPlan } from './enums.ts';

/** Days that a failed renewal keeps access (E7). */
const graceDays = 7;

export type SubscriptionFact = {
  plan: 'silver' | 'gold' | 'diamond';
  /** Stripe's word; words we do not know give no access (PAY-17). */
  status: string;
  /** ISO; access ends then even if every webhook is lost (PAY-18). */
  currentPeriodEnd: string | null;
  pastDueSince: string | null;
};

export type GrantFact = {
  plan: 'silver' | 'gold' | 'diamond' | 'custom';
  startsAt: string;
  endsAt: string | null;
  revokedAt: string | null;
};

const rank: Record<SubscriptionPlan, number> = { free: 0, silver: 1, gold: 2, diamond: 3, custom: 4 };

/** Rank rule of S2 §4: a higher plan opens what a lower one does; custom opens everything. */
export function planOpens(plan: SubscriptionPlan, required: SubscriptionPlan): boolean {
  return rank[plan] >= rank[required];
}

/** The plan that counts now: the highest of all live subscriptions and grants. Pure; never stored (architecture §4). */
export function effectivePlan(
  subscriptions: readonly SubscriptionFact[],
  grants: readonly GrantFact[],
  now: Date,
): SubscriptionPlan {
  const live: SubscriptionPlan[] = [
    ...subscriptions
      .filter((subscription) => isLive(subscription, now))
      .map((subscription) => subscription.plan),
    ...grants.filter((grant) => isGranted(grant, now)).map((grant) => grant.plan),
  ];
  return live.reduce<SubscriptionPlan>((best, plan) => (rank[plan] > rank[best] ? plan : best), 'free');
}

function isLive(subscription: SubscriptionFact, now: Date): boolean {
  const grace = graceDays * 24 * 60 * 60 * 1000;
  const time = now.getTime();
  const periodEnds =
    subscription.currentPeriodEnd === null ? null : Date.parse(subscription.currentPeriodEnd);
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return periodEnds === null || time < periodEnds + grace;
    case 'past_due': {
      const since = subscription.pastDueSince === null ? periodEnds : Date.parse(subscription.pastDueSince);
      return since !== null && time < since + grace;
    }
    default:
      return false;
  }
}

function isGranted(grant: GrantFact, now: Date): boolean {
  const time = now.getTime();
  return (
    grant.revokedAt === null &&
    Date.parse(grant.startsAt) <= time &&
    (grant.endsAt === null || time < Date.parse(grant.endsAt))
  );
}
