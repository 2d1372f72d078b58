import { beforeAll, beforeEach, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { formatCents } from '../../../shared/money.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { monthOf } from '../../coaching/credits.operations.ts';
import { createCoach } from '../../coaching/testing/asked-questions.ts';
import { emailTo } from '../testing/emails.ts';
import { createAdmin } from '../testing/purchases.ts';
import {
  openPlan,
  passTime,
  payInvoice,
  payLatestInvoice,
  planEmailsOf,
  planOf,
  replaceCard,
  setBillingTime,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';
import { remindOfDates } from './date-reminders.operations.ts';

const { app, user, delivery } = setUpPlanWorld();

beforeAll(async () => {
  await createCoach(app, await createAdmin(app));
});
beforeEach(async () => {
  app.sandbox.delayDebits(0);
  // The subscription begins in the middle of a month.
  await passUntil(endOfMonth() + 14 * dayMs);
  await subscribe(app, user, 'silver');
  await delivery.deliverNew();
});

const payments = () => app.caller(user).payments;

const credits = async () => {
  const { monthly, oncePaid, nextAt } = await app.caller(user).questions.credits();
  return { monthly: monthly.count, oncePaid, nextAt };
};

const endOfMonth = (): number => monthOf(new Date(app.sandbox.clock.now()), null).endsAt.getTime();

async function passUntil(time: number): Promise<void> {
  passTime(app, time - app.sandbox.clock.now());
  await delivery.deliverNew();
}

async function upgrade(plan: PaidPlan): Promise<void> {
  const { todayCents } = await payments().previewPlanChange({ plan });
  expect(todayCents).toBeGreaterThanOrEqual(50);
  await payments().changePlan({ plan, expectedTodayCents: todayCents });
  await delivery.deliverNew();
}

/** Upgrades by a bank debit that is still being processed. @returns a function that ends the processing */
async function upgradeByDebit(plan: PaidPlan): Promise<(isPaid: boolean) => Promise<void>> {
  app.sandbox.delayDebits(1);
  await upgrade(plan);
  const { latest_invoice_id: id } = await subscriptionOf(app, user);
  return async (isPaid) => {
    app.sandbox.settleDebit(id ?? '', isPaid);
    await delivery.deliverNew();
  };
}

it('an upgrade by bank debit adds the question credits of the new tier when the debit is paid; until then, no date is shown for these question credits', async () => {
  const settle = await upgradeByDebit('gold');
  expect(await planOf(app, user)).toBe('gold');
  expect(await credits()).toEqual({ monthly: 1, oncePaid: 0, nextAt: null });
  await settle(true);
  expect(await credits()).toMatchObject({ monthly: 4, oncePaid: 0 });
});

it('a debit that is being processed is not listed as a payment', async () => {
  const settle = await upgradeByDebit('gold');
  const statuses = async () =>
    (await payments().myPayments()).map(({ status }: { status: string }) => status);
  expect(await statuses()).toEqual(['paid']);
  await settle(true);
  expect(await statuses()).toEqual(['paid', 'paid']);
});

it('after the debit of an upgrade is rejected, the student has the question credits of the former tier, in that month and in the next', async () => {
  await passUntil(endOfMonth() - 2 * dayMs);
  const settle = await upgradeByDebit('gold');
  await passUntil(endOfMonth() - minuteMs);
  await settle(false);
  expect(await payments().mySubscription()).toMatchObject({ plan: 'gold', status: 'past_due' });
  expect(await credits()).toMatchObject({ monthly: 1, oncePaid: 3 });
  await passUntil(endOfMonth() + minuteMs);
  expect(await credits()).toMatchObject({ monthly: 1, oncePaid: 3 });
  await payLatestInvoice(app, user);
  await delivery.deliverNew();
  expect(await credits()).toMatchObject({ monthly: 4, oncePaid: 0 });
});

it('a student who cancels after a rejected debit and then subscribes again sees when the next question credits come', async () => {
  const settle = await upgradeByDebit('gold');
  await settle(false);
  await payments().cancelSubscription();
  await delivery.deliverNew();
  await app.sandbox.pay(await openPlan(app, user, 'silver'));
  setBillingTime(app);
  await delivery.deliverNew();
  expect(await credits()).toEqual({
    monthly: 1,
    oncePaid: 0,
    nextAt: new Date(endOfMonth()).toISOString(),
  });
});

it('the grace period of a debit starts when the bank rejects the debit', async () => {
  const settle = await upgradeByDebit('gold');
  await passUntil(app.sandbox.clock.now() + 8 * dayMs);
  await settle(false);
  expect(await planOf(app, user)).toBe('gold');
  passTime(app, 7 * dayMs - minuteMs);
  expect(await planOf(app, user)).toBe('gold');
  passTime(app, 2 * minuteMs);
  expect(await planOf(app, user)).toBe('free');
});

it('if an upgrade whose debit was rejected is paid after the renewal has failed, the grace period starts with the renewal', async () => {
  const renewsAt = Date.parse((await payments().mySubscription()).currentPeriodEnd ?? '');
  await passUntil(renewsAt - 5 * dayMs);
  const settle = await upgradeByDebit('gold');
  const { latest_invoice_id: invoice } = await subscriptionOf(app, user);
  await settle(false);
  await replaceCard(app, user, 'pm_card_chargeCustomerFail');
  await passUntil(renewsAt + dayMs);
  expect(await payments().mySubscription()).toMatchObject({ status: 'past_due' });
  await payInvoice(app, user, invoice ?? '');
  await passUntil(renewsAt + 6 * dayMs);
  expect(await planOf(app, user)).toBe('gold');
  await passUntil(renewsAt + 8 * dayMs);
  expect(await planOf(app, user)).toBe('free');
});

it('while a debit is being processed, no further upgrade is possible', async () => {
  const settle = await upgradeByDebit('gold');
  await expect(payments().previewPlanChange({ plan: 'diamond' })).rejects.toMatchObject({
    message: 'Your last payment is still being processed. You can upgrade when it has arrived.',
  });
  expect(await payments().previewPlanChange({ plan: 'silver' })).toMatchObject({ kind: 'downgrade' });
  await settle(true);
  await upgrade('diamond');
  expect(await credits()).toMatchObject({ monthly: 10 });
});

it('while the bank debit of a renewal is being processed, no date is shown for the question credits of a free upgrade', async () => {
  const { currentPeriodEnd } = await payments().mySubscription();
  const renewsAt = Date.parse(currentPeriodEnd ?? '');
  await passUntil(renewsAt - 2 * 60 * minuteMs);
  await payments().changePlan({ plan: 'gold', expectedTodayCents: 0 });
  await delivery.deliverNew();
  expect(await credits()).toEqual({ monthly: 1, oncePaid: 0, nextAt: currentPeriodEnd });
  app.sandbox.delayDebits(1);
  passTime(app, renewsAt + minuteMs - app.sandbox.clock.now());
  expect(await credits()).toEqual({ monthly: 1, oncePaid: 0, nextAt: null });
  await delivery.deliverNew();
  expect(await credits()).toEqual({ monthly: 1, oncePaid: 0, nextAt: null });
  const { latest_invoice_id: id } = await subscriptionOf(app, user);
  app.sandbox.settleDebit(id ?? '', true);
  await delivery.deliverNew();
  expect(await credits()).toMatchObject({ monthly: 4 });
});

it('an upgrade that replaces a scheduled downgrade sends one email about the change', async () => {
  await upgrade('gold');
  await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
  await upgrade('diamond');
  expect((await planEmailsOf(app, user)).filter((kind) => /change/.test(kind))).toEqual([
    'subscription_changed',
    'subscription_change_scheduled',
    'subscription_changed',
  ]);
});

it('the emails about a rejected debit of an upgrade name the amount of the upgrade', async () => {
  const { todayCents } = await payments().previewPlanChange({ plan: 'gold' });
  const settle = await upgradeByDebit('gold');
  await settle(false);
  const amount = `payment of ${formatCents(todayCents)} for your Gold membership`;
  expect((await emailTo(app, user, 'subscription_payment_failed')).body_text).toContain(amount);
  passTime(app, 6 * dayMs);
  await remindOfDates(app.deps);
  expect((await emailTo(app, user, 'subscription_grace_ending')).body_text).toContain(amount);
});
