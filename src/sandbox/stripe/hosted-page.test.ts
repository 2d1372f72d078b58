import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import { purchaseParams, sdkClient } from './testing/sdk-client.ts';

let sandbox: StripeSandbox;
let stripe: Stripe;

beforeEach(async () => {
  sandbox = await startStripeSandbox();
  stripe = sdkClient(sandbox);
});
afterEach(() => sandbox.close());

async function openPage(overrides?: Partial<Stripe.Checkout.SessionCreateParams>) {
  const { id } = await stripe.checkout.sessions.create(purchaseParams(overrides));
  return {
    id,
    page: `${sandbox.url}/c/pay/${id}`,
    successUrl: `http://localhost:3000/payment-success?session_id=${id}`,
  };
}

const typed = { card: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123', name: 'Dana Whitfield' };

function post(page: string, fields: Record<string, string>): Promise<Response> {
  return fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
}

test('the payment page shows the product and the amount, and says that no money moves', async () => {
  const { page } = await openPage();
  const response = await fetch(page);
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain('Sandbox: no money moves');
  expect(text).toContain('<h1>Three-Bet Pots</h1>');
  expect(text).toContain('Pay $9.99');
  expect(text).toContain('value="dana@example.test" readonly');
  expect(text).toContain('href="http://localhost:3000/payment-error?reason=cancelled"');
  expect(response.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://localhost:3000",
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('the payment page escapes the name of the product', async () => {
  const line = {
    quantity: 1,
    price_data: { currency: 'usd', unit_amount: 999, product_data: { name: '<script>alert("1")</script>' } },
  };
  const { page } = await openPage({ line_items: [line] });
  const text = await (await fetch(page)).text();
  expect(text).not.toContain('<script>');
  expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
});

test('a valid card redirects to success_url, and a second submit charges nothing', async () => {
  const { id, page, successUrl } = await openPage();
  const responses = await Promise.all([post(page, typed), post(page, typed), post(page, typed)]);
  for (const response of responses) {
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(successUrl);
  }
  expect(sandbox.charges()).toHaveLength(1);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'complete',
    customer_details: { email: 'dana@example.test', name: 'Dana Whitfield' },
  });
  const again = await (await fetch(page)).text();
  expect(again).toContain('This payment is complete');
  expect(again).toContain(`href="${successUrl}"`);
});

test("a declined card leads back to the payment page, which keeps the buyer's name, clears the card, and asks for another card", async () => {
  const { id, page } = await openPage();
  const response = await post(page, { ...typed, card: '4000 0000 0000 0002' });
  // Because of the redirect, the browser does not ask at Back or Reload whether to send the form again.
  expect(response.status).toBe(303);
  const text = await (await fetch(page)).text();
  expect(text).toContain('role="alert">Your card was declined. Nothing was charged. Try another card;');
  expect(text).toContain('value="Dana Whitfield"');
  expect(text).not.toContain('value="12 / 40"');
  expect(text).not.toContain('value="123"');
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
});

test.each([
  ['card', '', 'Enter a card number.'],
  ['card', '4242', 'Your card number is incomplete.'],
  ['card', '4242 4242 4242 4241', 'Your card number is invalid.'],
  ['expiry', '01 / 20', 'expiration date is in the past.'],
  ['expiry', '13 / 40', 'expiration date is invalid'],
  ['cvc', '12', 'Enter the 3 or 4 digits'],
  ['name', ' ', 'Enter the name on the card.'],
])('shows the error of an invalid %s (%j) at the field', async (name, value, message) => {
  const { page } = await openPage();
  const text = (await (await post(page, { ...typed, [name]: value })).text()).replaceAll('&#39;', "'");
  expect(text).toMatch(new RegExp(`<input id="${name}"[^>]*aria-describedby="${name}-error"[^>]*autofocus`));
  expect(text).toContain(message);
  expect(sandbox.charges()).toEqual([]);
  expect(sandbox.events()).toEqual([]);
});

test('the payment page asks the buyer for an email address if none is known', async () => {
  const { id, page } = await openPage({ customer_email: undefined });
  expect(await (await post(page, { ...typed, email: 'dana' })).text()).toContain('Enter an email address');
  expect((await post(page, { ...typed, email: 'dana@example.test' })).status).toBe(303);
  expect((await stripe.checkout.sessions.retrieve(id)).customer_details?.email).toBe('dana@example.test');
});

test('a buyer who fails the authentication is not charged, and can pay again and then authenticate', async () => {
  const { id, page, successUrl } = await openPage();
  const card = { ...typed, card: '4000002500003155' };
  const redirect = await post(page, card);
  expect(redirect.status).toBe(303);
  expect(redirect.headers.get('location')).toBe(`${page.replace('127.0.0.1', 'localhost')}/authenticate`);
  expect(await (await fetch(`${page}/authenticate`)).text()).toContain('Complete authentication');
  const waiting = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  expect(waiting).toMatchObject({ status: 'open', payment_intent: { status: 'requires_action' } });
  expect((await post(`${page}/authenticate`, { result: 'fail' })).status).toBe(303);
  const failed = await (await fetch(page)).text();
  expect(failed).toContain('unable to authenticate your payment method');
  expect(failed).toContain('value="Dana Whitfield"');
  await expect(sandbox.authenticate(id, true)).rejects.toThrow('not waiting for authentication');
  expect(sandbox.charges()).toEqual([]);
  await post(page, card);
  const completed = await post(`${page}/authenticate`, { result: 'complete' });
  expect(completed.headers.get('location')).toBe(successUrl);
  expect((await post(`${page}/authenticate`, { result: 'complete' })).headers.get('location')).toBe(
    successUrl,
  );
  expect(sandbox.charges()).toHaveLength(1);
});

test('the button "Use" fills in a test card and charges nothing', async () => {
  const { page } = await openPage();
  const text = await (await post(page, { name: 'Dana', use: '4000000000000341' })).text();
  expect(text).toContain('value="4000 0000 0000 0341"');
  expect(text).toContain('value="Dana"');
  expect(text).not.toContain('aria-describedby');
  expect(sandbox.events()).toEqual([]);
});

test('the page of an expired session says so and links back to the shop', async () => {
  const { id, page } = await openPage();
  sandbox.expire(id);
  for (const response of [await fetch(page), await post(page, typed)]) {
    const text = await response.text();
    expect(text).toContain('This payment page has expired');
    expect(text).toContain('href="http://localhost:3000/payment-error?reason=cancelled"');
  }
  expect(sandbox.charges()).toEqual([]);
});

test('an unknown payment page returns 404', async () => {
  expect((await fetch(`${sandbox.url}/c/pay/cs_test_unknown`)).status).toBe(404);
  expect((await fetch(`${sandbox.url}/c/pay/..%2f..%2fetc%2fpasswd`)).status).toBe(404);
  expect((await post(`${sandbox.url}/c/pay/cs_test_unknown`, typed)).status).toBe(404);
});

test('a payment page that asks for consent rejects a payment until its checkbox is checked', async () => {
  const { id, page, successUrl } = await openPage({
    consent_collection: { terms_of_service: 'required' },
    custom_text: { terms_of_service_acceptance: { message: 'I want access immediately.' } },
  });
  expect(await (await fetch(page)).text()).toContain('I want access immediately.');
  const rejected = await (await post(page, typed)).text();
  expect(rejected).toContain('Tick this box to continue.');
  expect(rejected).toContain('value="4242 4242 4242 4242"');
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', consent: null });
  expect(await (await post(page, { use: '4242424242424242', consent: 'on' })).text()).toContain(' checked');
  const paid = await post(page, { ...typed, consent: 'on' });
  expect(paid.headers.get('location')).toBe(successUrl);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    consent: { terms_of_service: 'accepted' },
  });
});
