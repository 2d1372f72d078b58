import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import { createPlans, monthMs, onlyItem, stripeErrorOf, subscribeParams } from './testing/billing-fixture.ts';
import { purchaseParams, sdkClient } from './testing/sdk-client.ts';

let now = Date.parse('2027-01-31T12:00:00Z');
let sandbox: StripeSandbox;
let stripe: Stripe;

beforeEach(async () => {
  now = Date.parse('2027-01-31T12:00:00Z');
  sandbox = await startStripeSandbox({ now: () => now });
  stripe = sdkClient(sandbox);
});
afterEach(() => sandbox.close());

type Terms = Partial<Stripe.CouponCreateParams>;

async function newCode(
  terms: Terms = { percent_off: 20 },
  params: Partial<Stripe.PromotionCodeCreateParams> = {},
): Promise<Stripe.PromotionCode> {
  const coupon = await stripe.coupons.create({ duration: 'once', ...terms });
  const promotion = { type: 'coupon', coupon: coupon.id } as const;
  return stripe.promotionCodes.create({ code: 'SPRING20', ...params, promotion });
}

const stateOf = async ({ id }: { id: string }) =>
  (await stripe.promotionCodes.list()).data.find((code) => code.id === id);

const openWith = (code: { id: string }, overrides: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create(purchaseParams({ discounts: [{ promotion_code: code.id }], ...overrides }));

test.each([
  ['20 %', { percent_off: 20 }, 799],
  ['50 %, rounded in favor of the buyer', { percent_off: 50 }, 499],
  ['$2.50', { amount_off: 250, currency: 'usd' }, 749],
])('the total is reduced by a code for %s', async (_name, terms, paid) => {
  const code = await newCode(terms);
  const session = await openWith(code);
  expect(session).toMatchObject({
    amount_subtotal: 999,
    amount_total: paid,
    discounts: [{ coupon: null, promotion_code: code.id }],
  });
  expect((await sandbox.pay(session.id)).status).toBe('paid');
  const complete = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  });
  expect(complete).toMatchObject({
    status: 'complete',
    amount_total: paid,
    payment_intent: { amount: paid, latest_charge: { amount: paid } },
  });
  expect(await stateOf(code)).toMatchObject({ code: 'SPRING20', times_redeemed: 1 });
  const [charge] = sandbox.charges();
  const tooMuch = stripe.refunds.create({ charge: charge?.id ?? '', amount: paid + 1 });
  expect((await stripeErrorOf(tooMuch)).message).toMatch(/greater than unrefunded amount/);
});

test('a first invoice is discounted, a renewal is not', async () => {
  const plans = await createPlans(stripe);
  const code = await newCode({ percent_off: 30 });
  const session = await stripe.checkout.sessions.create(
    subscribeParams(plans.gold, { discounts: [{ promotion_code: code.id }] }),
  );
  expect(session).toMatchObject({ amount_subtotal: 500, amount_total: 350 });
  expect((await sandbox.pay(session.id)).status).toBe('paid');
  const { invoice: id } = await stripe.checkout.sessions.retrieve(session.id);
  const first = await stripe.invoices.retrieve(String(id));
  expect(first).toMatchObject({
    status: 'paid',
    total: 350,
    amount_due: 350,
    amount_paid: 350,
    total_discount_amounts: [{ amount: 150 }],
    lines: { data: [{ amount: 500 }] },
  });
  sandbox.clock.advance(monthMs);
  expect(sandbox.invoices().at(-1)).toMatchObject({
    billing_reason: 'subscription_cycle',
    total: 500,
    amount_paid: 500,
    total_discount_amounts: [],
  });
  expect(sandbox.charges().map(({ amount }) => amount)).toEqual([350, 500]);
  // The second period was paid at the full price, so a credit for the whole period is the full price.
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  const current = await stripe.subscriptions.retrieve(String(subscription));
  const item = onlyItem(current);
  const preview = await stripe.invoices.createPreview({
    subscription: current.id,
    subscription_details: {
      items: [{ id: item.id, price: plans.bronze }],
      proration_date: item.current_period_start,
      proration_behavior: 'always_invoice',
    },
  });
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-500, 100]);
  expect(await stateOf(code)).toMatchObject({ times_redeemed: 1 });
});

