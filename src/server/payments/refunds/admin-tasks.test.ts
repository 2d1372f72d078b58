import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { reconcileRefunds } from '../reconciliation/refund-recovery.operations.ts';
import { paymentOf, paymentsOf, refundInput } from '../testing/money.ts';
import { buy, createAdmin, createTestProduct } from '../testing/purchases.ts';
import {
  createDelivery,
  monthMs,
  passTime,
  planOf,
  setRealTime,
  subscribe,
} from '../testing/subscriptions.ts';

let app: TestApp;
let admin: AdminActor;
let student: TestUser;
let delivery: ReturnType<typeof createDelivery>;

beforeEach(async () => {
  app = await createTestApp({ stripe: 'sandbox' });
  admin = await createAdmin(app);
  student = await app.createUser();
  delivery = createDelivery(app);
});
afterEach(() => app.close());

const asAdmin = () => app.caller(admin).admin;
const decide = async (decision: 'end_plan' | 'done', actor = admin) => {
  const [task] = await asAdmin().payments.tasks();
  return app.caller(actor).admin.payments.decideTask({ taskId: task?.id ?? '', decision });
};

/** An active subscription whose webhook events were all delivered. */
async function subscribed() {
  const { id } = await subscribe(app, student, 'gold');
  await delivery.deliverNew();
  return { atStripe: () => app.deps.stripe.subscriptions.retrieve(id) };
}

/**
 * Refunds a charge in Stripe's dashboard.
 * @param index - the index of the charge, oldest first; by default the newest
 */
async function refundAtStripe(amount?: number, index = -1): Promise<string> {
  const charge = app.sandbox
    .charges()
    .filter(({ status }) => status === 'succeeded')
    .at(index);
  const refund = await app.deps.stripe.refunds.create({
    charge: charge?.id ?? '',
    ...(amount !== undefined && { amount }),
  });
  await delivery.deliverNew();
  return refund.id;
}

describe("the full refund of a plan in Stripe's dashboard", () => {
  it('ends the renewal, keeps access until an admin decides, and creates one task', async () => {
    const { atStripe } = await subscribed();
    await refundAtStripe();
    await delivery.deliverNew();
    await reconcileRefunds(app.deps);
    expect(await atStripe()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await planOf(app, student)).toBe('gold');
    expect(await asAdmin().payments.tasks()).toMatchObject([
      {
        kind: 'refunded_at_stripe',
        payment: { userId: student.userId, status: 'refunded' },
        subscription: { plan: 'gold', renews: false },
      },
    ]);
  });

  it('an admin can keep the plan; if the student then turns renewal on again, reading the payment from Stripe again does not end it', async () => {
    const { atStripe } = await subscribed();
    await refundAtStripe();
    const [task] = await asAdmin().payments.tasks();
    await decide('done');
    expect(await asAdmin().payments.tasks()).toEqual([]);
    const again = asAdmin().payments.decideTask({ taskId: task?.id ?? '', decision: 'end_plan' });
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT', message: 'This has already been decided' });
    expect(await planOf(app, student)).toBe('gold');

    await app.caller(student).payments.resumeSubscription();
    await delivery.deliverNew();
    await asAdmin().payments.reread({ paymentId: task?.payment.id ?? '' });
    expect(await atStripe()).toMatchObject({ cancel_at_period_end: false });
    expect(await asAdmin().payments.tasks()).toEqual([]);
  });

  it('an admin who has just authenticated can end the plan immediately', async () => {
    const { atStripe } = await subscribed();
    await refundAtStripe();
    const stale: AdminActor = { ...admin, confirmedAt: '2026-01-01T00:00:00.000Z' };
    await expect(decide('end_plan', stale)).rejects.toMatchObject({
      cause: { code: 'step_up_required' },
    });
    expect(await planOf(app, student)).toBe('gold');
    await decide('end_plan');
    expect(await planOf(app, student)).toBe('free');
    expect((await atStripe()).status).toBe('canceled');
    expect(await asAdmin().payments.tasks()).toEqual([]);
    await delivery.deliverNew();
    await reconcileRefunds(app.deps);
    expect(await planOf(app, student)).toBe('free');
  });

  it('if Stripe is unavailable when an admin ends the plan, access ends immediately, and the job ends the plan at Stripe later', async () => {
    const { atStripe } = await subscribed();
    await refundAtStripe();
    app.sandbox.faults.onRequest = () => ({ kind: 'status', status: 500 });
    await decide('end_plan');
    app.sandbox.faults.onRequest = undefined;
    expect(await planOf(app, student)).toBe('free');
    expect((await atStripe()).status).toBe('active');
    await reconcileRefunds(app.deps);
    expect((await atStripe()).status).toBe('canceled');
  });

  it('the refund of an earlier month keeps the renewal, and creates a task', async () => {
    const { atStripe } = await subscribed();
    passTime(app, monthMs);
    await delivery.deliverNew();
    await refundAtStripe(undefined, 0);
    expect(await atStripe()).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect(await asAdmin().payments.tasks()).toMatchObject([{ subscription: { renews: true } }]);
  });

  it('the task is closed when the refund fails or the plan ends', async () => {
    await subscribed();
    const refundId = await refundAtStripe();
    expect(await asAdmin().payments.tasks()).toHaveLength(1);
    app.sandbox.failRefund(refundId);
    await delivery.deliverNew();
    expect(await asAdmin().payments.tasks()).toEqual([]);

    await refundAtStripe();
    expect(await asAdmin().payments.tasks()).toHaveLength(1);
    expect((await asAdmin().dashboard.waiting()).decisions.count).toBe(1);
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await asAdmin().payments.tasks()).toEqual([]);
    expect((await asAdmin().dashboard.waiting()).decisions.count).toBe(0);
  });
});

