import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { seedAcademy } from '../demo/seed-academy.ts';
import { findBrokenInvariants } from '../payments/ledger/invariants.queries.ts';

const day = 24 * 60 * 60 * 1000;

const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
  const size = { users: 2_000, applications: 700, purchases: 5_000, seed: 7, until: '2026-11-01T00:00:00Z' };
  await seedAcademy(app.deps.db, size, () => undefined);
});
beforeEach(() => app.deps.figures.clear());

/** The figures of `shownFigures`, counted directly in the tables. */
async function counted(now = app.deps.now()) {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from users where deleted_at is null) as "totalUsers",
    (select count(*)::int from users where deleted_at is null and kyc_status = 'approved') as "approvedUsers",
    (select count(*)::int from kyc_applications a join users u on u.id = a.user_id where a.superseded_at is null
      and a.status in ('pending', 'requires_review') and u.role <> 'admin' and u.deleted_at is null) as "pendingKyc",
    (select count(*)::int from kyc_applications where status = 'rejected' and superseded_at is null)
      as "rejectedApplications",
    (select count(*)::int from users where deleted_at is null and role <> 'admin') as students,
    (select count(*)::int from purchases) as purchases,
    (select coalesce(sum(amount_cents), 0)::int from purchases
      where status in ('completed', 'refunded')) as "soldCents",
    (select coalesce(sum(refunded_cents), 0)::int from purchases) as "refundedCents",
    (select count(*)::int from purchases where status = 'failed' and held_reason is not null) as held`.execute(
    app.deps.db,
  );
  const { rows: plans } = await sql<{ rank: number; people: number }>`
    select rank, count(*)::int as people from (
      select holder, max(rank) as rank from plan_facts join users on users.id = holder
      where live_from <= ${now.toISOString()}::timestamptz and ${now.toISOString()}::timestamptz < live_until
        and users.role <> 'admin' and users.deleted_at is null group by holder
    ) best group by rank`.execute(app.deps.db);
  const figures: Record<string, unknown> = rows[0] ?? {};
  return { ...figures, plans: Object.fromEntries(plans.map(({ rank, people }) => [rank, people])) };
}

async function shownFigures() {
  const caller = app.caller(admin);
  const [figures, all, held] = await Promise.all([
    caller.admin.dashboard.analytics(),
    caller.admin.payments.search({}),
    caller.admin.payments.search({ status: 'held' }),
  ]);
  const { free, total, ...byPlan } = figures.subscriptionStats;
  const plans = Object.values(byPlan).map((people, index) => [index + 1, people] as const);
  return {
    totalUsers: figures.totalUsers,
    approvedUsers: figures.approvedUsers,
    pendingKyc: figures.pendingKyc,
    rejectedApplications: figures.rejectedApplications,
    // `total` is the number of users with a plan other than free.
    students: free + total,
    purchases: all.totals.count,
    soldCents: all.totals.grossCents,
    refundedCents: all.totals.returnedCents,
    held: held.totals.count,
    plans: Object.fromEntries(plans.filter(([, people]) => people > 0)),
  };
}

/** Pending applications of users who are neither admins nor deleted. */
async function pendingApplications(): Promise<{ id: string; userId: string }[]> {
  const { rows } = await sql<{ id: string; userId: string }>`select a.id, a.user_id as "userId"
    from kyc_applications a join users u on u.id = a.user_id where a.superseded_at is null and a.status = 'pending'
      and u.role <> 'admin' and u.deleted_at is null order by a.id`.execute(app.deps.db);
  return rows;
}

describe('figures', () => {
  it('a generated academy violates no payment invariant', async () => {
    expect(await findBrokenInvariants(app.deps.db)).toEqual([]);
  });

  it('figures match direct queries on a generated academy', async () => {
    const expected = await counted();
    expect(expected).toMatchObject({ totalUsers: 2_001, purchases: 5_000 });
    expect(Object.keys(expected.plans)).toEqual(expect.arrayContaining(['1', '2']));
    expect(await shownFigures()).toEqual(expected);
  });

  it('figures match direct queries after each change of accounts, applications, purchases and plans', async () => {
    const { db } = app.deps;
    const writes = [
      sql`update users set deleted_at = now() where id in (select id from users where role = 'user' order by id limit 15)`,
      sql`update users set deleted_at = now() where id in (select user_id from subscriptions where status = 'active' limit 2)`,
      sql`update users set role = 'admin' where id in (select user_id from kyc_applications where status = 'pending' limit 2)`,
      sql`update users set role = 'admin' where id in (select user_id from subscriptions where status = 'active' limit 3)`,
      sql`update kyc_applications set superseded_at = now() where id in
        (select id from kyc_applications where status = 'rejected' order by id limit 9)`,
      sql`update purchases set held_reason = 'Looked at' where id in (select id from purchases where status = 'failed' limit 20)`,
      sql`update purchases set status = 'refunded', refunded_cents = amount_cents where id in
        (select id from purchases where status = 'completed' order by id limit 30)`,
      sql`insert into plan_grants (user_id, plan, reason) select id, 'diamond', 'test' from users order by id desc limit 30`,
    ];
    for (const write of writes) {
      await write.execute(db);
      app.deps.figures.clear();
      expect(await shownFigures(), write.compile(db).sql).toEqual(await counted());
    }
  });

  it('figures include a plan from its start to its end', async () => {
    for (const days of [3, 9, 25, 60, 400]) {
      app.clock.advance(days * day);
      app.deps.figures.clear();
      expect(await shownFigures(), `${days} days on`).toEqual(await counted());
    }
    app.clock.advance(-497 * day);
  });

  it('figures are cached, except counts of work that waits for an admin', async () => {
    const before = await shownFigures();
    const [pending] = await pendingApplications();
    await sql`update users set deleted_at = now() where id = ${pending?.userId}`.execute(app.deps.db);
    const expected = await counted();
    expect(expected).toMatchObject({
      totalUsers: before.totalUsers - 1,
      pendingKyc: before.pendingKyc - 1,
    });
    expect(await shownFigures()).toEqual({ ...before, pendingKyc: before.pendingKyc - 1 });
  });

  it('a decision on an application updates the counts of the queue immediately', async () => {
    const caller = app.caller(admin);
    const before = await caller.admin.kyc.queue({});
    const [pending] = await pendingApplications();
    await caller.admin.kyc.setStatus({ id: pending?.id ?? '', status: 'approved' });
    const { counts } = await caller.admin.kyc.queue({});
    expect(counts).toMatchObject({ open: before.counts.open - 1, approved: before.counts.approved + 1 });
  });

  it('figures count the sold copies of each product', async () => {
    const products = await app.caller(admin).admin.products.list();
    const { rows } = await sql<{
      id: number;
      sold: number;
    }>`select product_id as id, count(*)::int as sold from purchases
      where status = 'completed' and product_id is not null group by product_id`.execute(app.deps.db);
    expect(products.map(({ id, soldCount }) => [id, soldCount])).toEqual(
      products.map(({ id }) => [id, rows.find((row) => row.id === id)?.sold ?? 0]),
    );
    expect(rows.length).toBeGreaterThan(10);
  });
});