test('a change from a discounted plan credits no more than was paid for it, and the change back credits the full price of the other plan', async () => {
  const plans = await createPlans(stripe);
  const code = await newCode({ percent_off: 40 });
  const session = await stripe.checkout.sessions.create(
    subscribeParams(plans.gold, { discounts: [{ promotion_code: code.id }] }),
  );
  await sandbox.pay(session.id);
  const { subscription: id } = await stripe.checkout.sessions.retrieve(session.id);
  const subscription = await stripe.subscriptions.retrieve(String(id));
  const changeTo = (price: string) =>
    stripe.subscriptions.update(subscription.id, {
      items: [{ id: onlyItem(subscription).id, price }],
      proration_date: Math.floor(now / 1000),
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      expand: ['latest_invoice'],
    });
  const down = await changeTo(plans.bronze);
  expect(down.latest_invoice).toMatchObject({ total: -200, total_discount_amounts: [] });
  const up = await changeTo(plans.gold);
  expect(up.latest_invoice).toMatchObject({ total: 400 });
  const paid = sandbox.charges().reduce((sum, { amount }) => sum + amount, 0);
  const { balance } = await stripe.customers
    .retrieve(String(subscription.customer))
    .then((customer) => (customer.deleted ? { balance: 0 } : customer));
  // The subscription has its first plan again, without the discount. So the amount paid, less the remaining credit, is
  // the list price of that plan.
  expect(paid + balance).toBe(500);
});

