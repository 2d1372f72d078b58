import type { AdminUser, Analytics, RecentUser } from '../../shared/admin.ts';
import type { SubscriptionPlan } from '../../shared/enums.ts';
import { limits } from '../../shared/limits.ts';
import { planRank } from '../../shared/plan-rules.ts';
import type { AdminActor } from '../actor.ts';
import { presentUser } from '../auth/current-user.operations.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { listApplications } from '../kyc/kyc.operations.ts';
import { customAmounts, plansByUser, presentAdminUser, presentRecentUser } from './admin.present.ts';
import { countPeople, findListPrices, findNewestUsers, findPlanFacts, findUser } from './admin.queries.ts';
import { countPlans } from './plan-counts.queries.ts';

/** The figures of Dashboard & Stats (D-66, D-67). */
export async function getAnalytics(deps: Deps, _actor: AdminActor): Promise<Analytics> {
  const [{ students, ...people }, plans, prices] = await Promise.all([
    countPeople(deps.db),
    countPlans(deps.db, deps.now()),
    findListPrices(deps.db),
  ]);
  const withPlan = (plan: SubscriptionPlan) => plans.get(planRank(plan)) ?? 0;
  const counts = {
    silver: withPlan('silver'),
    gold: withPlan('gold'),
    diamond: withPlan('diamond'),
    custom: withPlan('custom'),
  };
  const total = counts.silver + counts.gold + counts.diamond + counts.custom;
  const listPrice = (plan: string) => prices.find((row) => row.plan === plan)?.listPriceCents ?? 0;
  return {
    ...people,
    subscriptionStats: { free: students - total, ...counts, total },
    listPrices: { silver: listPrice('silver'), gold: listPrice('gold'), diamond: listPrice('diamond') },
  };
}

/** The 20 newest accounts (D-65). */
export async function listRecentUsers(deps: Deps, _actor: AdminActor): Promise<RecentUser[]> {
  const users = await findNewestUsers(deps.db, limits.recentUsers);
  const facts = await findPlanFacts(
    deps.db,
    users.map((user) => user.id),
  );
  const plans = plansByUser(facts, deps.now());
  const amounts = customAmounts(facts, deps.now());
  return users.map((user) =>
    presentRecentUser(user, plans.get(user.id) ?? 'free', amounts.get(user.id) ?? null),
  );
}

/** One person with what was typed for the newest application. @throws DomainError not_found */
export async function getUser(deps: Deps, actor: AdminActor, id: string): Promise<AdminUser> {
  const user = await findUser(deps.db, id);
  if (!user) throw notFound('User');
  const [account, applications] = await Promise.all([
    presentUser(deps, user),
    listApplications(deps, actor, { userId: id }),
  ]);
  return presentAdminUser(user, account, applications[0]);
}
