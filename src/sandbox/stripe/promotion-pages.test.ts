import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import { createPlans, stripeErrorOf, subscribeParams } from './testing/billing-fixture.ts';
import { purchaseParams, sdkClient } from './testing/sdk-client.ts';

let folder: string;
let sandbox: StripeSandbox;
let stripe: Stripe;

const open = () => startStripeSandbox({ journalPath: join(folder, 'journal.jsonl') });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-promotions-'));
  sandbox = await open();
  stripe = sdkClient(sandbox);
});
afterEach(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

async function newCode(limit?: number): Promise<string> {
  const coupon = await stripe.coupons.create({ duration: 'once', percent_off: 20 });
  const { id } = await stripe.promotionCodes.create({
    code: 'SPRING20',
    promotion: { type: 'coupon', coupon: coupon.id },
    ...(limit !== undefined && { max_redemptions: limit }),
  });
  return id;
}

const openSession = (code: string) =>
  stripe.checkout.sessions.create(purchaseParams({ discounts: [{ promotion_code: code }] }));

async function readPage(path: string): Promise<string> {
  const text = await (await fetch(`${sandbox.url}${path}`)).text();
  return text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

test('the payment page shows the price, the discount and the total', async () => {
  const session = await openSession(await newCode());
  const text = await readPage(`/c/pay/${session.id}`);
  expect(text).toContain(
    'Three-Bet Pots $9.99 Subtotal $9.99 Discount (SPRING20) −$2.00 Total due today $7.99',
  );
  expect(text).toContain('Pay $7.99');
});

test('without a discount, the payment page shows only the price', async () => {
  const session = await stripe.checkout.sessions.create(purchaseParams());
  expect(await readPage(`/c/pay/${session.id}`)).not.toMatch(/Subtotal|Discount/);
});

test('with a discount, the payment page of a subscription shows the first and the later payments, and the invoice page shows the discount', async () => {
  const { gold } = await createPlans(stripe);
  const code = await newCode();
  const session = await stripe.checkout.sessions.create(
    subscribeParams(gold, { discounts: [{ promotion_code: code }] }),
  );
  const text = await readPage(`/c/pay/${session.id}`);
  expect(text).toContain('$4.00 now, then $5.00 a month');
  expect(text).toContain('Subscribe and pay $4.00');
  await sandbox.pay(session.id);
  const [invoice] = sandbox.invoices();
  const path = `/i/${invoice?.id}`;
  expect(await readPage(path)).toContain('Discount −$1.00 Total $4.00');
});

test('a payment page whose promotion code is used up says so before and after a card is submitted, and charges nothing', async () => {
  const code = await newCode(1);
  const [late, early] = [await openSession(code), await openSession(code)];
  await sandbox.pay(early.id);
  const sentence = 'You were not charged. Go back to the shop to buy without it.';
  expect(await readPage(`/c/pay/${late.id}`)).toContain(sentence);
  const body = new URLSearchParams({
    card: '4242 4242 4242 4242',
    expiry: '12 / 40',
    cvc: '123',
    name: 'Dana Whitfield',
  });
  const response = await fetch(`${sandbox.url}/c/pay/${late.id}`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  const text = await readPage(`/c/pay/${late.id}`);
  expect(text).toContain(sentence);
  expect(text).not.toContain('Try another card');
  expect(sandbox.charges()).toHaveLength(1);
});

test('codes, redemptions and discounted sessions survive a restart', async () => {
  const code = await newCode(2);
  const [first, second, third] = [await openSession(code), await openSession(code), await openSession(code)];
  await sandbox.pay(first.id);
  await sandbox.close();
  sandbox = await open();
  stripe = sdkClient(sandbox);
  const { data } = await stripe.promotionCodes.list({ code: 'SPRING20' });
  expect(data).toMatchObject([{ id: code, active: true, times_redeemed: 1 }]);
  expect(await stripe.checkout.sessions.retrieve(second.id)).toMatchObject({ amount_total: 799 });
  expect((await sandbox.pay(second.id)).status).toBe('paid');
  expect((await sandbox.pay(third.id)).status).toBe('declined');
  expect((await stripeErrorOf(openSession(code))).message).toMatch(/maximum number of times/);
  expect(sandbox.charges().map(({ amount }) => amount)).toEqual([799, 799]);
});
