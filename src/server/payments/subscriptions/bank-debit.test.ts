import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { AdminActor } from '../../actor.ts';
import { reconcileSubscriptions } from '../reconciliation/subscriptions.operations.ts';
import { createPromotion } from '../testing/promotions.ts';
import { createAdmin, sessionIdOf } from '../testing/purchases.ts';
import {
  monthMs,
  openPlan,
  passTime,
  payLatestInvoice,
  planEmailsOf,
  planOf,
  replaceCard,
  setBillingTime,
  setRealTime,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';

const { app, user, delivery } = setUpPlanWorld();
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});
beforeEach(() => setRealTime(app));

const payments = () => app.caller(user).payments;
const verify = (sessionId: string) => payments().verifySubscription({ sessionId });

async function payByDebit(): Promise<{ sessionId: string; promotionId: string }> {
  const { id, code } = await createPromotion(app, admin, { percentOff: 50 });
  const { url } = await payments().createSubscriptionSession({ plan: 'gold', promotionCode: code });
  const sessionId = sessionIdOf(url);
  await app.sandbox.pay(sessionId, 'delayed');
  await delivery.deliverNew();
  return { sessionId, promotionId: id };
}

const timesUsed = async (id: string) =>
  (await app.caller(admin).admin.promotions.redemptions({ id })).items.length;

const notificationTitles = async () =>
  (await app.caller(user).notifications.list()).items.map(({ title }: { title: string }) => title);

it('until the money of a bank debit arrives, the payment grants no access, redeems no promotion code, and is listed as unconfirmed', async () => {
  const { sessionId, promotionId } = await payByDebit();
  expect(await verify(sessionId)).toEqual({ success: false, plan: null, status: 'processing' });
  expect(await planOf(app, user)).toBe('free');
  expect(await payments().mySubscription()).toMatchObject({
    plan: 'free',
    subscribedPlan: 'gold',
    status: 'incomplete',
  });
  expect(await payments().myUnconfirmedPayments()).toHaveLength(1);
  expect(await timesUsed(promotionId)).toBe(0);
  expect(await planEmailsOf(app, user)).toEqual([]);
  await expect(payments().createSubscriptionSession({ plan: 'silver' })).rejects.toMatchObject({
    message: 'Your payment is still being processed.',
  });
  await expect(payments().previewPlanChange({ plan: 'silver' })).rejects.toMatchObject({
    message: 'Your payment is still being processed. You can change your membership when it has arrived.',
  });

  app.sandbox.settleDelayed(sessionId, true);
  await delivery.deliverNew();
  expect(await verify(sessionId)).toEqual({ success: true, plan: 'gold', status: 'active' });
  expect(await planOf(app, user)).toBe('gold');
  expect(await payments().myUnconfirmedPayments()).toEqual([]);
  expect(await timesUsed(promotionId)).toBe(1);
  expect((await planEmailsOf(app, user)).toSorted()).toEqual([
    'subscription_receipt',
    'subscription_started',
  ]);
  passTime(app, monthMs);
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('gold');
});

it('the plan starts and the promotion code is redeemed even if every event about the arrival of the money was lost', async () => {
  const { sessionId, promotionId } = await payByDebit();
  app.sandbox.settleDelayed(sessionId, true);
  passTime(app, 20 * 60_000);
  await reconcileSubscriptions(app.deps);
  expect(await planOf(app, user)).toBe('gold');
  expect(await timesUsed(promotionId)).toBe(1);
});

