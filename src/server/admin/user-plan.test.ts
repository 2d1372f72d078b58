import fc from 'fast-check';
import { type Insertable, sql } from 'kysely';
import { expect, it } from 'vitest';
import { graceDays } from '../../shared/access/effective-plan.ts';
import { subscriptionPlans } from '../../shared/enums.ts';
import { paidPlans } from '../../shared/payments/billing.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { plansOf } from '../access/current-plan.operations.ts';
import type { PlanGrantsTable, SubscriptionsTable } from '../platform/db/tables/plan-tables.ts';
import { currentPlanRanks, hasPlan, plansByRank } from './user-plan.queries.ts';

const app = setUpTestApp();

const people = 600;
const now = new Date('2026-11-20T12:00:00.000Z');
const day = 24 * 60 * 60 * 1000;

// Few distinct times, so that starts, ends and ends of grace periods coincide with the queried time.
const instant = fc
  .constantFrom(-2 * graceDays, -graceDays - 1, -graceDays, -1, 0, 1, graceDays)
  .map((days) => new Date(now.getTime() + days * day));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });
const subscription = fc.record({
  plan: fc.constantFrom(...paidPlans),
  status: fc.constantFrom('active', 'trialing', 'past_due', 'incomplete', 'unpaid', 'canceled', 'unheard_of'),
  current_period_end: maybe(instant),
  cancel_at_period_end: fc.boolean(),
  past_due_since: maybe(instant),
  suspended_at: maybe(instant),
  covered_plan: maybe(fc.constantFrom(...paidPlans)),
});
const grant = fc
  .record({
    plan: fc.constantFrom(...paidPlans, 'custom' as const),
    starts_at: instant,
    ends_at: maybe(instant),
    revoked_at: maybe(instant),
  })
  .filter(({ starts_at, ends_at }) => ends_at === null || ends_at > starts_at);
const holdings = fc.record({
  subscriptions: fc.array(subscription, { maxLength: 2 }),
  grants: fc.array(grant, { maxLength: 2 }),
});

it('SQL and effectivePlan compute the same plan at each boundary', async () => {
  const { db } = app.deps;
  const { rows: users } = await sql<{
    id: string;
  }>`insert into users (email, password_hash, first_name, last_name)
    select 'holder' || n || '@example.test', 'none', 'Holder', 'No ' || n from generate_series(1, ${people}) n
    returning id`.execute(db);
  const subscriptions: Insertable<SubscriptionsTable>[] = [];
  const grants: Insertable<PlanGrantsTable>[] = [];
  for (const [number, held] of fc.sample(holdings, people).entries()) {
    const user_id = users[number]?.id ?? '';
    for (const row of held.subscriptions) {
      subscriptions.push({ ...row, id: `sub_${subscriptions.length}`, user_id, price_cents: 100 });
    }
    for (const row of held.grants) grants.push({ ...row, user_id, reason: 'test' });
  }
  await db.insertInto('subscriptions').values(subscriptions).execute();
  await db.insertInto('plan_grants').values(grants).execute();

  const ids = users.map(({ id }) => id);
  const seen = new Set<string>();
  for (const time of [-graceDays * day, -1, 0, 1, graceDays * day]) {
    const at = new Date(now.getTime() + time);
    const planOf = await plansOf({ ...app.deps, now: () => at }, ids);
    const inCode = new Map(ids.map((id) => [id, planOf(id).subscriptionPlan]));
    const { rows } = await sql<{ user_id: string; rank: number }>`${currentPlanRanks(at)}`.execute(db);
    const inDatabase = new Map(rows.map((row) => [row.user_id, plansByRank[row.rank]]));
    for (const [id, plan] of inCode) {
      seen.add(plan);
      expect(inDatabase.get(id) ?? 'free', `${id} at ${at.toISOString()}`).toBe(plan);
    }
    for (const plan of ['silver', 'gold', 'diamond', 'custom'] as const) {
      const holders = ids.filter((id) => inCode.get(id) === plan).toSorted();
      // `isRare` determines only how Postgres runs the query, not which users it finds.
      for (const isRare of [true, false]) {
        const found = await db
          .selectFrom('users')
          .select('id')
          .where(hasPlan(plan, at, isRare))
          .execute();
        expect(found.map(({ id }) => id).toSorted()).toEqual(holders);
      }
    }
  }
  expect([...seen].toSorted()).toEqual(subscriptionPlans.toSorted());
});
