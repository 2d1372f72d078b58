import type { SubscriptionPlan } from '../../shared/enums.ts';
import { effectivePlan } from '../../shared/plan-rules.ts';
import type { Deps } from '../deps.ts';
import { findGrants, findSubscriptionFacts } from './plans.queries.ts';

/** The plan that counts for this person at this moment (S2 §4), from subscriptions and grants; never a stored value. */
export async function readerPlan(deps: Deps, userId: string): Promise<SubscriptionPlan> {
  const [subscriptions, grants] = await Promise.all([
    findSubscriptionFacts(deps.db, userId),
    findGrants(deps.db, userId),
  ]);
  return effectivePlan(subscriptions, grants, deps.now());
}