it('a rejected debit does not start the plan or redeem the promotion code, and the student is notified', async () => {
  const { sessionId, promotionId } = await payByDebit();
  app.sandbox.settleDelayed(sessionId, false);
  await delivery.deliverNew();
  expect(await verify(sessionId)).toMatchObject({ success: false, plan: null });
  expect(await planOf(app, user)).toBe('free');
  expect(await payments().mySubscription()).toMatchObject({ plan: 'free', status: 'unpaid' });
  // The outcome is known: the billing page shows the open invoice instead.
  expect(await payments().myUnconfirmedPayments()).toEqual([]);
  expect(await timesUsed(promotionId)).toBe(0);
  expect(await planEmailsOf(app, user)).toEqual([]);
  expect(await notificationTitles()).toContain('The payment for your Gold membership did not arrive');
  await expect(payments().createSubscriptionSession({ plan: 'silver' })).rejects.toMatchObject({
    message:
      'The payment for your Gold membership was not received. Pay it, or cancel the membership, on your billing page first.',
  });
  await payments().cancelSubscription();
  expect(await payments().myUnconfirmedPayments()).toEqual([]);
  expect(await openPlan(app, user, 'silver')).toMatch(/^cs_/);
  expect(await payments().myUnconfirmedPayments()).toHaveLength(1);
});

it("after a rejected debit, the next month's unpaid invoice does not start the plan", async () => {
  const { sessionId } = await payByDebit();
  app.sandbox.settleDelayed(sessionId, false);
  await delivery.deliverNew();
  await replaceCard(app, user, 'pm_card_chargeCustomerFail');
  setBillingTime(app);
  passTime(app, monthMs);
  await delivery.deliverNew();
  const { id } = await subscriptionOf(app, user);
  expect((await app.deps.stripe.subscriptions.retrieve(id)).status).toBe('past_due');
  expect(await payments().mySubscription()).toMatchObject({ plan: 'free', status: 'unpaid' });
  expect(await planOf(app, user)).toBe('free');
  await payments().cancelSubscription();
  expect((await subscriptionOf(app, user)).status).toBe('canceled');
  expect(await planEmailsOf(app, user)).toEqual([]);
});

it("the plan starts if the next month's invoice is the first one that is paid", async () => {
  const { sessionId } = await payByDebit();
  app.sandbox.settleDelayed(sessionId, false);
  await delivery.deliverNew();
  await replaceCard(app, user, 'pm_card_visa');
  setBillingTime(app);
  passTime(app, monthMs);
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('gold');
  expect(await planEmailsOf(app, user)).toContain('subscription_started');
  expect(await planEmailsOf(app, user)).not.toContain('subscription_restored');
});

it('the plan starts, and the promotion code is redeemed, if the invoice is paid in another way after the debit was rejected', async () => {
  const { sessionId, promotionId } = await payByDebit();
  app.sandbox.settleDelayed(sessionId, false);
  await delivery.deliverNew();
  await payLatestInvoice(app, user);
  await delivery.deliverNew();
  expect(await verify(sessionId)).toEqual({ success: true, plan: 'gold', status: 'active' });
  expect((await planEmailsOf(app, user)).toSorted()).toEqual([
    'subscription_receipt',
    'subscription_started',
  ]);
  expect(await timesUsed(promotionId)).toBe(1);
});

it('a membership that was canceled before its debit was rejected ends without another charge', async () => {
  const { sessionId } = await payByDebit();
  await payments().cancelSubscription();
  app.sandbox.settleDelayed(sessionId, false);
  await delivery.deliverNew();
  const { id, status, latest_invoice_id: invoiceId } = await subscriptionOf(app, user);
  expect(status).toBe('canceled');
  expect((await app.deps.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  expect((await app.deps.stripe.invoices.retrieve(invoiceId ?? '')).status).toBe('void');
  const { items } = await app.caller(user).notifications.list();
  expect(items.map(({ body }) => body)).toContain(
    'Gold has not started and nothing was charged. As you canceled it, we do not try again.',
  );
  await delivery.deliverNew();
  expect(await openPlan(app, user, 'silver')).toMatch(/^cs_/);
});

it('the plan can be canceled before the money arrives, and is then set to end after the paid month', async () => {
  const { sessionId } = await payByDebit();
  const { message } = await payments().cancelSubscription();
  expect(message).toContain('If the payment that is being processed arrives, you have Gold until');
  app.sandbox.settleDelayed(sessionId, true);
  await delivery.deliverNew();
  expect(await payments().mySubscription()).toMatchObject({ plan: 'gold', cancelAtPeriodEnd: true });
});
