import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import { createPlans, monthMs, type Plans, subscribe, subscribeParams } from './testing/billing-fixture.ts';
import { purchaseParams, sdkClient } from './testing/sdk-client.ts';

let sandbox: StripeSandbox;
let stripe: Stripe;
let plans: Plans;

beforeEach(async () => {
  sandbox = await startStripeSandbox();
  stripe = sdkClient(sandbox);
  plans = await createPlans(stripe);
});
afterEach(() => sandbox.close());

/** The first payment with this card succeeds. */
const declinedAtRenewal = '4000000000000341';

const loopbackUrl = (url: string) => url.replace('localhost', '127.0.0.1');
const read = async (url: string) => (await fetch(loopbackUrl(url))).text();
const post = async (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  (await fetch(loopbackUrl(url), { method: 'POST', body: new URLSearchParams(fields), headers })).text();

async function openInvoice(id: string): Promise<Stripe.Invoice> {
  sandbox.clock.advance(monthMs);
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(subscription.status).toBe('past_due');
  if (typeof subscription.latest_invoice !== 'object' || !subscription.latest_invoice) {
    throw new Error('there is no invoice');
  }
  return subscription.latest_invoice;
}

const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;

test('if the stored card is declined, an open invoice can be paid on its page with another card', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.gold, declinedAtRenewal);
  const page = (await openInvoice(id)).hosted_invoice_url ?? '';
  expect(await read(page)).toContain('with the card that ends in 0341');
  expect(await post(page, { pay: 'stored' })).toContain('Your card was declined.');
  const another = { pay: 'another', expiry: '12 / 40', cvc: '123' };
  expect(await post(page, { ...another, card: '4242 4242 4242 4241' })).toContain('is invalid');
  expect(await statusOf(id)).toBe('past_due');
  await post(page, { ...another, card: '4242424242424242' }, { 'sec-fetch-site': 'cross-site' });
  expect(await statusOf(id)).toBe('past_due');
  expect(await post(page, { ...another, card: '4242424242424242' })).toContain('· paid');
  expect(await statusOf(id)).toBe('active');
  const charges = sandbox.charges().length;
  expect(await post(page, { pay: 'stored' })).not.toContain('Pay $');
  expect(sandbox.charges()).toHaveLength(charges);
});

test('an invoice whose bank debit failed can be paid on its page with the same bank account', async () => {
  const session = await stripe.checkout.sessions.create(subscribeParams(plans.gold));
  await sandbox.pay(session.id, 'delayed');
  sandbox.settleDelayed(session.id, false);
  const [invoice] = sandbox.invoices();
  const page = invoice?.hosted_invoice_url ?? '';
  expect(await read(page)).toContain('Pay $5.00 with the bank account');
  expect(await post(page, { pay: 'stored' })).toContain('· paid');
});

test('a card that always requires authentication leaves the renewal open until the buyer authenticates', async () => {
  const session = await stripe.checkout.sessions.create(subscribeParams(plans.gold));
  expect((await sandbox.pay(session.id, '4000002760003184')).status).toBe('requires_authentication');
  await sandbox.authenticate(session.id, true);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  const id = String(subscription);
  const charges = sandbox.charges().length;
  const invoice = await openInvoice(id);
  expect(sandbox.charges()).toHaveLength(charges);
  expect(sandbox.events().map(({ type }) => type)).toContain('invoice.payment_action_required');
  const expanded = await stripe.invoices.retrieve(invoice.id, {
    expand: ['payments.data.payment.payment_intent'],
  });
  expect(expanded.payments?.data[0]?.payment.payment_intent).toMatchObject({ status: 'requires_action' });

  const page = invoice.hosted_invoice_url ?? '';
  expect(await post(page, { pay: 'stored' })).toContain('Complete authentication');
  expect(await post(page, { result: 'fail' })).toContain('Nothing was charged');
  expect(await statusOf(id)).toBe('past_due');
  expect(await post(page, { result: 'complete' })).toContain('· paid');
  expect(await statusOf(id)).toBe('active');
});

test('a successful charge has a receipt, with the statement descriptor', async () => {
  const session = await stripe.checkout.sessions.create(purchaseParams());
  await sandbox.pay(session.id, '4000000000000002');
  const [failed] = sandbox.charges();
  expect(failed).toMatchObject({ receipt_url: null, calculated_statement_descriptor: null });
  await sandbox.pay(session.id);
  const charge = sandbox.charges().at(-1);
  expect(charge?.calculated_statement_descriptor).toMatch(/^POKER ACADEMY/);
  await stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 });
  const receipt = await read(charge?.receipt_url ?? '');
  for (const text of ['Receipt', 'POKER ACADEMY', '4242', 'Refunded', '$1.00', 'Total after refunds']) {
    expect(receipt).toContain(text);
  }
  const unknown = await fetch(
    loopbackUrl((charge?.receipt_url ?? '').replace(charge?.id ?? '', 'ch_unknown')),
  );
  expect(unknown.status).toBe(404);
});

test('a voided invoice can no longer be paid on its page, nor voided again', async () => {
  const { id } = await subscribe(sandbox, stripe, plans.gold, declinedAtRenewal);
  const invoice = await openInvoice(id);
  const page = invoice.hosted_invoice_url ?? '';
  expect(await stripe.invoices.voidInvoice(invoice.id)).toMatchObject({ status: 'void' });
  const charges = sandbox.charges().length;
  expect(
    await post(page, { pay: 'another', card: '4242424242424242', expiry: '12 / 40', cvc: '123' }),
  ).toContain('· void');
  expect(sandbox.charges()).toHaveLength(charges);
  await expect(stripe.invoices.voidInvoice(invoice.id)).rejects.toMatchObject({ statusCode: 400 });
});
