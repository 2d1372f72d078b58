import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import {
  createPlans,
  monthMs,
  type Plans,
  stripeErrorOf,
  subscribe,
  subscribeParams,
} from './testing/billing-fixture.ts';
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

const loopbackUrl = (url: string) => url.replace('localhost', '127.0.0.1');
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(loopbackUrl(url), { method: 'POST', body: new URLSearchParams(fields), headers });

async function openPortal(customer: Stripe.Subscription['customer']): Promise<string> {
  const return_url = 'http://localhost:3000/dashboard';
  const session = await stripe.billingPortal.sessions.create({ customer: String(customer), return_url });
  expect(session).toMatchObject({ object: 'billing_portal.session', return_url });
  return session.url;
}

test('the portal shows the invoices, replaces the card, and rejects cross-site forms', async () => {
  const { id, customer } = await subscribe(sandbox, stripe, plans.gold, '4000000000000341');
  const url = await openPortal(customer);
  const shown = await (await fetch(loopbackUrl(url))).text();
  for (const text of ['$5.00', 'paid', 'href="http://localhost:3000/dashboard"'])
    expect(shown).toContain(text);
  const card = { card: '4242424242424242', expiry: '12 / 40', cvc: '123' };
  expect((await post(url, card, { 'sec-fetch-site': 'cross-site' })).status).toBe(404);
  expect(await (await post(url, { ...card, card: '4242 4242 4242 4241' })).text()).toContain('is invalid');
  expect(await (await post(url, { ...card, card: '4000000000000002' })).text()).toContain('declined.<');
  expect(await (await post(url, { ...card, card: '5555555555554444' })).text()).toContain('A test card is');
  sandbox.clock.advance(monthMs);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
  expect(await (await post(url, card)).text()).toContain('new card');
  sandbox.clock.advance(3 * dayMs);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  expect((await fetch(loopbackUrl(url.replace('bps_', 'bps_x')))).status).toBe(404);
  const unknown = stripe.billingPortal.sessions.create({ customer: 'cus_none' });
  expect((await stripeErrorOf(unknown)).code).toBe('resource_missing');
});

test('the payment page of a subscription shows the price and that it is charged each month', async () => {
  const { url } = await stripe.checkout.sessions.create(subscribeParams(plans.gold));
  const shown = await (await fetch(loopbackUrl(String(url)))).text();
  expect(shown).toContain('a month');
  expect(shown).toContain('Subscribe and pay $5.00');
});

test('an invoice has a page and a PDF with a valid cross-reference table', async () => {
  await subscribe(sandbox, stripe, plans.gold);
  const [invoice] = (await stripe.invoices.list()).data;
  expect(await (await fetch(loopbackUrl(String(invoice?.hosted_invoice_url)))).text()).toContain(
    String(invoice?.number),
  );
  const response = await fetch(loopbackUrl(String(invoice?.invoice_pdf)));
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');
  expect(pdf.startsWith('%PDF-1.4')).toBe(true);
  expect(pdf).toContain('$5.00');
  const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
  expect(pdf.slice(start, start + 4)).toBe('xref');
  const offsets = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  expect(offsets).not.toEqual([]);
  for (const [index, offset] of offsets.entries()) {
    expect(pdf.slice(offset).startsWith(`${index + 1} 0 obj`)).toBe(true);
  }
  expect((await fetch(`${sandbox.url}/i/in_none`)).status).toBe(404);
});

test('the development page lists the payments and advances the clock', async () => {
  expect(await (await fetch(`${sandbox.url}/sandbox`)).text()).not.toContain('$5.00');
  await subscribe(sandbox, stripe, plans.gold);
  const before = sandbox.clock.now();
  const page = await (await post(`${sandbox.url}/sandbox/clock`, { days: '31' })).text();
  expect(page).toContain('$5.00');
  expect(sandbox.clock.now() - before).toBeGreaterThanOrEqual(31 * 86_400_000 - 1_000);
  expect(sandbox.invoices()).toHaveLength(2);
  expect((await post(`${sandbox.url}/sandbox/nonsense`, {})).status).toBe(404);
  const foreign = await post(
    `${sandbox.url}/sandbox/clock`,
    { days: '1' },
    { 'sec-fetch-site': 'cross-site' },
  );
  expect(foreign.status).toBe(404);
});

test('the development page opens and decides disputes, and makes refunds and renewals fail', async () => {
  const { id } = await stripe.checkout.sessions.create(purchaseParams());
  await sandbox.pay(id);
  const charge = String(sandbox.charges()[0]?.id);
  const refund = await stripe.refunds.create({ charge, amount: 100 });
  await post(`${sandbox.url}/sandbox/fail-refund`, { id: refund.id });
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed');
  const page = await (await post(`${sandbox.url}/sandbox/dispute`, { id: charge })).text();
  expect(page).toContain('Win the dispute');
  await post(`${sandbox.url}/sandbox/close-dispute`, {
    id: String(sandbox.disputes()[0]?.id),
    outcome: 'won',
  });
  expect(sandbox.disputes()).toMatchObject([{ status: 'won' }]);
  await subscribe(sandbox, stripe, plans.gold);
  await post(`${sandbox.url}/sandbox/fail-renewal`, { count: '1' });
  sandbox.clock.advance(monthMs);
  expect(sandbox.subscriptions()).toMatchObject([{ status: 'past_due' }]);
});

test('the development page opens an inquiry, and then closes it or makes it a dispute', async () => {
  const openInquiry = async () => {
    const { id } = await stripe.checkout.sessions.create(purchaseParams());
    await sandbox.pay(id);
    const charge = String(sandbox.charges().at(-1)?.id);
    const page = await (await post(`${sandbox.url}/sandbox/dispute`, { id: charge, kind: 'inquiry' })).text();
    expect(page).toContain('Make it a dispute');
    expect(page).not.toContain('Win the dispute');
    return String(sandbox.disputes().at(-1)?.id);
  };
  const settled = await openInquiry();
  await post(`${sandbox.url}/sandbox/close-dispute`, { id: settled, outcome: 'warning_closed' });
  const escalated = await openInquiry();
  await post(`${sandbox.url}/sandbox/escalate-inquiry`, { id: escalated });
  expect(sandbox.disputes().map(({ status }) => status)).toEqual(['warning_closed', 'needs_response']);
});
