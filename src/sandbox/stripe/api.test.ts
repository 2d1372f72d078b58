import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import { stripeErrorOf } from './testing/billing-fixture.ts';
import { purchaseParams, sdkClient } from './testing/sdk-client.ts';

let sandbox: StripeSandbox;
let stripe: Stripe;
let time = Date.parse('2026-11-20T12:00:00Z');

beforeEach(async () => {
  time = Date.parse('2026-11-20T12:00:00Z');
  sandbox = await startStripeSandbox({ now: () => time });
  stripe = sdkClient(sandbox);
});
afterEach(() => sandbox.close());

test('creates and retrieves a Checkout Session for a one-time payment', async () => {
  const created = await stripe.checkout.sessions.create(purchaseParams());
  expect(created.id).toMatch(/^cs_test_[A-Za-z0-9]{58}$/);
  expect(created).toMatchObject({
    object: 'checkout.session',
    amount_total: 999,
    currency: 'usd',
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    client_reference_id: 'user-1',
    metadata: { productType: 'session', productId: '4' },
    livemode: false,
    url: `http://localhost:${sandbox.port}/c/pay/${created.id}`,
    expires_at: time / 1000 + 86_400,
  });
  expect(created.lastResponse.requestId).toMatch(/^req_/);
  expect(await stripe.checkout.sessions.retrieve(created.id)).toEqual(created);
  expect(sandbox.requests.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['POST', '/v1/checkout/sessions', 200],
    ['GET', `/v1/checkout/sessions/${created.id}`, 200],
  ]);
});

test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, string | undefined, string | undefined]>([
  ['no success_url', { success_url: undefined }, 'parameter_missing', 'success_url'],
  ['a relative success_url', { success_url: '/thanks' }, 'url_invalid', 'success_url'],
  ['no line items', { line_items: [] }, 'parameter_missing', 'line_items'],
  ['no mode', { mode: undefined }, 'parameter_missing', 'mode'],
  ['setup mode', { mode: 'setup' }, 'parameter_invalid_enum', 'mode'],
  [
    'a subscription to a one-off price',
    { mode: 'subscription', payment_intent_data: undefined },
    'parameter_missing',
    'line_items[0][price]',
  ],
  ['an unknown mode', { mode: 'gift' }, 'parameter_invalid_enum', 'mode'],
  [
    'a feature that the sandbox does not offer',
    { phone_number_collection: { enabled: true } },
    'parameter_unknown',
    'phone_number_collection',
  ],
  [
    'automatic tax on a price without a tax behavior',
    { automatic_tax: { enabled: true } },
    undefined,
    'automatic_tax',
  ],
  ['an unknown customer', { customer_email: undefined, customer: 'cus_x' }, 'resource_missing', 'customer'],
  ['a bad email address', { customer_email: 'dana' }, 'email_invalid', 'customer_email'],
  [
    'an id that is too long',
    { client_reference_id: 'x'.repeat(201) },
    'parameter_invalid_string',
    'client_reference_id',
  ],
])('rejects %s', async (_name, overrides, code, param) => {
  const error = await stripeErrorOf(stripe.checkout.sessions.create(purchaseParams(overrides)));
  expect({ status: error.statusCode, code: error.code, param: error.param }).toEqual({
    status: 400,
    code,
    param,
  });
  expect(sandbox.sessions()).toEqual([]);
});

test('rejects payment_method_types, which this version of the Stripe API no longer has', async () => {
  const params = { ...purchaseParams(), payment_method_types: ['card'] };
  const error = await stripeErrorOf(stripe.checkout.sessions.create(params));
  expect(error).toMatchObject({ statusCode: 400, code: 'parameter_unknown', param: 'payment_method_types' });
});

test.each<[amount: number, currency: string, code: string]>([
  [49, 'usd', 'amount_too_small'],
  [0, 'usd', 'amount_too_small'],
  [-999, 'usd', 'parameter_invalid_integer'],
  [998.4, 'usd', 'parameter_invalid_integer'],
  [1998.9999999999998, 'usd', 'parameter_invalid_integer'],
  [1e21, 'usd', 'parameter_invalid_integer'],
  [100_000_000, 'usd', 'amount_too_large'],
  [999, 'zzz', 'parameter_invalid_enum'],
])('rejects a price of %d %s', async (unitAmount, currency, code) => {
  const line = {
    quantity: 1,
    price_data: { currency, unit_amount: unitAmount, product_data: { name: 'X' } },
  };
  const error = await stripeErrorOf(stripe.checkout.sessions.create(purchaseParams({ line_items: [line] })));
  expect({ status: error.statusCode, code: error.code }).toEqual({ status: 400, code });
  expect(sandbox.sessions()).toEqual([]);
});

test('accepts the smallest amount', async () => {
  const line = { quantity: 1, price_data: { currency: 'usd', unit_amount: 50, product_data: { name: 'X' } } };
  const session = await stripe.checkout.sessions.create(purchaseParams({ line_items: [line] }));
  expect(session).toMatchObject({ amount_total: 50, currency: 'usd' });
});

