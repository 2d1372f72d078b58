import { planRank } from '../../shared/access/tier-gate.ts';
import type { AdminUser, Analytics, RecentUser } from '../../shared/admin/admin.ts';
import type { SubscriptionPlan } from '../../shared/enums.ts';
import { limits } from '../../shared/limits.ts';
import { plansOf } from '../access/current-plan.operations.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { presentUser } from '../auth/current-user.operations.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { listApplications } from '../kyc/kyc.operations.ts';
import { countSettledCases, findOpenCases } from '../kyc/queue.operations.ts';
import { presentAccountRow, presentAdminUser } from './admin.present.ts';
import { countPendingKyc, countPeople, findListPrices, findNewestUsers, findUser } from './admin.queries.ts';
import { countPlans } from './user-plan.queries.ts';

/**
 * The figures of Dashboard & Stats. `pendingKyc` and the prices are current; the other figures are at most a minute
 * old.
 */
export async function getAnalytics(deps: Deps, _actor: AdminActor): Promise<Analytics> {
  const { db, figures } = deps;
  const [{ students, ...people }, { rejected }, plans, pendingKyc, prices] = await Promise.all([
    figures.get('people', () => countPeople(db)),
    countSettledCases(deps),
    figures.get('plans', () => countPlans(db, deps.now())),
    countPendingKyc(db),
    findListPrices(db),
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
    rejectedApplications: rejected,
    pendingKyc,
    subscriptionStats: { free: students - total, ...counts, total },
    listPrices: { silver: listPrice('silver'), gold: listPrice('gold'), diamond: listPrice('diamond') },
  };
}

export async function listRecentUsers(deps: Deps, _actor: AdminActor): Promise<RecentUser[]> {
  const users = await findNewestUsers(deps.db, limits.recentUsers);
  const ids = users.map((user) => user.id);
  const [planOf, openCases] = await Promise.all([plansOf(deps, ids), findOpenCases(deps, ids)]);
  return users.map((user) => ({
    ...presentAccountRow(user, planOf(user.id)),
    ...(openCases.get(user.id) ?? { openCaseId: null, kycAsked: false, flags: [] }),
  }));
}

/** A user with the fields of their newest application. @throws DomainError not_found */
export async function getUser(
  deps: Deps,
  actor: AdminActor,
  id: string,
  metadata: RequestMetadata,
): Promise<AdminUser> {
  const user = await findUser(deps.db, id);
  if (!user) throw notFound('User');
  const [account, applications] = await Promise.all([
    presentUser(deps, user),
    listApplications(deps, actor, { userId: id }, metadata),
  ]);
  return presentAdminUser(user, account, applications[0]);
}
