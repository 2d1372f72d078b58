import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import { createPlans, monthMs, onlyItem, type Plans, subscribe } from './testing/billing-fixture.ts';
import { sdkClient } from './testing/sdk-client.ts';

const start = Date.parse('2027-01-31T12:00:00Z');
let sandbox: StripeSandbox;
let stripe: Stripe;
let plans: Plans;

beforeEach(async () => {
  sandbox = await startStripeSandbox({ now: () => start });
  stripe = sdkClient(sandbox);
  plans = await createPlans(stripe);
});
afterEach(() => sandbox.close());

test.each([0, 1, 7, 13.37, 27.999])(
  'a preview %d days into the period equals the charge to the cent',
  async (days) => {
    const subscription = await subscribe(sandbox, stripe, plans.bronze);
    sandbox.clock.advance(Math.floor(days * 86_400) * 1000);
    const proration_date = Math.floor(sandbox.clock.now() / 1000);
    const items = [{ id: onlyItem(subscription).id, price: plans.gold }];
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_date, proration_behavior: 'always_invoice' },
    });
    expect(sandbox.invoices()).toHaveLength(1);
    // The change is made a minute after its preview, except near the end of the period.
    sandbox.clock.advance(60_000 * Number(days < 27));
    const updated = await stripe.subscriptions.update(subscription.id, {
      items,
      proration_date,
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      expand: ['latest_invoice'],
    });
    expect(updated.latest_invoice).toMatchObject({
      amount_due: preview.amount_due,
      total: preview.total,
      status: 'paid',
      billing_reason: 'subscription_update',
    });
    // Gold costs $4 more than Bronze, and the period from 31 Jan to 28 Feb has 28 days.
    const exact = 400 * (1 - Math.floor(days * 86_400) / (28 * 86_400));
    expect(Math.abs(preview.total - exact)).toBeLessThanOrEqual(1);
    const charged = sandbox
      .charges()
      .slice(1)
      .reduce((sum, { amount }) => sum + amount, 0);
    expect(charged).toBe(preview.amount_due);
    expect(onlyItem(updated).price.id).toBe(plans.gold);
  },
);

test('an immediate downgrade becomes credit, which the next renewal uses', async () => {
  const subscription = await subscribe(sandbox, stripe, plans.gold);
  sandbox.clock.advance(14 * 86_400_000);
  await stripe.subscriptions.update(subscription.id, {
    items: [{ id: onlyItem(subscription).id, price: plans.bronze }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
  expect(await stripe.customers.retrieve(String(subscription.customer))).toMatchObject({ balance: -200 });
  sandbox.clock.advance(monthMs);
  expect(await stripe.customers.retrieve(String(subscription.customer))).toMatchObject({ balance: -100 });
  expect(sandbox.charges()).toHaveLength(1);
  expect(sandbox.invoices().at(-1)).toMatchObject({ status: 'paid', amount_due: 0, total: 100 });
});