test('limits expires_at to between 30 minutes and 24 hours', async () => {
  const createExpiringIn = (seconds: number) =>
    stripe.checkout.sessions.create(purchaseParams({ expires_at: time / 1000 + seconds }));
  expect((await stripeErrorOf(createExpiringIn(1_799))).param).toBe('expires_at');
  expect((await stripeErrorOf(createExpiringIn(86_401))).param).toBe('expires_at');
  expect((await createExpiringIn(1_800)).expires_at).toBe(time / 1000 + 1_800);
});

test('returns 404 resource_missing for unknown ids', async () => {
  const error = await stripeErrorOf(stripe.checkout.sessions.retrieve('cs_test_unknown'));
  expect(error).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    type: 'StripeInvalidRequestError',
  });
  expect((await stripeErrorOf(stripe.paymentIntents.retrieve('pi_unknown'))).code).toBe('resource_missing');
  expect((await stripeErrorOf(stripe.charges.retrieve('ch_unknown'))).code).toBe('resource_missing');
  expect((await stripeErrorOf(stripe.customers.retrieve('cus_unknown'))).code).toBe('resource_missing');
});

test.each([
  ['no key', {}],
  ['a live key', { authorization: 'Bearer sk_live_51Habcdefghijklmnop' }],
  ['a publishable key', { authorization: 'Bearer pk_test_51Habcdefghijklmnop' }],
])('returns 401 for %s and does nothing', async (_name, headers) => {
  const response = await fetch(`${sandbox.url}/v1/customers`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a@example.test',
  });
  const text = await response.text();
  expect(response.status).toBe(401);
  expect(JSON.parse(text).error.type).toBe('invalid_request_error');
  expect(text).not.toContain('51Habcdefghijkl');
  expect((await stripe.customers.list()).data).toEqual([]);
});

test('rejects JSON bodies, other API versions and unknown paths', async () => {
  const authorization = 'Bearer sk_test_sandbox';
  const call = (path: string, init: RequestInit) => fetch(`${sandbox.url}${path}`, init);
  const json = await call('/v1/customers', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"email":"a@example.test"}',
  });
  expect(json.status).toBe(400);
  const old = await call('/v1/events', { headers: { authorization, 'stripe-version': '2019-02-19' } });
  expect(old.status).toBe(400);
  expect((await call('/v1/sources', { headers: { authorization } })).status).toBe(404);
});

test('expires an open session, and rejects a second request to expire it', async () => {
  const { id } = await stripe.checkout.sessions.create(purchaseParams());
  const expired = await stripe.checkout.sessions.expire(id);
  expect(expired).toMatchObject({ status: 'expired', url: null });
  expect((await stripeErrorOf(stripe.checkout.sessions.expire(id))).statusCode).toBe(400);
  expect(sandbox.events().map(({ type }) => type)).toEqual(['checkout.session.expired']);
  expect(await sandbox.pay(id)).toMatchObject({ status: 'closed', sessionStatus: 'expired' });
  expect(sandbox.charges()).toEqual([]);
});

test('an open session expires at its expires_at', async () => {
  const { id } = await stripe.checkout.sessions.create(purchaseParams({ expires_at: time / 1000 + 1_800 }));
  time += 1_799_000;
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  time += 1_000;
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
  expect(sandbox.events().map(({ type }) => type)).toEqual(['checkout.session.expired']);
});

test('creates, changes and deletes customers', async () => {
  const { id } = await stripe.customers.create({
    email: 'dana@example.test',
    metadata: { userId: '1' },
  });
  const updated = await stripe.customers.update(id, { email: 'whitfield@example.test' });
  expect(updated).toMatchObject({ email: 'whitfield@example.test', metadata: { userId: '1' } });
  const session = await stripe.checkout.sessions.create(
    purchaseParams({ customer_email: undefined, customer: id }),
  );
  expect(session).toMatchObject({ customer: id, customer_details: { email: 'whitfield@example.test' } });
  expect(await stripe.customers.del(id)).toMatchObject({ id, deleted: true });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
  expect((await stripeErrorOf(stripe.customers.update(id, { email: 'x@example.test' }))).statusCode).toBe(
    404,
  );
  const again = stripe.checkout.sessions.create(purchaseParams({ customer_email: undefined, customer: id }));
  expect((await stripeErrorOf(again)).code).toBe('resource_missing');
});

test('paginates, sorts and filters lists', async () => {
  const newestFirst: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    time += 1_000;
    const customer = await stripe.customers.create({ email: `${index}@example.test` });
    newestFirst.unshift(customer.id);
  }
  const first = await stripe.customers.list({ limit: 2 });
  expect(first.data.map(({ id }) => id)).toEqual(newestFirst.slice(0, 2));
  expect(first.has_more).toBe(true);
  const last = await stripe.customers.list({ limit: 3, starting_after: newestFirst[1] ?? '' });
  expect(last.data.map(({ id }) => id)).toEqual(newestFirst.slice(2));
  expect(last.has_more).toBe(false);
  const all = await stripe.events
    .list({ types: ['customer.created'], limit: 2 })
    .autoPagingToArray({ limit: 100 });
  expect(all).toHaveLength(5);
  const recent = await stripe.events.list({ created: { gte: time / 1000 - 1 } });
  expect(recent.data).toHaveLength(2);
  expect((await stripeErrorOf(stripe.customers.list({ limit: 101 }))).param).toBe('limit');
});
