import type { AdminUser, Analytics, RecentUser } from '../../shared/admin.ts';
import { toCsv } from '../../shared/csv.ts';
import { limits } from '../../shared/limits.ts';
import type { AdminActor, Origin } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import { presentUser } from '../auth/auth.operations.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { listApplications } from '../kyc/kyc.operations.ts';
import {
  plansByUser,
  presentAdminUser,
  presentExportedApplication,
  presentExportedUser,
  presentRecentUser,
} from './admin.present.ts';
import {
  countPeople,
  countStudents,
  exportPage,
  findApplicationsAfter,
  findListPrices,
  findNewestUsers,
  findPlanFacts,
  findUser,
  findUsersAfter,
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
  return users.map((user) => presentRecentUser(user, plans.get(user.id) ?? 'free'));
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

/** Everything of D-68: no password, no addresses of files, document numbers by their last 4. The export is audited. */
export async function exportUsers(deps: Deps, actor: AdminActor, origin: Origin) {
  const users = await exportUserRows(deps);
  const kycApplications = [];
  let lastId: string | undefined;
  for (;;) {
    const page = await findApplicationsAfter(deps.db, lastId, exportPage);
    kycApplications.push(...page.map(presentExportedApplication));
    lastId = page.at(-1)?.id;
    if (page.length < exportPage) break;
  }
  await auditExport(deps, actor, origin, 'json', users.length);
  return {
    exportedAt: deps.now().toISOString(),
    totalUsers: users.length,
    totalKycApplications: kycApplications.length,
    users,
    kycApplications,
  };
}

const csvColumns = [
  'id',
  'email',
  'firstName',
  'lastName',
  'role',
  'kycStatus',
  'subscriptionPlan',
  'dateOfBirth',
  'phoneNumber',
  'address',
  'city',
  'state',
  'country',
  'postalCode',
  'createdAt',
  'updatedAt',
];

/** The accounts as CSV, safe against formulas (D-68). The export is audited. */
export async function exportUsersCsv(deps: Deps, actor: AdminActor, origin: Origin): Promise<string> {
  const users = await exportUserRows(deps);
  await auditExport(deps, actor, origin, 'csv', users.length);
  return toCsv(csvColumns, users);
}

async function exportUserRows(deps: Deps): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let lastId: string | undefined;
  for (;;) {
    const page = await findUsersAfter(deps.db, lastId, exportPage);
    const facts = await findPlanFacts(
      deps.db,
      page.map((user) => user.id),
    );
    const plans = plansByUser(facts, deps.now());
    rows.push(...page.map((user) => presentExportedUser(user, plans.get(user.id) ?? 'free')));
    lastId = page.at(-1)?.id;
    if (page.length < exportPage) return rows;
  }
}

async function auditExport(
  deps: Deps,
  actor: AdminActor,
  origin: Origin,
  format: 'json' | 'csv',
  users: number,
): Promise<void> {
  await recordAudit(deps.db, {
    actorId: actor.userId,
    action: 'users.exported',
    subjectType: 'users',
    subjectId: 'all',
    origin,
    details: { format, users },
  });
}
