import {
  customGrant,
  effectivePlan,
  isSubscriptionLive,
  type SubscriptionFact,
} from '../../shared/access/effective-plan.ts';
import { planRank } from '../../shared/access/tier-gate.ts';
import type { CurrentUser } from '../../shared/auth/accounts.ts';
import type { SubscriptionPlan } from '../../shared/enums.ts';
import type { GrantRow } from './plans.queries.ts';

export type PlanFacts = { subscriptions: SubscriptionFact[]; grants: GrantRow[] };
export type StoredSubscription = SubscriptionFact & {
  id: string;
  /** The plan before an upgrade that nothing has been paid for yet; null otherwise. */
  freeUpgradeFrom: SubscriptionFact['plan'] | null;
  /** The plan of a downgrade at the end of the period. */
  pendingPlan: SubscriptionFact['plan'] | null;
};
export type StoredFacts = Pick<PlanFacts, 'grants'> & {
  subscriptions: StoredSubscription[];
};

/** The plan in effect now, with the terms of a custom plan. */
export type OwnPlan = Pick<CurrentUser, 'subscriptionPlan' | 'customPlanAmount' | 'customPlanDescription'>;

export function presentPlan({ subscriptions, grants }: PlanFacts, now: Date): OwnPlan {
  const custom = customGrant(grants, now);
  return {
    subscriptionPlan: effectivePlan(subscriptions, grants, now),
    customPlanAmount: custom?.amountCents ?? null,
    customPlanDescription: custom?.description ?? null,
  };
}

/** The subscription with the plan that was paid for: after an upgrade that is free until the renewal, the lower one. */
export function paidPlanOf(one: StoredSubscription): StoredSubscription {
  const { plan, freeUpgradeFrom: from } = one;
  return from !== null && planRank(from) < planRank(plan) ? { ...one, plan: from } : one;
}

/** The id of the subscription that gives the plan in effect; null if a grant or nothing gives it. */
export function subscriptionGiving(
  plan: SubscriptionPlan,
  { subscriptions, grants }: StoredFacts,
  now: Date,
): string | null {
  if (effectivePlan([], grants, now) === plan) return null;
  const giving = subscriptions.find((one) => one.plan === plan && isSubscriptionLive(one, now));
  return giving?.id ?? null;
}
