import type { SubscriptionPlan } from '../../shared/enums.ts';
import { effectivePlan, type SubscriptionFact } from '../../shared/plan-rules.ts';
import { createReadBatch } from '../db/read-batch.ts';
import type { Deps } from '../deps.ts';
import { findGrants, findSubscriptionFacts, type GrantRow } from './plans.queries.ts';

type PlanFacts = { subscriptions: SubscriptionFact[]; grants: GrantRow[] };

const planFactsByUser = createReadBatch<PlanFacts>(async (db, userIds) => {
  const [subscriptions, grants] = await Promise.all([
    findSubscriptionFacts(db, userIds),
    findGrants(db, userIds),
  ]);
  const subscriptionsOf = Map.groupBy(subscriptions, ({ userId }) => userId);
  const grantsOf = Map.groupBy(grants, ({ userId }) => userId);
  return new Map(
    userIds.map((id) => [
      id,
      { subscriptions: subscriptionsOf.get(id) ?? [], grants: grantsOf.get(id) ?? [] },
    ]),
  );
});

/** What decides over somebody's plan, read once for all who ask at the same time. */
async function planFactsOf(deps: Deps, userId: string): Promise<PlanFacts> {
  return (await planFactsByUser(deps.db, userId)) ?? { subscriptions: [], grants: [] };
}

/** The plan that counts for this person at this moment (S2 §4), from subscriptions and grants; never a stored value. */
export async function readerPlan(deps: Deps, userId: string): Promise<SubscriptionPlan> {
  const { subscriptions, grants } = await planFactsOf(deps, userId);
  return effectivePlan(subscriptions, grants, deps.now());
}
