import { customGrant, effectivePlan, type SubscriptionFact } from '../../shared/access/effective-plan.ts';
import type { CurrentUser } from '../../shared/auth/accounts.ts';
import type { GrantRow } from './plans.queries.ts';

export type PlanFacts = { subscriptions: SubscriptionFact[]; grants: GrantRow[] };

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
