import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../shared/shop/products.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { chargeOf, deliverAll, paymentOf, refundInput } from '../payments/testing/money.ts';
import { buy } from '../payments/testing/purchases.ts';
import { openRefundWorld } from '../payments/testing/worlds.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;

const dashboard = () => app.caller(admin).admin.dashboard;

beforeAll(async () => {
  ({ app, admin, product } = await openRefundWorld());
});
afterAll(() => app.close());

/** Runs `read` with the academy's clock set to `at`. The payment sandbox's clock is unchanged. */
async function atTime<T>(at: Date, read: () => Promise<T>): Promise<T> {
  const shift = at.getTime() - app.deps.now().getTime();
  app.clock.advance(shift);
  try {
    return await read();
  } finally {
    app.clock.advance(-shift);
  }
}

it('the revenue of a day or month is the sum of its payments, less their refunds', async () => {
  const before = await dashboard().overview();
  await buy(app, await app.createUser(), product);
  const refunded = await paymentOf(app, admin, await buy(app, await app.createUser(), product));
  const events = app.sandbox.events().length;
  await app.caller(admin).admin.payments.refund({ ...refundInput(refunded), amountCents: 500 });
  await deliverAll(app, events);
  app.deps.figures.clear();
  const { today, month, lastMonth, newStudents, funnel, bestSellers } = await dashboard().overview();
  const price = product.price;
  expect(today).toEqual({
    grossCents: before.today.grossCents + 2 * price,
    refundedCents: before.today.refundedCents + 500,
    netCents: before.today.netCents + 2 * price - 500,
    payments: before.today.payments + 2,
  });
  expect(month).toEqual(today);
  expect(lastMonth).toEqual({ grossCents: 0, refundedCents: 0, netCents: 0, payments: 0 });
  expect(newStudents.month).toBe(before.newStudents.month + 2);
  expect(funnel).toMatchObject({ visits: 0, registered: newStudents.month, verified: 0, bought: 2 });
  expect(funnel.visitsSince).toBeNull();
  expect(bestSellers).toEqual([{ name: product.title, sold: 2, grossCents: 2 * price }]);
});

it('the funnel shows the day from which visits are counted', async () => {
  const today = app.deps.now().getTime();
  const days = [400, 3].map((ago) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10));
  await app.deps.db
    .insertInto('visits')
    .values(days.map((day) => ({ day, count: 5 })))
    .execute();
  app.deps.figures.clear();
  // Only the visits of the last 30 days are summed.
  expect((await dashboard().overview()).funnel).toMatchObject({ visits: 5, visitsSince: days[0] });
  await app.deps.db.deleteFrom('visits').execute();
});

it('this month is compared with the same days of last month', async () => {
  const now = app.deps.now();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const paidAt = new Date(Date.UTC(year, month + 4, 20, 12));
  await app.deps.pool.query('update billing_payments set paid_at = $1', [paidAt]);
  const paymentsAt = (at: Date) =>
    atTime(at, async () => {
      app.deps.figures.clear();
      const figures = await dashboard().overview();
      return [figures.month.payments, figures.lastMonth.payments];
    });
  expect(await paymentsAt(new Date(Date.UTC(year, month + 4, 21)))).toEqual([2, 0]);
  expect(await paymentsAt(new Date(Date.UTC(year, month + 5, 19)))).toEqual([0, 0]);
  expect(await paymentsAt(new Date(Date.UTC(year, month + 5, 21)))).toEqual([0, 2]);
  expect(await paymentsAt(new Date(Date.UTC(year, month + 6, 21)))).toEqual([0, 0]);
});

describe('a dispute', () => {
  const disputed = async (isInquiry: boolean) => {
    const events = app.sandbox.events().length;
    const charge = chargeOf(app, await buy(app, await app.createUser(), product));
    const { id } = app.sandbox.dispute(charge, 'product_not_received', { isInquiry });
    await deliverAll(app, events);
    const { disputes } = await dashboard().waiting();
    expect(disputes).toMatchObject({ count: 1, overdue: 0 });
    const afterDeadline = new Date(Date.parse(disputes.at ?? '') + 1_000);
    const later = (await atTime(afterDeadline, () => dashboard().waiting())).disputes;
    await app.caller(admin).admin.payments.sendEvidence({ disputeId: id, statement: 'They watched it.' });
    return { later, answered: (await dashboard().waiting()).disputes };
  };
  const none = { count: 0, overdue: 0, at: null };

  it('waits for an admin until it is answered or its deadline has passed, because then only the bank can act', async () => {
    expect((await dashboard().waiting()).disputes).toEqual(none);
    expect(await disputed(false)).toEqual({ later: none, answered: none });
  });

  it('is overdue after its deadline if it is an inquiry, because a refund can still end an inquiry', async () => {
    expect(await disputed(true)).toMatchObject({ later: { count: 1, overdue: 1 }, answered: none });
  });
});

it('an unhandled message is overdue after the promised time', async () => {
  await app.caller(null).contact.send({
    name: 'Rosa Lind',
    email: 'rosa@example.test',
    topic: 'general',
    message: 'Which plan should I begin with?',
  });
  expect((await dashboard().waiting()).messages).toMatchObject({ count: 1, overdue: 0 });
  const later = new Date(app.deps.now().getTime() + 30 * 24 * 60 * 60 * 1000);
  const { messages, privacyRequests } = await atTime(later, () => dashboard().waiting());
  expect(messages).toMatchObject({ count: 1, overdue: 1 });
  expect(privacyRequests.count).toBe(0);
});