it('the notification of a refund says whether the membership still gives access', async () => {
  const refundBody = async () => {
    const { items } = await app.caller(student).notifications.list();
    return items.find(({ kind }) => kind === 'purchase_refunded')?.body;
  };
  await subscribed();
  await refundAtStripe(100);
  expect(await refundBody()).toContain('You keep your access.');
  await app.caller(student).payments.cancelSubscription();
  passTime(app, monthMs);
  await delivery.deliverNew();
  // Refunds of the sandbox use the real clock.
  setRealTime(app);
  expect(await planOf(app, student)).toBe('free');
  await refundAtStripe(100);
  expect(await refundBody()).toContain('Your access to it has ended.');
});

it('the notification of a refund that ends a membership says that access is kept if another membership gives the same access', async () => {
  await subscribed();
  await asAdmin().subscriptions.grantPlan({ userId: student.userId, plan: 'gold', reason: 'An apology' });
  const [payment] = await paymentsOf(app, admin, student.userId);
  if (!payment) throw new Error('no payment');
  await asAdmin().payments.refund(refundInput(payment));
  await delivery.deliverNew();
  expect(await planOf(app, student)).toBe('gold');
  const { items } = await app.caller(student).notifications.list();
  expect(items.find(({ kind }) => kind === 'purchase_refunded')?.body).toContain('You keep your access.');
});

it('a partial refund, the refund of a product and a refund made in the admin area create no task', async () => {
  const { atStripe } = await subscribed();
  await refundAtStripe(100);
  expect(await asAdmin().payments.tasks()).toEqual([]);
  expect(await atStripe()).toMatchObject({ cancel_at_period_end: false });

  const [payment] = await paymentsOf(app, admin, student.userId);
  if (!payment) throw new Error('the plan was not paid');
  setRealTime(app);
  await asAdmin().payments.refund(
    refundInput(payment, {
      amountCents: payment.amountCents - 100,
      expectedCommittedCents: 100,
      endAccess: false,
      endRenewal: false,
    }),
  );
  await delivery.deliverNew();
  expect(await atStripe()).toMatchObject({ cancel_at_period_end: false });

  const product = await createTestProduct(app, admin);
  const sessionId = await buy(app, student, product);
  await refundAtStripe();
  expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'refunded' });
  expect(await asAdmin().payments.tasks()).toEqual([]);
});
