import type { SubscriptionPlan } from '../../shared/enums.ts';
import type { Deps } from '../deps.ts';
import { createDataLoader } from '../platform/db/data-loader.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import {
  type OwnPlan,
  paidPlanOf,
  plannedPlan,
  presentPlan,
  type StoredFacts,
  type StoredSubscription,
  subscriptionGiving,
  type UnpaidUpgrade,
  unpaidUpgradeOf,
} from './current-plan.present.ts';
import { findGrants, findSubscriptionFacts } from './plans.queries.ts';

async function readPlanFacts(db: Db | Trx, userIds: readonly string[]): Promise<Map<string, StoredFacts>> {
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
}

/** Concurrent requests share a query. */
const planFactsByUser = createDataLoader<StoredFacts>(readPlanFacts);

const noFacts: StoredFacts = { subscriptions: [], grants: [] };

/** The user's plan now, computed from subscriptions and grants; it is not stored. */
export async function currentPlan(deps: Deps, userId: string): Promise<SubscriptionPlan> {
  const facts = (await planFactsByUser(deps.db, userId)) ?? noFacts;
  return presentPlan(facts, deps.now()).subscriptionPlan;
}

/**
 * The plan that sets the number of the user's question credits in the month since `start`. A subscription that was
 * already unpaid at `start` does not count, and neither does an upgrade that is not paid yet.
 * @param start - before now
 * @param end - after now
 * @returns `paid`: the plan that counts; `subscriptionId`: the subscription that gives that plan; `oncePaid`: the plan
 * that counts after the unpaid subscription is paid; `upgrade`: an upgrade that is not paid yet; `planned`: the plan
 * that counts at `end` if nothing changes until then
 */
export async function paidPlanSince(
  deps: Deps,
  userId: string,
  { start, end }: { start: Date; end: Date },
): Promise<{
  paid: SubscriptionPlan;
  oncePaid: SubscriptionPlan;
  planned: SubscriptionPlan;
  upgrade: UnpaidUpgrade | undefined;
  subscriptionId: string | null;
}> {
  const { subscriptions, grants } = (await planFactsByUser(deps.db, userId)) ?? noFacts;
  const paidFacts = {
    subscriptions: subscriptions.filter((one) => isPaidSince(one, start)).map(paidPlanOf),
    grants,
  };
  const oncePaidFacts = {
    subscriptions: subscriptions.map((one) => (one.pastDueSince === null ? paidPlanOf(one) : one)),
    grants,
  };
  const now = deps.now();
  const { subscriptionPlan: paid } = presentPlan(paidFacts, now);
  return {
    paid,
    oncePaid: presentPlan(oncePaidFacts, now).subscriptionPlan,
    planned: plannedPlan(paidFacts, now, end),
    upgrade: subscriptions.flatMap((one) => unpaidUpgradeOf(one, now) ?? [])[0],
    subscriptionId: subscriptionGiving(paid, paidFacts, now),
  };
}

/** Whether at least a part of the subscription's time since `start` was paid for. @param start - before now */
function isPaidSince(
  { owesOnlyUpgrade, pastDueSince, unpaidSince }: StoredSubscription,
  start: Date,
): boolean {
  return (
    owesOnlyUpgrade || pastDueSince === null || Date.parse(unpaidSince ?? pastDueSince) > start.getTime()
  );
}

/** The user's plan at `now`, including the changes of this transaction. */
export async function planInTransaction(trx: Trx, userId: string, now: Date): Promise<SubscriptionPlan> {
  const facts = await readPlanFacts(trx, [userId]);
  return presentPlan(facts.get(userId) ?? noFacts, now).subscriptionPlan;
}

/** The current plans of several users. @returns a lookup by user id */
export async function plansOf(deps: Deps, userIds: readonly string[]): Promise<(userId: string) => OwnPlan> {
  const facts = await readPlanFacts(deps.db, userIds);
  const now = deps.now();
  return (userId) => presentPlan(facts.get(userId) ?? noFacts, now);
}
