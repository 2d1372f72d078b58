import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { stopRenewalsOf } from '../checkout/stop-renewals.operations.ts';
import { remindOfDates } from '../subscriptions/date-reminders.operations.ts';
import { chargeOf, deliverAll, paymentOf, refundInput } from '../testing/money.ts';
import { buy, createAdmin, createTestProduct } from '../testing/purchases.ts';
import {
  createDelivery,
  monthMs,
  openPlan,
  passTime,
  setRealTime,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { subscribePastDue } from '../testing/worlds.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;
let user: TestUser;
let delivery: ReturnType<typeof createDelivery>;

beforeAll(async () => {
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin, { productNumber: 9, title: 'River Bluffs' });
  delivery = createDelivery(app);
});
beforeEach(async () => {
  setRealTime(app);
  delivery.skip();
  user = await app.createUser();
});

/** Notifications sorted by title, because several have the same time. */
async function notificationsOf() {
  const { items } = await app.caller(user).notifications.list();
  return items
    .map(({ kind, title, path }) => ({ kind, title, path }))
    .toSorted((left, right) => (left.title < right.title ? -1 : 1));
}

/** The analytics events of the user, oldest first. */
async function events() {
  const rows = await app.deps.db
    .selectFrom('analytics_events')
    .select(['event_name', 'properties'])
    .where('user_id', '=', user.userId)
    .orderBy('id')
    .execute();
  return rows.map(({ event_name: name, properties }) => [name, properties]);
}

const billing = '/billing';

describe('refunds and disputes', () => {
  it('each refund, partial or full, causes one notification and one analytics event with the refunded amount', async () => {
    const sessionId = await buy(app, user, product);
    const payment = await paymentOf(app, admin, sessionId);
    await app
      .caller(admin)
      .admin.payments.refund(refundInput(payment, { amountCents: 500, endAccess: false }));
    await deliverAll(app);
    const rest = { amountCents: 1499, expectedCommittedCents: 500 };
    await app.caller(admin).admin.payments.refund(refundInput(payment, rest));
    await deliverAll(app);
    await deliverAll(app);
    expect(await notificationsOf()).toEqual([
      { kind: 'purchase_completed', title: 'River Bluffs is yours', path: '/coaching' },
      { kind: 'purchase_refunded', title: 'Your partial refund: River Bluffs', path: billing },
      { kind: 'purchase_refunded', title: 'Your refund: River Bluffs', path: billing },
    ]);
    const productId = product.id;
    expect(await events()).toEqual([
      ['checkout_started', { productId }],
      ['purchase_completed', { productId, amountCents: 1999 }],
      ['purchase_refunded', { productId, amountCents: 500 }],
      ['purchase_refunded', { productId, amountCents: 1499 }],
    ]);
  });

  it('the notification of a declined refund request contains the admin’s answer', async () => {
    await buy(app, user, product);
    const [mine] = await app.caller(user).payments.myPayments();
    const paymentId = mine?.id ?? '';
    await app.caller(user).payments.requestRefund({ paymentId, reason: 'Not for me' });
    const { items: requests } = await app.caller(admin).admin.payments.refundRequests({});
    const requestId = requests.find(({ payment }) => payment.id === paymentId)?.id ?? '';
    await app.caller(admin).admin.payments.declineRefund({ requestId, answer: 'You have read all of it.' });
    const { items } = await app.caller(user).notifications.list();
    expect(items.find(({ kind }) => kind === 'refund_answered')).toMatchObject({
      body: 'We have looked at your request and cannot refund this payment. You have read all of it.',
      path: billing,
    });
  });

  it.each([
    ['won', 'Your access is back: River Bluffs'],
    ['lost', 'Your bank returned your payment: River Bluffs'],
  ] as const)('a dispute causes a notification when it opens and when it is %s', async (outcome, title) => {
    const sessionId = await buy(app, user, product);
    const { id } = app.sandbox.dispute(chargeOf(app, sessionId));
    await deliverAll(app);
    app.sandbox.closeDispute(id, outcome);
    await deliverAll(app);
    await deliverAll(app);
    const notifications = await notificationsOf();
    expect(notifications).toHaveLength(3);
    expect(notifications).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'purchase_completed' }),
        { kind: 'payment_disputed', title: 'Your bank disputes a payment: River Bluffs', path: billing },
        { kind: 'payment_disputed', title, path: billing },
      ]),
    );
  });

  it('the notifications of a dispute over a refunded payment do not mention access', async () => {
    const sessionId = await buy(app, user, product);
    const payment = await paymentOf(app, admin, sessionId);
    await app.caller(admin).admin.payments.refund(refundInput(payment));
    await deliverAll(app);
    const { id } = app.sandbox.dispute(chargeOf(app, sessionId));
    await deliverAll(app);
    app.sandbox.closeDispute(id, 'won');
    await deliverAll(app);
    const { items } = await app.caller(user).notifications.list();
    const disputed = items.filter(({ kind }) => kind === 'payment_disputed');
    expect(disputed.map(({ title }) => title).toSorted()).toEqual([
      'Your bank disputes a payment: River Bluffs',
      'Your payment stands: River Bluffs',
    ]);
    expect(disputed.map(({ body }) => body).join(' ')).not.toMatch(/access/i);
  });
});