test('a declined plan change keeps the discount of the period', async () => {
  const plans = await createPlans(stripe);
  const code = await newCode({ amount_off: 50, currency: 'usd' });
  const session = await stripe.checkout.sessions.create(
    subscribeParams(plans.bronze, { discounts: [{ promotion_code: code.id }] }),
  );
  const succeedsOnce = '4000000000000341';
  await sandbox.pay(session.id, succeedsOnce);
  const { subscription: id } = await stripe.checkout.sessions.retrieve(session.id);
  const subscription = await stripe.subscriptions.retrieve(String(id));
  const subscription_details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails = {
    items: [{ id: onlyItem(subscription).id, price: plans.gold }],
    proration_date: Math.floor(now / 1000),
    proration_behavior: 'always_invoice',
  };
  const preview = () =>
    stripe.invoices.createPreview({ subscription: subscription.id, subscription_details });
  expect((await preview()).lines.data.map(({ amount }) => amount)).toEqual([-50, 500]);
  const change = stripe.subscriptions.update(subscription.id, {
    items: [{ id: onlyItem(subscription).id, price: plans.gold }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
  expect(await stripeErrorOf(change)).toMatchObject({ code: 'card_declined' });
  expect((await preview()).lines.data.map(({ amount }) => amount)).toEqual([-50, 500]);
});

test('the last redemption of a code goes to one buyer, however many payment pages are open', async () => {
  const code = await newCode({ percent_off: 20 }, { max_redemptions: 1 });
  const sessions = await Promise.all(Array.from({ length: 20 }, () => openWith(code)));
  const results = await Promise.all(sessions.map(({ id }) => sandbox.pay(id)));
  expect(results.filter(({ status }) => status === 'paid')).toHaveLength(1);
  expect(results.filter(({ status }) => status === 'declined')).toHaveLength(19);
  expect(sandbox.charges()).toHaveLength(1);
  expect(await stateOf(code)).toMatchObject({ times_redeemed: 1 });
  expect(await stripeErrorOf(openWith(code))).toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    param: 'discounts[0][promotion_code]',
    message: expect.stringContaining('redeemed the maximum number of times'),
  });
});

test('a payment that is authenticated after the code was used up is declined, and charges nothing', async () => {
  const code = await newCode({ percent_off: 20 }, { max_redemptions: 1 });
  const [slow, quick] = [await openWith(code), await openWith(code)];
  expect((await sandbox.pay(slow.id, '4000002500003155')).status).toBe('requires_authentication');
  expect((await sandbox.pay(quick.id)).status).toBe('paid');
  expect(await sandbox.authenticate(slow.id, true)).toMatchObject({
    status: 'declined',
    message: expect.stringContaining('You were not charged'),
  });
  expect(sandbox.charges()).toHaveLength(1);
  expect((await stripe.checkout.sessions.retrieve(slow.id)).status).toBe('open');
});

test('an inactive, an expired and an unknown code are rejected', async () => {
  const inactive = await newCode();
  const page = await openWith(inactive);
  await stripe.promotionCodes.update(inactive.id, { active: false });
  expect((await stripeErrorOf(openWith(inactive))).message).toMatch(/it is not active/);
  expect((await sandbox.pay(page.id)).status).toBe('declined');

  const expiring = await newCode({ percent_off: 5 }, { expires_at: Math.floor(now / 1000) + 60 });
  now += 60_000;
  expect((await stripeErrorOf(openWith(expiring))).message).toMatch(/it has expired/);
  // A new code may have the name of an expired one.
  expect((await newCode({ percent_off: 5 })).code).toBe(expiring.code);

  expect(await stripeErrorOf(openWith({ id: 'promo_unknown' }))).toMatchObject({
    code: 'resource_missing',
    message: "No such promotion code: 'promo_unknown'",
  });
  expect(sandbox.charges()).toEqual([]);
});

test('active codes must differ in more than upper and lower case, and a search for a code ignores case', async () => {
  const first = await newCode();
  const again = newCode({ percent_off: 10 }, { code: 'spring20' });
  expect((await stripeErrorOf(again)).message).toBe(
    'An active promotion code with `code: spring20` already exists.',
  );
  await stripe.promotionCodes.update(first.id, { active: false });
  const second = await newCode({ percent_off: 10 }, { code: 'Spring20' });
  const ids = async (code: string) => (await stripe.promotionCodes.list({ code })).data.map(({ id }) => id);
  expect(await ids('SPRING20')).toEqual([second.id, first.id]);
  expect(await ids('OTHER')).toEqual([]);
});

test('two requests with the same idempotency key create one coupon', async () => {
  const terms = { percent_off: 20, duration: 'once' } as const;
  const coupons = await Promise.all([
    stripe.coupons.create(terms, { idempotencyKey: 'coupon-1' }),
    stripe.coupons.create(terms, { idempotencyKey: 'coupon-1', maxNetworkRetries: 5 }),
  ]);
  expect(coupons[0].id).toBe(coupons[1].id);
});

test.each<[string, Terms, string]>([
  ['neither percent nor amount', {}, 'percent_off'],
  ['both percent and amount', { percent_off: 5, amount_off: 100, currency: 'usd' }, 'percent_off'],
  ['an amount but no currency', { amount_off: 100 }, 'currency'],
  ['more than 100 percent', { percent_off: 101 }, 'percent_off'],
  ['0 percent', { percent_off: 0 }, 'percent_off'],
])('a coupon with %s is rejected', async (_name, terms, param) => {
  const call = stripe.coupons.create({ duration: 'once', ...terms });
  expect(await stripeErrorOf(call)).toMatchObject({ statusCode: 400, param });
});

test('a discount must leave at least the minimum charge, and its currency must be that of the price', async () => {
  const tooMuch = await newCode({ amount_off: 950, currency: 'usd' });
  expect(await stripeErrorOf(openWith(tooMuch))).toMatchObject({ code: 'amount_too_small' });
  const euros = await newCode({ amount_off: 100, currency: 'eur' }, { code: 'EUROS' });
  expect((await stripeErrorOf(openWith(euros))).message).toMatch(/cannot be applied to an amount in usd/);
});
