import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import {
  createPlans,
  monthMs,
  onlyItem,
  type Plans,
  stripeErrorOf,
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

test('a subscription whose card fails at renewal is past due, and canceled after three more attempts', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.gold, failsLater);
  expect(await status(id)).toBe('active');
  sandbox.clock.advance(monthMs);
  expect(await status(id)).toBe('past_due');
  expect(count('invoice.payment_failed')).toBe(1);
  const [invoice] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data;
  expect(invoice).toMatchObject({ attempt_count: 1, amount_due: 500 });
  expect(invoice?.next_payment_attempt).toBe((invoice?.created ?? 0) + (3 * dayMs) / 1000);
  sandbox.clock.advance(3 * dayMs);
  sandbox.clock.advance(5 * dayMs);
  expect(await status(id)).toBe('past_due');
  sandbox.clock.advance(7 * dayMs);
  expect(count('invoice.payment_failed')).toBe(4);
  expect(await status(id)).toBe('canceled');
  expect(count('customer.subscription.deleted')).toBe(1);
  expect(sandbox.charges().filter(({ paid }) => paid)).toHaveLength(1);
});

test('an open invoice can be paid with another card, and cannot be paid again', async () => {
  const { id, customer } = await subscribe(sandbox, stripe, plans.gold, failsLater);
  sandbox.clock.advance(monthMs);
  const invoiceId = String((await stripe.subscriptions.retrieve(id)).latest_invoice);
  const declined = await stripeErrorOf(stripe.invoices.pay(invoiceId));
  expect(declined).toMatchObject({ statusCode: 402, type: 'StripeCardError', code: 'card_declined' });
  expect(count('invoice.payment_failed')).toBe(2);
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
  const paid = await stripe.invoices.pay(invoiceId, { payment_method: card.id });
  expect(paid.status).toBe('paid');
  expect(await status(id)).toBe('active');
  expect((await stripeErrorOf(stripe.invoices.pay(invoiceId))).message).toBe('Invoice is already paid');
});

test("after a failed renewal, the next attempt charges the subscription's new card", async () => {
  const { id, customer } = await subscribe(sandbox, stripe, plans.gold, failsLater);
  sandbox.clock.advance(monthMs);
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: String(customer) });
  await stripe.subscriptions.update(id, { default_payment_method: card.id });
  sandbox.clock.advance(3 * dayMs);
  expect(await status(id)).toBe('active');
  expect(sandbox.invoices().at(-1)).toMatchObject({ status: 'paid', attempt_count: 2 });
});

test('a test can make a renewal fail regardless of the card', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.gold);
  sandbox.failRenewals(1);
  sandbox.clock.advance(monthMs);
  expect(await status(id)).toBe('past_due');
  sandbox.clock.advance(3 * dayMs);
  expect(await status(id)).toBe('active');
});

test('with `error_if_incomplete`, a declined upgrade changes nothing', async () => {
  const { id, items } = await subscribe(sandbox, stripe, plans.bronze, failsLater);
  const call = stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: plans.gold }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
  expect(await stripeErrorOf(call)).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
  });
  expect(onlyItem(await stripe.subscriptions.retrieve(id)).price.id).toBe(plans.bronze);
  expect(sandbox.invoices()).toHaveLength(1);
  expect(count('customer.subscription.updated')).toBe(0);
});

test('a subscription created through the API is active, and a second request with the same idempotency key creates no second subscription', async () => {
  const customer = await stripe.customers.create({ email: 'lee@example.test' });
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const params = { customer: customer.id, items: [{ price: plans.gold }], default_payment_method: id };
  const key = { idempotencyKey: 'subscribe-lee' };
  const paid = await stripe.subscriptions.create(params, key);
  expect(paid.status).toBe('active');
  expect((await stripe.subscriptions.create(params, key)).id).toBe(paid.id);
  expect(sandbox.subscriptions()).toHaveLength(1);
});

test('subscriptions and the advanced clock survive a restart', async () => {
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
