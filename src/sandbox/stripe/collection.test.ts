import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import {
  createPlans,
  dayMs,
  monthMs,
  onlyItem,
  type Plans,
  refusal,
  subscribe,
} from './testing/billing-fixture.ts';
import { sdkClient } from './testing/sdk-client.ts';

const failsLater = '4000000000000341';
let sandbox: StripeSandbox;
let stripe: Stripe;
let plans: Plans;

async function start(options: Parameters<typeof startStripeSandbox>[0] = {}): Promise<void> {
  sandbox = await startStripeSandbox({ now: () => Date.parse('2027-01-10T12:00:00Z'), ...options });
  stripe = sdkClient(sandbox);
  plans = await createPlans(stripe);
}
beforeEach(() => start());
afterEach(() => sandbox.close());

const status = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;
const count = (type: string) => sandbox.events().filter((event) => event.type === type).length;

test('a card that fails at renewal: past due, three more attempts, canceled', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.gold, failsLater);
  expect(await status(id)).toBe('active');
  sandbox.clock.advance(monthMs);
  expect(await status(id)).toBe('past_due');
  expect(count('invoice.payment_failed')).toBe(1);
  const [invoice] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data;
  expect(invoice).toMatchObject({ attempt_count: 1, amount_remaining: 500 });
  expect(invoice?.next_payment_attempt).toBe((invoice?.created ?? 0) + (3 * dayMs) / 1000);
  sandbox.clock.advance(3 * dayMs);
  sandbox.clock.advance(5 * dayMs);
  expect(await status(id)).toBe('past_due');
  sandbox.clock.advance(7 * dayMs);
  expect(count('invoice.payment_failed')).toBe(4);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  });
  expect(count('customer.subscription.deleted')).toBe(1);
  expect(sandbox.charges().filter(({ paid }) => paid)).toHaveLength(1);
});

test('by setting, the last attempt leaves it unpaid, and paying the invoice brings it back', async () => {
  await sandbox.close();
  await start({ billing: { retryDays: [1], afterRetries: 'unpaid' } });
  const { id, customer } = await subscribe(sandbox, stripe, plans.gold, failsLater);
  sandbox.clock.advance(monthMs + 2 * dayMs);
  expect(await status(id)).toBe('unpaid');
  const [invoice] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data;
  const invoiceId = String(invoice?.id);
  const declined = await refusal(stripe.invoices.pay(invoiceId));
  expect(declined).toMatchObject({ statusCode: 402, type: 'StripeCardError', code: 'card_declined' });
  expect(count('invoice.payment_failed')).toBe(3);
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
  expect(await stripe.invoices.pay(invoiceId, { payment_method: card.id })).toMatchObject({
    status: 'paid',
    amount_remaining: 0,
  });
  expect(await status(id)).toBe('active');
  expect((await refusal(stripe.invoices.pay(invoiceId))).message).toBe('Invoice is already paid');
});

test('a new default card is charged by the next attempt', async () => {
  const { id, customer } = await subscribe(sandbox, stripe, plans.gold, failsLater);
  sandbox.clock.advance(monthMs);
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
  await stripe.customers.update(String(customer), { invoice_settings: { default_payment_method: card.id } });
  await stripe.subscriptions.update(id, { default_payment_method: card.id });
  sandbox.clock.advance(3 * dayMs);
  expect(await status(id)).toBe('active');
  expect(sandbox.invoices().at(-1)).toMatchObject({ status: 'paid', attempt_count: 2 });
});

test('renewals can be made to fail whatever the card', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.gold);
  sandbox.failRenewals(1);
  sandbox.clock.advance(monthMs);
  expect(await status(id)).toBe('past_due');
  sandbox.clock.advance(3 * dayMs);
  expect(await status(id)).toBe('active');
});

async function declinedUpgrade(payment_behavior: Stripe.SubscriptionUpdateParams.PaymentBehavior) {
  const subscription = await subscribe(sandbox, stripe, plans.bronze, failsLater);
  const call = stripe.subscriptions.update(subscription.id, {
    items: [{ id: onlyItem(subscription).id, price: plans.gold }],
    proration_behavior: 'always_invoice',
    payment_behavior,
  });
  return { call, id: subscription.id };
}

