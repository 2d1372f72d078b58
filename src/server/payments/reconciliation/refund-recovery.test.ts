import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DisputeOptions } from '../../../sandbox/stripe/resources/disputes.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { chargeOf, deliverAll, paymentOf, paymentsOf, refundInput } from '../testing/money.ts';
import { buy, deliver, minutesLater, purchaseOf } from '../testing/purchases.ts';
import { openPlan } from '../testing/subscriptions.ts';
import { openRefundWorld } from '../testing/worlds.ts';
import { reconcileRefunds } from './refund-recovery.operations.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;

// One academy per test, so that unfinished work does not carry over.
beforeEach(async () => {
  ({ app, admin, product } = await openRefundWorld());
});
afterEach(() => app.close());

/** A paid purchase whose events have all arrived, and a function to dispute it without delivering the event. */
async function bought() {
  const sessionId = await buy(app, await app.createUser(), product);
  await deliverAll(app);
  const payment = await paymentOf(app, admin, sessionId);
  await app.caller(admin).admin.payments.reread({ paymentId: payment.id });
  const intentId = (await purchaseOf(app, sessionId)).payment_intent_id ?? '';
  const status = async () => (await paymentOf(app, admin, sessionId)).status;
  return {
    payment,
    intentId,
    status,
    dispute: (options?: DisputeOptions) =>
      app.sandbox.dispute(chargeOf(app, sessionId), 'fraudulent', options),
  };
}

it('if Stripe repeats a stored error for a refund, the job does not count the repetition as an error, and continues with other payments', async () => {
  const stuck = [await bought(), await bought(), await bought()];
  const other = await bought();
  app.sandbox.faults.onRequest = ({ method, path }) =>
    method === 'POST' && path === '/v1/refunds' ? { kind: 'status', status: 500, saved: true } : undefined;
  for (const { payment } of stuck) {
    const refund = app.caller(admin).admin.payments.refund(refundInput(payment));
    await expect(refund).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  }
  // Stripe works again, but repeats its stored response to these calls for a day.
  app.sandbox.faults.onRequest = undefined;
  other.dispute();
  const counts = await minutesLater(app, 5, () => reconcileRefunds(app.deps));
  expect(await other.status()).toBe('disputed');
  expect(counts).toMatchObject({ resent: 0, errors: 0 });
  await minutesLater(app, 23 * 60, () => reconcileRefunds(app.deps));
  for (const { payment } of stuck) {
    const { refunds } = await app.caller(admin).admin.payments.get({ paymentId: payment.id });
    expect(refunds).toMatchObject([{ status: 'failed', failureReason: 'never arrived at Stripe' }]);
  }
});

it('the job moves payments that cannot be read from Stripe to the end of the queue, and counts them as errors', async () => {
  // Each section of the job stops after three failures in a row. The only readable payment is in the middle: three
  // unreadable ones precede it, whether the oldest come first (in the database) or the newest (at Stripe).
  const pending: Awaited<ReturnType<typeof bought>>[] = [];
  for (const _ of Array.from({ length: 7 })) pending.push(await bought());
  for (const { payment } of pending) await app.caller(admin).admin.payments.refund(refundInput(payment));
  const [good] = pending.splice(3, 1);
  const unreadable = new Set(pending.map(({ intentId }) => `/v1/payment_intents/${intentId}`));
  app.sandbox.faults.onRequest = ({ path }) =>
    unreadable.has(path) ? { kind: 'status', status: 500 } : undefined;
  for (const minutes of [5, 10, 15]) {
    await minutesLater(app, minutes, () => reconcileRefunds(app.deps));
  }
  expect(await good?.status()).toBe('refunded');
  expect(await reconcileRefunds(app.deps)).toMatchObject({ reread: 0, errors: 6 });
});

it.each(['charge.refunded', 'charge.dispute.created'])(
  'a %s event that arrives before the invoice’s event is ignored; the change is recorded with the invoice’s event',
  async (type) => {
    const user = await app.createUser();
    const before = app.sandbox.events().length;
    await app.sandbox.pay(await openPlan(app, user, 'gold'));
    const charge = app.sandbox.charges().at(-1);
    if (type === 'charge.refunded') await app.deps.stripe.refunds.create({ charge: charge?.id ?? '' });
    else app.sandbox.dispute(charge?.id ?? '');
    const events = app.sandbox.events().slice(before);
    const early = events.filter((event) => event.type === type);
    expect(early).toHaveLength(1);
    for (const event of early) expect(await deliver(app, event)).toEqual({ status: 'ignored' });
    for (const event of events.filter((one) => one.type === 'invoice.paid')) await deliver(app, event);
    const payments = await paymentsOf(app, admin, user.userId);
    expect(payments.map(({ status }) => status)).toEqual([
      type === 'charge.refunded' ? 'refunded' : 'disputed',
    ]);
  },
);

it('the job reads an open dispute once in each run, even if the bank no longer accepts evidence', async () => {
  const one = await bought();
  one.dispute({ acceptsResponse: false });
  await reconcileRefunds(app.deps);
  expect(await one.status()).toBe('disputed');
  expect(await reconcileRefunds(app.deps)).toMatchObject({ reread: 1, errors: 0 });
});
