import type { AdminUser, Analytics, RecentUser } from '../../shared/admin.ts';
import { limits } from '../../shared/limits.ts';
import type { AdminActor } from '../actor.ts';
import { presentUser } from '../auth/auth.operations.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { listApplications } from '../kyc/kyc.operations.ts';
import { customAmounts, plansByUser, presentAdminUser, presentRecentUser } from './admin.present.ts';
import {
  countPeople,
  countStudents,
  findListPrices,
  findNewestUsers,
  findPlanFacts,
  findUser,
} from './admin.queries.ts';

/** The figures of Dashboard & Stats (D-66, D-67). */
export async function getAnalytics(deps: Deps, _actor: AdminActor): Promise<Analytics> {
  const [people, students, planFacts, prices] = await Promise.all([
    countPeople(deps.db),
    countStudents(deps.db),
    findPlanFacts(deps.db),
    findListPrices(deps.db),
  ]);
  const counts = { silver: 0, gold: 0, diamond: 0, custom: 0 };
  for (const plan of plansByUser(planFacts, deps.now()).values()) if (plan !== 'free') counts[plan] += 1;
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