test('error_if_incomplete: a declined upgrade changes nothing', async () => {
  const { call, id } = await declinedUpgrade('error_if_incomplete');
  expect(await refusal(call)).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
  });
  expect(onlyItem(await stripe.subscriptions.retrieve(id)).price.id).toBe(plans.bronze);
  expect(sandbox.invoices()).toHaveLength(1);
  expect(count('customer.subscription.updated')).toBe(0);
});

test('pending_if_incomplete: the upgrade waits for its payment', async () => {
  const { call, id } = await declinedUpgrade('pending_if_incomplete');
  const waiting = await call;
  expect(onlyItem(waiting).price.id).toBe(plans.bronze);
  expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe(plans.gold);
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: String(waiting.customer) });
  await stripe.invoices.pay(String(waiting.latest_invoice), { payment_method: card.id });
  const applied = await stripe.subscriptions.retrieve(id);
  expect(onlyItem(applied).price.id).toBe(plans.gold);
  expect(applied).toMatchObject({ pending_update: null, status: 'active' });
  expect(count('customer.subscription.pending_update_applied')).toBe(1);
});

test('pending_if_incomplete: without a payment the upgrade is dropped after 23 hours', async () => {
  const { call, id } = await declinedUpgrade('pending_if_incomplete');
  const { latest_invoice } = await call;
  sandbox.clock.advance(dayMs);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ pending_update: null, status: 'active' });
  expect((await stripe.invoices.retrieve(String(latest_invoice))).status).toBe('void');
});

test('allow_incomplete: a declined upgrade is in force and past due', async () => {
  const { call } = await declinedUpgrade('allow_incomplete');
  const changed = await call;
  expect(changed.status).toBe('past_due');
  expect(onlyItem(changed).price.id).toBe(plans.gold);
});

test('subscriptions made by the API: paid, incomplete, given up', async () => {
  const customer = await stripe.customers.create({ email: 'lee@example.test' });
  const params = { customer: customer.id, items: [{ price: plans.gold }] };
  expect((await refusal(stripe.subscriptions.create(params))).code).toBe('resource_missing');
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  const key = { idempotencyKey: 'subscribe-lee' };
  const paid = await stripe.subscriptions.create({ ...params, default_payment_method: good.id }, key);
  expect(paid.status).toBe('active');
  const again = await stripe.subscriptions.create({ ...params, default_payment_method: good.id }, key);
  expect(again.id).toBe(paid.id);
  const withBad = { ...params, default_payment_method: bad.id };
  const refused = stripe.subscriptions.create({ ...withBad, payment_behavior: 'error_if_incomplete' });
  expect((await refusal(refused)).statusCode).toBe(402);
  const incomplete = await stripe.subscriptions.create(withBad);
  expect(incomplete.status).toBe('incomplete');
  expect(sandbox.subscriptions()).toHaveLength(2);
  sandbox.clock.advance(dayMs);
  expect(await status(incomplete.id)).toBe('incomplete_expired');
  expect(await status(paid.id)).toBe('active');
});

test('subscriptions and the moved clock survive a restart', async () => {
  await sandbox.close();
  const folder = await mkdtemp(join(tmpdir(), 'stripe-sandbox-'));
  const journalPath = join(folder, 'journal.jsonl');
  await start({ journalPath });
  const { id } = await subscribe(sandbox, stripe, plans.gold);
  sandbox.clock.advance(monthMs);
  const now = sandbox.clock.now();
  const before = await stripe.subscriptions.retrieve(id);
  await sandbox.close();
  sandbox = await startStripeSandbox({ journalPath, now: () => Date.parse('2027-01-10T12:00:00Z') });
  stripe = sdkClient(sandbox);
  expect(sandbox.clock.now()).toBe(now);
  expect(await stripe.subscriptions.retrieve(id)).toEqual(before);
  sandbox.clock.advance(monthMs);
  expect(sandbox.invoices()).toHaveLength(3);
  await rm(folder, { recursive: true });
});
