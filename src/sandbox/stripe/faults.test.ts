import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failNext } from './faults.ts';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import { purchaseParams, sdkClient } from './testing/sdk-client.ts';

let sandbox: StripeSandbox;
let time = Date.now();

beforeEach(async () => {
  time = Date.now();
  sandbox = await startStripeSandbox({ now: () => time });
});
afterEach(() => sandbox.close());

const create = (idempotencyKey: string, retries = 0, timeout?: number) =>
  sdkClient(sandbox, retries, timeout).checkout.sessions.create(purchaseParams(), { idempotencyKey });

test('a second request with the same idempotency key and parameters returns the same session', async () => {
  const first = await create('key-1');
  const second = await create('key-1');
  expect(second.id).toBe(first.id);
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
  expect((await create('key-2')).id).not.toBe(first.id);
  expect(sandbox.sessions()).toHaveLength(2);
});

test('a second request with the same idempotency key but other parameters or another path fails', async () => {
  await create('key-1');
  const stripe = sdkClient(sandbox);
  const options = { idempotencyKey: 'key-1' };
  const other = stripe.checkout.sessions.create(purchaseParams({ client_reference_id: 'user-2' }), options);
  await expect(other).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  const elsewhere = stripe.customers.create({ email: 'a@example.test' }, options);
  await expect(elsewhere).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  expect(sandbox.sessions()).toHaveLength(1);
});

test('an idempotency key is removed after 24 hours', async () => {
  const first = await create('key-1');
  time += 24 * 60 * 60 * 1000 + 1;
  expect((await create('key-1')).id).not.toBe(first.id);
});

test('after a request with invalid parameters, a valid request can use the same idempotency key', async () => {
  const stripe = sdkClient(sandbox);
  const options = { idempotencyKey: 'key-1' };
  const bad = stripe.checkout.sessions.create(purchaseParams({ mode: undefined }), options);
  await expect(bad).rejects.toMatchObject({ code: 'parameter_missing' });
  expect((await create('key-1')).status).toBe('open');
});

test('an idempotency key in use returns 409 until the first request is complete', async () => {
  sandbox.faults.onRequest = failNext(1, { kind: 'delay', ms: 300 });
  const first = create('key-1');
  await expect.poll(() => sandbox.requests.length).toBe(1);
  await expect(create('key-1')).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  const { id } = await first;
  expect((await create('key-1')).id).toBe(id);
  expect(sandbox.sessions()).toHaveLength(1);
});

test('if two requests to create a session fail with 500, the SDK retries, and only one session is created', async () => {
  sandbox.faults.onRequest = failNext(2, { kind: 'status', status: 500 });
  expect((await create('key-1', 2)).status).toBe('open');
  expect(sandbox.requests.map(({ status }) => status)).toEqual([500, 500, 200]);
  expect(sandbox.sessions()).toHaveLength(1);
});

test('if a request creates a session but returns 500, the same idempotency key returns 500 again, and a new key succeeds', async () => {
  sandbox.faults.onRequest = failNext(1, { kind: 'status', status: 500, when: 'after' });
  await expect(create('key-1')).rejects.toMatchObject({ statusCode: 500 });
  expect(sandbox.sessions()).toHaveLength(1);
  await expect(create('key-1', 2)).rejects.toMatchObject({ statusCode: 500 });
  expect(sandbox.requests.map(({ status, replayed }) => [status, replayed])).toEqual([
    [500, undefined],
    [500, true],
  ]);
  expect((await create('key-2')).status).toBe('open');
});

test('if a request returns 500 before it creates a session, and the response is saved, the same idempotency key returns 500 again and creates no session', async () => {
  sandbox.faults.onRequest = failNext(1, { kind: 'status', status: 500, saved: true });
  await expect(create('key-1')).rejects.toMatchObject({ statusCode: 500 });
  await expect(create('key-1')).rejects.toMatchObject({ statusCode: 500 });
  expect(sandbox.sessions()).toEqual([]);
});

test.each([
  [409, 'idempotency_key_in_use'],
  [429, 'rate_limit'],
])('a simulated status %d has the error code %s', async (status, code) => {
  sandbox.faults.onRequest = (request) => (request.method === 'GET' ? { kind: 'status', status } : undefined);
  const { id } = await create('key-1');
  const retrieved = sdkClient(sandbox).checkout.sessions.retrieve(id);
  await expect(retrieved).rejects.toMatchObject({ statusCode: status, code });
});

test.each(['before', 'after'] as const)(
  'if the connection is reset %s the session is created, the SDK retries, and only one session is created',
  async (when) => {
    sandbox.faults.onRequest = failNext(1, { kind: 'reset', when });
    const session = await create('key-1', 1);
    expect(sandbox.sessions().map(({ id }) => id)).toEqual([session.id]);
    expect(sandbox.requests).toHaveLength(2);
    expect(sandbox.requests[1]?.replayed).toBe(when === 'after' ? true : undefined);
  },
);

test.each(['aborted', 'invalid_json'] as const)(
  'a truncated response (%s) is an error; a retry with the same key returns the session',
  async (as) => {
    sandbox.faults.onRequest = failNext(1, { kind: 'truncate', as });
    await expect(create('key-1', 2)).rejects.toBeInstanceOf(Stripe.errors.StripeError);
    expect(sandbox.requests).toHaveLength(1);
    const { id } = await create('key-1');
    expect(sandbox.sessions().map((session) => session.id)).toEqual([id]);
  },
);

test.each([
  ['before', 0],
  ['after', 1],
] as const)('if the sandbox hangs %s creating the session, the client times out', async (when, sessions) => {
  sandbox.faults.onRequest = failNext(1, { kind: 'hang', when });
  await expect(create('key-1', 0, 200)).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect(sandbox.sessions()).toHaveLength(sessions);
  await expect.poll(async () => (await create('key-1').catch(() => undefined))?.status).toBe('open');
  expect(sandbox.sessions()).toHaveLength(1);
});

test('retrieved sessions can be altered without changing the store', async () => {
  const { id } = await create('key-1');
  sandbox.faults.alterSession = (session) => ({ ...session, amount_total: 1, currency: 'eur' });
  const stripe = sdkClient(sandbox);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 1, currency: 'eur' });
  sandbox.faults.alterSession = undefined;
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 999, currency: 'usd' });
});
