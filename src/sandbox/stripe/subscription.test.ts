import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import {
  createPlans,
  monthMs,
  onlyItem,
  type Plans,
  stripeErrorOf,
  subscribe,
  subscribeParams,
} from './testing/billing-fixture.ts';
import { sdkClient } from './testing/sdk-client.ts';

const start = Date.parse('2027-01-31T12:00:00Z');
let time = start;
let sandbox: StripeSandbox;
let stripe: Stripe;
let plans: Plans;

beforeEach(async () => {
  time = start;
  sandbox = await startStripeSandbox({ now: () => time });
  stripe = sdkClient(sandbox);
  plans = await createPlans(stripe);
});
afterEach(() => sandbox.close());

const types = () => sandbox.events().map(({ type }) => type);

test('Checkout creates the customer, the card, the subscription, its paid invoice, and their events', async () => {
  const created = await stripe.checkout.sessions.create(subscribeParams(plans.bronze));
  expect(created).toMatchObject({
    mode: 'subscription',
    amount_total: 100,
    subscription: null,
    status: 'open',
  });
  await sandbox.pay(created.id);
  const session = await stripe.checkout.sessions.retrieve(created.id);
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', payment_intent: null });
  const subscription = await stripe.subscriptions.retrieve(String(session.subscription), {
    expand: ['latest_invoice'],
  });
  expect(subscription).toMatchObject({
    object: 'subscription',
    status: 'active',
    metadata: { userId: 'user-1', plan: 'bronze' },
    latest_invoice: {
      id: session.invoice,
      status: 'paid',
      amount_paid: 100,
      billing_reason: 'subscription_create',
    },
  });
  expect(onlyItem(subscription)).toMatchObject({
    current_period_start: start / 1000,
    current_period_end: Date.parse('2027-02-28T12:00:00Z') / 1000,
    price: { id: plans.bronze, unit_amount: 100, recurring: { interval: 'month' } },
  });
  const customer = String(subscription.customer);
  const [method] = (await stripe.paymentMethods.list({ customer })).data;
  expect(method).toMatchObject({ id: subscription.default_payment_method, card: { last4: '4242' } });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({
    email: 'dana@example.test',
    invoice_settings: { default_payment_method: method?.id },
  });
  expect(types()).toEqual([
    'customer.created',
    'payment_method.attached',
    'customer.updated',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.created',
    'invoice.finalized',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.created',
    'checkout.session.completed',
  ]);
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data;
  expect(invoice?.parent?.subscription_details?.subscription).toBe(subscription.id);
  const [payment] = (await stripe.invoicePayments.list({ invoice: invoice?.id })).data;
  expect(sandbox.charges()).toMatchObject([{ amount: 100, payment_intent: payment?.payment.payment_intent }]);
});

test('a declined payment creates no subscription and leaves the session open, so that another card can pay it', async () => {
  const { id } = await stripe.checkout.sessions.create(subscribeParams(plans.gold));
  expect((await sandbox.pay(id, '4000000000000002')).status).toBe('declined');
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', payment_intent: null });
  expect(sandbox.subscriptions()).toEqual([]);
  expect((await sandbox.pay(id, '4000002500003155')).status).toBe('requires_authentication');
  expect((await sandbox.authenticate(id, true)).status).toBe('paid');
  expect(sandbox.subscriptions()).toMatchObject([{ status: 'active' }]);
  expect(sandbox.charges().filter(({ paid }) => paid)).toHaveLength(1);
});

test('the periods of a subscription that began on January 31 end on the last day of each month', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.bronze);
  const ends: string[] = [];
  for (let month = 0; month < 3; month += 1) {
    ends.push(
      new Date(onlyItem(await stripe.subscriptions.retrieve(id)).current_period_end * 1000).toISOString(),
    );
    sandbox.clock.advance(monthMs);
  }
  expect(ends.map((end) => end.slice(0, 10))).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
  const invoices = (await stripe.invoices.list({ subscription: id })).data;
  expect(invoices.map(({ billing_reason, status, total }) => [billing_reason, status, total])).toEqual([
    ['subscription_cycle', 'paid', 100],
    ['subscription_cycle', 'paid', 100],
    ['subscription_cycle', 'paid', 100],
    ['subscription_create', 'paid', 100],
  ]);
  expect(new Set(invoices.map(({ number }) => number)).size).toBe(4);
});

test('a subscription also renews when a month passes without a call to `clock.advance`', async () => {
  await subscribe(sandbox, stripe, plans.bronze);
  time += monthMs;
  await sandbox.settled();
  expect(sandbox.invoices()).toHaveLength(2);
});

test('an update is rejected if its item has no id, because the item would add a second price to the subscription', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.bronze);
  const items = [{ price: plans.gold }];
  const error = await stripeErrorOf(stripe.subscriptions.update(id, { items, proration_behavior: 'none' }));
  expect(error).toMatchObject({ statusCode: 400, param: 'items[0][id]' });
});

