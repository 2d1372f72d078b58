import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';

const day = 24 * 60 * 60 * 1000;
const app = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  app.clock.set(new Date('2026-11-21T12:00:00Z'));
  admin = await app.createUser({ role: 'admin' });
});

type Plan = 'silver' | 'gold' | 'diamond';
const ago = (days: number) => new Date(app.deps.now().getTime() - days * day);

/** Inserts a subscription as synchronization with Stripe stores it. */
async function subscribe(id: string, plan: Plan, priceCents: number, startedAt: Date): Promise<void> {
  const user = await app.createUser();
  await app.deps.db
    .insertInto('subscriptions')
    .values({
      id,
      user_id: user.userId,
      plan,
      status: 'active',
      price_cents: priceCents,
      created_at: startedAt,
      updated_at: startedAt,
    })
    .execute();
}
type Change = { status?: string; plan?: Plan; price_cents?: number; is_duplicate?: boolean };
const change = (id: string, changes: Change, at: Date) =>
  app.deps.db
    .updateTable('subscriptions')
    .set({ ...changes, updated_at: at })
    .where('id', '=', id)
    .execute();
const report = (range: '7' | '30' | '90' | 'all') => {
  app.deps.figures.clear();
  return app.caller(admin).admin.reports.get({ range });
};

describe('monthly recurring revenue and churn', () => {
  it('an empty academy has neither revenue nor churn', async () => {
    const { totals, points } = await report('7');
    expect(totals).toMatchObject({ mrrCents: 0, subscriptions: 0, ranBefore: 0, ended: 0 });
    expect(points.every(({ mrrCents, ended }) => mrrCents === 0 && ended === 0)).toBe(true);
  });

  it('the figures of a past day count the subscriptions that were active on that day, at the prices of that day', async () => {
    await subscribe('sub_stays', 'gold', 500, ago(20));
    await subscribe('sub_ends', 'silver', 100, ago(20));
    await subscribe('sub_grows', 'silver', 100, ago(20));
    await subscribe('sub_new', 'diamond', 1_000, ago(2));
    await subscribe('sub_late', 'silver', 100, ago(20));
    await subscribe('sub_twice', 'gold', 500, ago(1));
    await change('sub_ends', { status: 'canceled' }, ago(4));
    await change('sub_grows', { plan: 'diamond', price_cents: 1_000 }, ago(3));
    await change('sub_late', { status: 'past_due' }, ago(5));
    await change('sub_twice', { is_duplicate: true }, ago(1));

    const { totals, points } = await report('7');
    // gold 500, diamond 1000 + 1000, silver 100 (past due still counts); not the canceled one or the duplicate.
    expect(totals).toMatchObject({ mrrCents: 2_600, subscriptions: 4, ranBefore: 4, ended: 1 });
    const at = (days: number) => points.find(({ start }) => start === ago(days).toISOString().slice(0, 10));
    expect(at(6)).toMatchObject({ mrrCents: 800, plans: { silver: 3, gold: 1, diamond: 0 }, ended: 0 });
    expect(at(4)).toMatchObject({
      mrrCents: 700,
      plans: { silver: 2, gold: 1, diamond: 0 },
      ranBefore: 4,
      ended: 1,
    });
    expect(at(3)).toMatchObject({ mrrCents: 1_600, plans: { silver: 1, gold: 1, diamond: 1 }, ended: 0 });
    expect(at(0)).toMatchObject({ mrrCents: 2_600, plans: { silver: 1, gold: 1, diamond: 2 } });
  });

  it('the latest revenue matches the subscriptions to the cent', async () => {
    const rows = await app.deps.db
      .selectFrom('subscriptions')
      .select(['price_cents', 'plan'])
      .where('status', 'in', ['active', 'trialing', 'past_due'])
      .where('is_duplicate', '=', false)
      .execute();
    const cents = rows.reduce((sum, row) => sum + row.price_cents, 0);
    for (const range of ['7', '30', '90', 'all'] as const) {
      const { totals, points } = await report(range);
      expect(totals.mrrCents, range).toBe(cents);
      expect(totals.subscriptions, range).toBe(rows.length);
      expect(points.at(-1)?.mrrCents, range).toBe(cents);
    }
  });

  it('a reactivated subscription does not count as ended, and an update that changes nothing records no state', async () => {
    await change('sub_ends', { status: 'active' }, ago(1));
    const { totals } = await report('7');
    expect(totals).toMatchObject({ ended: 0, mrrCents: 2_700 });
    const states = () =>
      app.deps.db
        .selectFrom('subscription_states')
        .select('id')
        .where('subscription_id', '=', 'sub_stays')
        .execute();
    const before = await states();
    await change('sub_stays', { status: 'active' }, ago(0));
    expect(await states()).toHaveLength(before.length);
  });
});
