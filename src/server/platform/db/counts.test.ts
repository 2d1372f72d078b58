import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { tidyFigures } from '../../admin/cached-figures.operations.ts';
import { seedAcademy } from '../../demo/seed-academy.ts';
import { cachedFigures, gatherCounts } from './counts.ts';
import { inTransaction } from './database.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.createUser({ role: 'admin' });
  const size = { users: 2_000, applications: 700, purchases: 5_000, seed: 7, until: '2026-11-01T00:00:00Z' };
  await seedAcademy(app.deps.db, size, () => undefined);
});
afterAll(() => app.close());

/** The same figures, counted row by row. */
async function counted(now = app.deps.now()) {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from users where deleted_at is null) as "totalUsers",
    (select count(*)::int from users where deleted_at is null and kyc_status = 'approved') as "approvedUsers",
    (select count(*)::int from kyc_applications a join users u on u.id = a.user_id where a.superseded_at is null
      and a.status in ('pending', 'requires_review') and u.role <> 'admin' and u.deleted_at is null) as "pendingKyc",
    (select count(*)::int from kyc_applications where status = 'rejected') as "rejectedApplications",
    (select count(*)::int from users where deleted_at is null and role <> 'admin') as students,
    (select count(*)::int from purchases) as purchases,
    (select coalesce(sum(amount_cents), 0)::int from purchases where status = 'completed') as "completedCents",
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

async function kept() {
  const caller = app.caller(admin);
  const [figures, all, held] = await Promise.all([
    caller.admin.dashboard.analytics(),
    caller.admin.purchases.search({}),
    caller.admin.purchases.search({ status: 'held' }),
  ]);
  const { free, total, ...byPlan } = figures.subscriptionStats;
  const plans = Object.entries(byPlan).map(([plan, people], place) => [place + 1, people, plan] as const);
  return {
    totalUsers: figures.totalUsers,
    approvedUsers: figures.approvedUsers,
    pendingKyc: figures.pendingKyc,
    rejectedApplications: figures.rejectedApplications,
    students: free + total,
    purchases: all.totals.count,
    completedCents: all.totals.completedCents,
    refundedCents: all.totals.refundedCents,
    held: held.totals.count,
    plans: Object.fromEntries(plans.filter(([, people]) => people > 0)),
  };
}

describe('kept figures', () => {
  it('are those of a made-up academy, and say something', async () => {
    const truth = await counted();
    expect(truth).toMatchObject({ totalUsers: 2_001, purchases: 5_000 });
    expect(Object.keys(truth.plans)).toEqual(expect.arrayContaining(['1', '2']));
    expect(await kept()).toEqual(truth);
  });

  it('stay exact through writes of every kind, one by one and many at once', async () => {
    const { db } = app.deps;
    const writes = [
      sql`update users set kyc_status = 'approved' where id in (select id from users where kyc_status = 'pending' limit 40)`,
      sql`update users set deleted_at = now() where id in (select id from users where role = 'user' order by id limit 15)`,
      sql`update users set role = 'admin' where id in (select user_id from kyc_applications where status = 'pending' limit 2)`,
      sql`update users set role = 'admin' where id in (select user_id from subscriptions where status = 'active' limit 3)`,
      sql`update kyc_applications set status = 'rejected' where id in
        (select id from kyc_applications where status = 'requires_review' limit 4)`,
      sql`update kyc_applications set superseded_at = now() where id in
        (select id from kyc_applications where status = 'rejected' order by id limit 9)`,
      sql`delete from kyc_applications where id in (select id from kyc_applications order by id desc limit 11)`,
      sql`update purchases set status = 'refunded', refunded_cents = amount_cents where id in
        (select id from purchases where status = 'completed' order by id limit 30)`,
      sql`update purchases set held_reason = 'Looked at' where id in (select id from purchases where status = 'failed' limit 20)`,
      sql`update purchases set amount_cents = amount_cents + 1, product_id = null where id in
        (select id from purchases where status = 'completed' order by id desc limit 25)`,
      sql`delete from billing_payments`,
      sql`delete from purchases where id in (select id from purchases order by id limit 50)`,
      sql`update subscriptions set status = 'canceled' where id in (select id from subscriptions order by id limit 10)`,
      sql`delete from subscriptions where id in (select id from subscriptions order by id desc limit 5)`,
      sql`insert into plan_grants (user_id, plan, reason) select id, 'diamond', 'test' from users order by id desc limit 30`,
    ];
    for (const write of writes) {
      await write.execute(db);
      expect(await kept(), write.compile(db).sql).toEqual(await counted());
    }
  });

  it('forget what was rolled back', async () => {
    const before = await kept();
    const failed = inTransaction(app.deps.db, async (trx) => {
      await sql`update users set kyc_status = 'rejected'`.execute(trx);
      throw new Error('thought better of it');
    });
    await expect(failed).rejects.toThrow('thought better of it');
    expect(await kept()).toEqual(before);
  });

  it('are exact while forty write to the same figures and others gather them', async () => {
    const { db } = app.deps;
    const { rows } = await sql<{ id: string }>`select id from users where role = 'user' and deleted_at is null
      order by id desc limit 40`.execute(db);
    await Promise.all(
      rows.map(async ({ id }, place) => {
        if (place % 10 === 0) await tidyFigures(app.deps);
        await inTransaction(db, async (trx) => {
          // In both orders: nobody may wait for somebody who waits.
          const steps = [
            sql`update users set kyc_status = 'rejected' where id = ${id}::uuid`,
            sql`insert into plan_grants (user_id, plan, reason) values (${id}::uuid, 'custom', 'test')`,
            sql`update purchases set refunded_cents = 1 where user_id = ${id}::uuid and amount_cents > 0`,
          ];
          for (const step of place % 2 === 0 ? steps : steps.toReversed()) await step.execute(trx);
        });
      }),
    );
    expect(await kept()).toEqual(await counted());
  });

  it('follow two writers of one person, whoever commits last', async () => {
    const person = await app.createUser();
    const grant = (plan: string) =>
      inTransaction(app.deps.db, async (trx) => {
        await sql`insert into plan_grants (user_id, plan, reason) values (${person.userId}::uuid, ${plan}, 'test')`.execute(
          trx,
        );
      });
    await Promise.all(['silver', 'diamond', 'gold', 'custom', 'silver'].map(grant));
    await sql`update plan_grants set revoked_at = now() where user_id = ${person.userId}::uuid and plan = 'custom'`.execute(
      app.deps.db,
    );
    expect(await kept()).toEqual(await counted());
  });

  it('know plans that begin and end by themselves, before and after the job has passed', async () => {
    for (const days of [3, 9, 25, 60, 400]) {
      app.clock.advance(days * 24 * 60 * 60 * 1000);
      expect(await kept(), `${days} days on`).toEqual(await counted());
    }
    await tidyFigures(app.deps);
    expect(await kept()).toEqual(await counted());
    app.clock.advance(-497 * 24 * 60 * 60 * 1000);
    expect(await kept(), 'back again').toEqual(await counted());
    await tidyFigures(app.deps);
  });

  it('are gathered without a change to what they say', async () => {
    const before = await kept();
    await gatherCounts(app.deps.db);
    expect(await kept()).toEqual(before);
    expect(await gatherCounts(app.deps.db)).toBe(0);
    expect(await cachedFigures(app.deps.db, ['never counted'])).toEqual({ 'never counted': 0 });
  });

  it('tell sold copies of each product', async () => {
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