describe('a subscription', () => {
  it('the start of a membership causes one notification, even if many requests and events report the start', async () => {
    const sessionId = await openPlan(app, user, 'silver');
    await app.sandbox.pay(sessionId);
    const verify = () => app.caller(user).payments.verifySubscription({ sessionId });
    await Promise.all([...Array.from({ length: 10 }, verify), delivery.deliverNew()]);
    expect(await notificationsOf()).toEqual([
      { kind: 'subscription_changed', title: 'Your Silver membership has started', path: '/coaching-pdfs' },
    ]);
    expect(await events()).toEqual([
      ['checkout_started', { productId: null }],
      ['subscription_started', { plan: 'silver' }],
    ]);
    await stopRenewalsOf(app.deps, user.userId);
  });

  it('a change, a cancellation and the end of a membership cause one notification each; the last two cause one analytics event together', async () => {
    await subscribe(app, user, 'silver');
    const { todayCents } = await app.caller(user).payments.previewPlanChange({ plan: 'gold' });
    await app.caller(user).payments.changePlan({ plan: 'gold', expectedTodayCents: todayCents });
    await app.caller(user).payments.cancelSubscription();
    await delivery.deliverNew();
    passTime(app, monthMs);
    await delivery.deliverNew();
    await delivery.deliverNew();
    expect((await notificationsOf()).map(({ title }) => title)).toEqual([
      'Your Gold membership has ended',
      'Your Silver membership has started',
      'Your membership is now Gold',
      'Your subscription is canceled',
    ]);
    expect((await events()).slice(1)).toEqual([
      ['subscription_started', { plan: 'silver' }],
      ['subscription_changed', { plan: 'gold' }],
      ['subscription_canceled', { plan: 'gold' }],
    ]);
  });

  it('a failed renewal, the approaching loss of access, the loss of access and the end of a membership cause one notification each', async () => {
    await subscribePastDue({ app, delivery }, user);
    await remindOfDates(app.deps);
    expect((await subscriptionOf(app, user)).status).toBe('past_due');
    // Access ends 7 days after the failed renewal. The reminders run 1.5 days before the end and half a day after it.
    for (const days of [5.5, 2]) {
      app.clock.advance(days * dayMs);
      await remindOfDates(app.deps);
      await remindOfDates(app.deps);
    }
    await stopRenewalsOf(app.deps, user.userId);
    await delivery.deliverNew();
    const notifications = await notificationsOf();
    expect(notifications).toEqual([
      {
        kind: 'payment_failed',
        title: expect.stringMatching(
          /^Pay by \w{3} \d+ \w{3}, \d\d:\d\d \(UTC\) to keep your Gold membership$/,
        ),
        path: billing,
      },
      { kind: 'subscription_changed', title: 'Your Gold membership has ended', path: '/subscription-plans' },
      { kind: 'subscription_changed', title: 'Your Gold membership has started', path: '/coaching-pdfs' },
      {
        kind: 'payment_failed',
        title: 'Your Gold membership is unpaid and gives no access',
        path: billing,
      },
      { kind: 'payment_failed', title: 'Your payment did not go through', path: billing },
    ]);
    expect((await events()).slice(1)).toEqual([
      ['subscription_started', { plan: 'gold' }],
      ['payment_failed', {}],
      ['subscription_canceled', { plan: 'gold' }],
    ]);
  });

  it('a granted plan causes a notification when it is granted and another when it is revoked', async () => {
    const grant = await app
      .caller(admin)
      .admin.subscriptions.grantPlan({ userId: user.userId, plan: 'gold', reason: 'Guest coach' });
    await app.caller(admin).admin.subscriptions.revokeGrant({ grantId: grant.id, reason: 'Left' });
    expect(await notificationsOf()).toEqual([
      { kind: 'subscription_changed', title: 'You were given the Gold membership', path: '/coaching-pdfs' },
      { kind: 'subscription_changed', title: 'Your Gold membership has ended', path: '/subscription-plans' },
    ]);
  });
});
