import {
  customGrant,
  effectivePlan,
  isSubscriptionLive,
  type SubscriptionFact,
} from '../../shared/access/effective-plan.ts';
import type { CurrentUser } from '../../shared/auth/accounts.ts';
import type { SubscriptionPlan } from '../../shared/enums.ts';
import type { GrantRow } from './plans.queries.ts';

export type PlanFacts = { subscriptions: SubscriptionFact[]; grants: GrantRow[] };
export type StoredFacts = Pick<PlanFacts, 'grants'> & {
  subscriptions: (SubscriptionFact & { id: string })[];
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