test('a subscription that is set to cancel ends with its period, unless it is resumed before the period ends', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.bronze);
  const canceling = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(canceling).toMatchObject({
    cancel_at_period_end: true,
    cancel_at: onlyItem(canceling).current_period_end,
  });
  const resumed = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  sandbox.clock.advance(monthMs);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
  expect(types().at(-1)).toBe('customer.subscription.deleted');
  expect(sandbox.invoices()).toHaveLength(1);
  expect((await stripe.subscriptions.list()).data).toEqual([]);
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
});

test('`cancel_at` ends a subscription at that time; an empty value unsets it, `cancel_at_period_end: false` does not', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.bronze);
  const end = onlyItem(await stripe.subscriptions.retrieve(id)).current_period_end;
  const cancelAt = (cancel_at: number | '' | 'min_period_end', more = {}) =>
    stripe.subscriptions.update(id, { cancel_at, ...more });
  expect(await cancelAt('min_period_end')).toMatchObject({ cancel_at: end, cancel_at_period_end: false });
  await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect((await stripe.subscriptions.retrieve(id)).cancel_at).toBe(end);
  expect((await cancelAt('')).cancel_at).toBeNull();
  expect((await stripeErrorOf(cancelAt(time / 1000 - 60, { proration_behavior: 'none' }))).message).toContain(
    'future',
  );
  expect((await stripeErrorOf(cancelAt(end - 60))).param).toBe('cancel_at');
  const inTheMiddle = time / 1000 + 24 * 60 * 60;
  await cancelAt(inTheMiddle, { proration_behavior: 'none' });
  sandbox.clock.advance(monthMs);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'canceled',
    ended_at: inTheMiddle,
  });
  expect(sandbox.invoices()).toHaveLength(1);
});

test('a subscription ends when it is canceled immediately, and when its customer is deleted', async () => {
  const first = await subscribe(sandbox, stripe, plans.bronze);
  expect(await stripe.subscriptions.cancel(first.id)).toMatchObject({ status: 'canceled' });
  expect((await stripeErrorOf(stripe.subscriptions.cancel(first.id))).statusCode).toBe(404);
  const second = await subscribe(sandbox, stripe, plans.bronze);
  await stripe.customers.del(String(second.customer));
  expect((await stripe.subscriptions.retrieve(second.id)).status).toBe('canceled');
});

test('a schedule downgrades a subscription when the period ends, and releases it one period later', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.gold);
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const [phase] = schedule.phases;
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      {
        items: [{ price: plans.gold, quantity: 1 }],
        start_date: phase?.start_date ?? 0,
        end_date: phase?.end_date ?? 0,
      },
      { items: [{ price: plans.bronze, quantity: 1 }], proration_behavior: 'none' },
    ],
  });
  const rejected = await stripeErrorOf(stripe.subscriptions.update(id, { cancel_at_period_end: true }));
  expect(rejected.message).toContain('managed by the subscription schedule');
  expect(onlyItem(await stripe.subscriptions.retrieve(id)).price.id).toBe(plans.gold);
  sandbox.clock.advance(monthMs);
  expect(onlyItem(await stripe.subscriptions.retrieve(id)).price.id).toBe(plans.bronze);
  expect(sandbox.charges().map(({ amount }) => amount)).toEqual([500, 100]);
  sandbox.clock.advance(monthMs);
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    status: 'released',
    released_subscription: id,
  });
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null, status: 'active' });
});

test('a schedule can be changed in its second phase', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.gold);
  const { id: scheduleId, phases } = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const first = { start_date: phases[0]?.start_date ?? 0, end_date: phases[0]?.end_date ?? 0 };
  const gold = [{ price: plans.gold, quantity: 1 }];
  const bronze = [{ price: plans.bronze, quantity: 1 }];
  await stripe.subscriptionSchedules.update(scheduleId, {
    phases: [{ items: gold, ...first }, { items: bronze }],
  });
  sandbox.clock.advance(monthMs);
  const { current_phase } = await stripe.subscriptionSchedules.retrieve(scheduleId);
  const second = { start_date: current_phase?.start_date ?? 0, end_date: current_phase?.end_date ?? 0 };
  expect(second.start_date).toBe(first.end_date);
  const otherPrice = stripe.subscriptionSchedules.update(scheduleId, {
    phases: [{ items: gold, ...second }],
  });
  expect((await stripeErrorOf(otherPrice)).message).toContain('does not change the price');
  const changed = await stripe.subscriptionSchedules.update(scheduleId, {
    phases: [{ items: bronze, ...second }, { items: gold }],
  });
  expect(changed.phases.map(({ items }) => items[0]?.price)).toEqual([plans.bronze, plans.gold]);
});

test('a released schedule no longer belongs to its subscription, and cannot be released again', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.gold);
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
  expect((await stripe.subscriptions.retrieve(id)).schedule).toBe(schedule.id);
  await stripe.subscriptionSchedules.release(schedule.id);
  expect((await stripe.subscriptions.retrieve(id)).schedule).toBeNull();
  expect((await stripeErrorOf(stripe.subscriptionSchedules.release(schedule.id))).statusCode).toBe(400);
});
