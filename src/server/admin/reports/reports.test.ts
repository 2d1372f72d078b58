import { beforeAll, describe, expect, it } from 'vitest';
import { insertPurchase } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';

const app = setUpTestApp();
let admin: TestUser;
let buyer: TestUser;
const day = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  admin = await app.createUser({ role: 'admin' });
  buyer = await app.createUser();
  for (let number = 0; number < 40; number += 1) await sell(number);
});

/** Inserts a paid purchase with its ledger row. Every fifth is partially refunded, every tenth fully. */
async function sell(number: number): Promise<void> {
  const paidAt = new Date(app.deps.now().getTime() - number * day);
  const amount = 999 + number * 7;
  const refunded = number % 10 === 0 ? amount : number % 5 === 0 ? 101 : 0;
  const purchaseId = await insertPurchase(app, buyer, {
    amount_cents: amount,
    refunded_cents: refunded,
    status: refunded === amount ? 'refunded' : 'completed',
    purchased_at: paidAt,
    created_at: paidAt,
  });
  await app.deps.db
    .insertInto('billing_payments')
    .values({
      user_id: buyer.userId,
      purchase_id: purchaseId,
      amount_cents: amount,
      refunded_cents: refunded,
      status: refunded === amount ? 'refunded' : 'paid',
      description: `Study ${number}`,
      paid_at: paidAt,
    })
    .execute();
}

const report = (range: '7' | '30' | '90' | 'all') => {
  app.deps.figures.clear();
  return app.caller(admin).admin.reports.get({ range });
};
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

describe('admin.reports.get', () => {
  it.each(['7', '30', '90'] as const)(
    'the report of %s days matches the payment list to the cent',
    async (range) => {
      const { points, totals } = await report(range);
      const from = new Date(app.deps.now().getTime() - (Number(range) - 1) * day);
      const { totals: listed } = await app.caller(admin).admin.payments.search({ from: isoDay(from) });
      expect(totals.grossCents).toBe(listed.grossCents);
      expect(totals.refundedCents).toBe(listed.returnedCents);
      expect(totals.netCents).toBe(totals.grossCents - totals.refundedCents);
      expect(points.reduce((sum, point) => sum + point.netCents, 0)).toBe(totals.netCents);
    },
  );

  it('failed payments do not count, and a lost dispute counts as a payment and as a refund', async () => {
    const paidAt = app.deps.now();
    const invoice = (id: string, status: 'paid' | 'failed' | 'lost', amount: number) => ({
      user_id: buyer.userId,
      stripe_invoice_id: id,
      amount_cents: amount,
      lost_cents: status === 'lost' ? amount : 0,
      status,
      description: 'Gold membership, monthly',
      paid_at: status === 'failed' ? null : paidAt,
    });
    const before = await report('7');
    await app.deps.db
      .insertInto('billing_payments')
      .values([
        invoice('in_paid', 'paid', 500),
        invoice('in_failed', 'failed', 700),
        invoice('in_lost', 'lost', 900),
      ])
      .execute();
    const after = await report('7');
    expect(after.totals.subscriptionsCents).toBe(1_400);
    expect(after.totals.purchasesCents).toBe(before.totals.purchasesCents);
    expect(after.totals.refundedCents - before.totals.refundedCents).toBe(900);
    expect(after.totals.netCents - before.totals.netCents).toBe(500);
  });

  it('the report has a bar per day, week or month up to today, and the range `all` contains the whole ledger', async () => {
    const week = await report('7');
    expect(week.points).toHaveLength(7);
    expect(week.points.at(-1)?.start).toBe(isoDay(app.deps.now()));
    // As on the dashboard, admins are not counted.
    expect(week.points.at(-1)).toMatchObject({ registrations: 1, decisions: 0, medianWaitHours: null });
    expect((await report('30')).points).toHaveLength(30);
    expect((await report('90')).bucket).toBe('week');
    const all = await report('all');
    expect(all.bucket).toBe('month');
    expect(all.points.length).toBeGreaterThan(1);
    const ledger = await app.deps.db
      .selectFrom('billing_payments')
      .select((eb) => eb.fn.sum<number>('amount_cents').as('cents'))
      .where('status', '<>', 'failed')
      .executeTakeFirstOrThrow();
    expect(all.totals.grossCents).toBe(Number(ledger.cents));
  });

  it('the report counts each learner once but no admin, and shows where students stop watching a session', async () => {
    const at = app.deps.now();
    const session = await app.deps.db
      .insertInto('products')
      .values({ type: 'session', product_number: 1, title: 'Rivers', price_cents: 1_999 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.deps.db
      .insertInto('analytics_events')
      .values(
        [buyer, buyer, admin].map(({ userId }) => ({
          event_name: 'session_opened',
          user_id: userId,
          occurred_at: at,
        })),
      )
      .execute();
    for (const [position, status, role] of [
      [120, 'in_progress', 'user'],
      [240, 'in_progress', 'user'],
      [1_800, 'completed', 'user'],
      [3_600, 'in_progress', 'admin'],
    ] as const) {
      const learner = await app.createUser({ role });
      await app.deps.db
        .insertInto('user_progress')
        .values({
          user_id: learner.userId,
          session_id: session.id,
          status,
          position_seconds: position,
          completed_at: status === 'completed' ? at : null,
        })
        .execute();
    }
    const { totals, points, sessions } = await report('7');
    expect(totals.activeLearners).toBe(1);
    expect(points.at(-1)?.activeLearners).toBe(1);
    expect(sessions).toContainEqual({
      id: session.id,
      title: 'Rivers',
      started: 3,
      finished: 1,
      medianDropOffMinutes: 3,
    });
  });
});
