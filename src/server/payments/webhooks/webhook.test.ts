import Stripe from 'stripe';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { countEmails } from '../testing/emails.ts';
import {
  createAdmin,
  createTestProduct,
  deliver,
  eventAbout,
  openSession,
  payFor,
  purchaseOf,
  sign,
} from '../testing/purchases.ts';
import { openPlan, planOf } from '../testing/subscriptions.ts';
import { receiveEvent } from './webhook.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin);
});
afterEach(() => {
  app.sandbox.faults.onRequest = undefined;
  app.sandbox.faults.alterSession = undefined;
});

const storedEvents = () => app.deps.db.selectFrom('stripe_events').selectAll().execute();
const storedEvent = (id: string) =>
  app.deps.db.selectFrom('stripe_events').selectAll().where('id', '=', id).executeTakeFirst();

async function paidSession(): Promise<{
  sessionId: string;
  user: Awaited<ReturnType<TestApp['createUser']>>;
}> {
  const user = await app.createUser();
  const sessionId = await payFor(app, user, product);
  return { sessionId, user };
}

describe('signature checks', () => {
  const validBody = () => JSON.stringify(eventAbout('person.created', 'person_1'));
  const now = () => Math.floor(Date.now() / 1000);
  /**
   * The name of each case, and a function that takes a valid event and returns the body and the signature header to
   * send. If the function returns no header, the body is signed correctly. If the header is null, none is sent.
   */
  const cases: readonly [string, (event: string) => [body: string, header?: string | string[] | null]][] = [
    ['a missing header', (event) => [event, null]],
    ['an empty header', (event) => [event, '']],
    [
      'a wrong secret',
      (event) => [event, Stripe.webhooks.generateTestHeaderString({ payload: event, secret: 'whsec_other' })],
    ],
    [
      'a body that was serialized again',
      (event) => [JSON.stringify(JSON.parse(event), null, 1), sign(app, event)],
    ],
    ['a header with only an old scheme', (event) => [event, sign(app, event).replace('v1=', 'v0=')]],
    ['a signature of 301 s ago', (event) => [event, sign(app, event, now() - 301)]],
    ['a signature of ten days ago', (event) => [event, sign(app, event, now() - 10 * 86_400)]],
    ['a header without a time', (event) => [event, sign(app, event).replace(/t=\d+/, 't=abc')]],
    ['two headers', (event) => [event, [sign(app, event), sign(app, event)]]],
    ['signed text that is not JSON', () => ['{bad']],
    ['signed JSON that is not an event', () => ['[]']],
    ['a signed null', () => ['null']],
    ['a thin event', () => ['{"id":"evt_1","object":"v2.core.event","type":"v1.billing.meter"}']],
    ['an empty body', () => ['']],
  ];

  it.each(cases)('rejects %s', async (_name, make) => {
    const [body, header = sign(app, body)] = make(validBody());
    const [events, logged] = [await storedEvents(), app.logs.length];
    await expect(receiveEvent(app.deps, Buffer.from(body), header ?? undefined)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await storedEvents()).toHaveLength(events.length);
    const lines = app.logs.slice(logged);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"level":40');
    expect(lines[0]).not.toContain(app.webhookSecret);
    if (body.length > 4) expect(lines[0]).not.toContain(body);
    const next = eventAbout('person.created', 'person_1');
    expect(await deliver(app, next)).toEqual({ status: 'ignored' });
  });

  it.each([
    ['a signature of more than five minutes ago', -310, 'Timestamp outside the tolerance zone'],
    ['a signature of another secret', 0, 'No signatures found matching the expected signature for payload'],
  ])('logs why it rejects %s', async (_name, seconds, reason) => {
    const body = validBody();
    const signature = sign(app, body, now() + seconds);
    const header = seconds === 0 ? signature.replace(/v1=.{4}/, 'v1=0000') : signature;
    await expect(receiveEvent(app.deps, Buffer.from(body), header)).rejects.toThrow();
    expect(JSON.parse(app.logs.at(-1) ?? '')).toMatchObject({ event: 'webhook_rejected', reason });
  });

  it('accepts a signature of almost five minutes ago', async () => {
    const body = validBody();
    expect(await receiveEvent(app.deps, Buffer.from(body), sign(app, body, now() - 290))).toEqual({
      status: 'ignored',
    });
  });

  it.each([undefined, '', '  '])('rejects every event if the secret is %j', async (stripeWebhookSecret) => {
    const deps: Deps = { ...app.deps, stripeWebhookSecret };
    const body = validBody();
    await expect(receiveEvent(deps, Buffer.from(body), sign(app, body))).rejects.toMatchObject({
      code: 'payments_unavailable',
    });
  });

  it('the HTTP endpoint checks the signature of the received bytes, and rejects a body that is too large', async () => {
    const { sessionId } = await paidSession();
    const body = JSON.stringify(eventAbout('checkout.session.completed', sessionId), null, 2);
    const statusOf = async (payload: string, signature: string) => {
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
      return (await app.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload }))
        .statusCode;
    };
    expect(await statusOf(body, 't=1,v1=00')).toBe(400);
    expect(await statusOf(body, sign(app, body))).toBe(200);
    expect((await purchaseOf(app, sessionId)).status).toBe('completed');
    expect(await statusOf('x'.repeat(2 * 1024 * 1024), sign(app, body))).toBe(413);
  });
});

describe('the processing of an event', () => {
  it('completes the purchase and records the event once, although the event is delivered twice', async () => {
    const { sessionId, user } = await paidSession();
    const event = eventAbout('checkout.session.completed', sessionId);
    expect(await deliver(app, event)).toEqual({ status: 'processed' });
    expect((await purchaseOf(app, sessionId)).status).toBe('completed');
    expect(await storedEvent(event.id)).toMatchObject({
      status: 'processed',
      object_id: sessionId,
      attempts: 1,
      livemode: false,
      last_error: null,
    });
    expect(await deliver(app, event)).toEqual({ status: 'processed' });
    expect((await storedEvent(event.id))?.attempts).toBe(1);
    expect(await countEmails(app, user, 'receipt')).toBe(1);
  });

  it('leaves the purchase pending if the event says that it was paid, but Stripe does not', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    const event = eventAbout('checkout.session.completed', sessionId, {
      data: { object: { id: sessionId, status: 'complete', payment_status: 'paid', amount_total: 1999 } },
    });
    expect(await deliver(app, event)).toEqual({ status: 'processed' });
    expect((await purchaseOf(app, sessionId)).status).toBe('pending');
  });

  it('completes the purchase when a delayed payment succeeds, even if later events say that it failed or expired', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product, 'delayed');
    await deliver(app, eventAbout('checkout.session.completed', sessionId));
    expect((await purchaseOf(app, sessionId)).status).toBe('pending');
    app.sandbox.settleDelayed(sessionId, true);
    await deliver(app, eventAbout('checkout.session.async_payment_succeeded', sessionId));
    expect((await purchaseOf(app, sessionId)).status).toBe('completed');
    await deliver(app, eventAbout('checkout.session.expired', sessionId));
    await deliver(app, eventAbout('checkout.session.async_payment_failed', sessionId));
    expect((await purchaseOf(app, sessionId)).status).toBe('completed');
  });

  it('marks the purchase of a rejected payment or an expired page as failed', async () => {
    const rejected = await payFor(app, await app.createUser(), product, 'delayed');
    app.sandbox.settleDelayed(rejected, false);
    await deliver(app, eventAbout('checkout.session.async_payment_failed', rejected));
    expect((await purchaseOf(app, rejected)).status).toBe('failed');
    const expired = await openSession(app, await app.createUser(), product);
    app.sandbox.expire(expired);
    await deliver(app, eventAbout('checkout.session.expired', expired));
    expect((await purchaseOf(app, expired)).status).toBe('failed');
  });

  it('does not mark a failed event as processed, and processes it at the next delivery', async () => {
    const { sessionId } = await paidSession();
    const event = eventAbout('checkout.session.completed', sessionId);
    app.sandbox.faults.onRequest = () => ({ kind: 'status', status: 500 });
    await expect(deliver(app, event)).rejects.toMatchObject({ code: 'payments_unavailable' });
    expect(await storedEvent(event.id)).toMatchObject({
      status: 'received',
      attempts: 1,
      last_error: expect.any(String),
      processed_at: null,
    });
    app.sandbox.faults.onRequest = undefined;
    expect(await deliver(app, event)).toEqual({ status: 'processed' });
    expect((await purchaseOf(app, sessionId)).status).toBe('completed');
    expect(await storedEvent(event.id)).toMatchObject({ attempts: 2, last_error: null });
  });

  it('loses nothing when the transaction that completes the purchase fails', async () => {
    const { sessionId, user } = await paidSession();
    const event = eventAbout('checkout.session.completed', sessionId);
    // Queuing a job fails inside the transaction: everything before it must be rolled back.
    const broken: Deps = {
      ...app.deps,
      jobs: { ...app.deps.jobs, enqueue: () => Promise.reject(new Error('queue is down')) },
    };
    const body = JSON.stringify(event);
    await expect(receiveEvent(broken, Buffer.from(body), sign(app, body))).rejects.toThrow('queue is down');
    expect((await purchaseOf(app, sessionId)).status).toBe('pending');
    expect(await countEmails(app, user, 'receipt')).toBe(0);
    expect((await storedEvent(event.id))?.status).toBe('received');
    await deliver(app, event);
    expect((await purchaseOf(app, sessionId)).status).toBe('completed');
    expect(await countEmails(app, user, 'receipt')).toBe(1);
  });
});

describe('unexpected events', () => {
  it.each([
    ['a type that we do not use', eventAbout('person.created', 'person_1'), 'type not used'],
    [
      'a type that is the name of an inherited property',
      eventAbout('constructor', 'cs_test_1'),
      'type not used',
    ],
    ['an unknown refund', eventAbout('refund.created', 're_unknown'), 'not known at Stripe'],
    ['an unknown invoice', eventAbout('invoice.paid', 'in_1'), 'no invoice of ours'],
    [
      'a session of another account',
      eventAbout('checkout.session.completed', 'cs_test_nobodyknows1'),
      'no purchase of ours',
    ],
    [
      'an event of the live mode',
      eventAbout('checkout.session.completed', 'cs_test_x', { livemode: true }),
      'event of the other mode',
    ],
    [
      'an object without an id',
      eventAbout('checkout.session.completed', 'x', { data: { object: {} } }),
      'no object id',
    ],
    ['a subscription with an empty id', eventAbout('customer.subscription.updated', ''), 'no object id'],
    [
      'an id that is a path to another object',
      eventAbout('invoice.paid', '../v1/customers/x'),
      'no object id',
    ],
  ])('%s: the event is ignored', async (_name, event, reason) => {
    expect(await deliver(app, event)).toEqual({ status: 'ignored' });
    expect(await storedEvent(event.id)).toMatchObject({ status: 'ignored', reason });
  });

  it('an error is logged for a live event in test mode', async () => {
    const logged = app.logs.length;
    await deliver(app, eventAbout('checkout.session.completed', 'cs_test_x', { livemode: true }));
    expect(app.logs.slice(logged).join('')).toContain('"level":50');
  });

  it('an event with an old API version is processed, because the session is read from Stripe', async () => {
    const { sessionId } = await paidSession();
    const event = eventAbout('checkout.session.completed', sessionId, { api_version: '2019-02-19' });
    expect(await deliver(app, event)).toEqual({ status: 'processed' });
    expect((await purchaseOf(app, sessionId)).status).toBe('completed');
  });
});

describe('the inbox', () => {
  it('lists events that could not be processed, and an admin can replay them', async () => {
    const { sessionId } = await paidSession();
    const event = eventAbout('checkout.session.completed', sessionId);
    app.sandbox.faults.onRequest = () => ({ kind: 'status', status: 500 });
    await expect(deliver(app, event)).rejects.toThrow();
    app.sandbox.faults.onRequest = undefined;
    const before = await app.caller(admin).admin.webhooks.list();
    expect(before.unfinished).toMatchObject([{ id: event.id, attempts: 1, lastError: expect.any(String) }]);
    expect(before).toMatchObject({ configured: true, livemode: false });
    expect(before.types.find(({ type }) => type === event.type)?.unfinished).toBe(1);
    const replayed = await app.caller(admin).admin.webhooks.replay({ eventId: event.id });
    expect(replayed).toMatchObject({ status: 'processed', reason: 'completed', lastError: null });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed' });
    expect(await app.caller(admin).admin.webhooks.replay({ eventId: event.id })).toMatchObject({
      status: 'processed',
    });
    expect((await app.caller(admin).admin.webhooks.list()).unfinished).toEqual([]);
    await expect(app.caller(admin).admin.webhooks.replay({ eventId: 'evt_unknown' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

it('an event about the checkout of a membership causes one read of its session from Stripe', async () => {
  const user = await app.createUser();
  const sessionId = await openPlan(app, user, 'gold');
  await app.sandbox.pay(sessionId);
  const paths: string[] = [];
  app.sandbox.faults.onRequest = ({ path }) => void paths.push(path);
  await deliver(app, eventAbout('checkout.session.completed', sessionId));
  expect(await planOf(app, user)).toBe('gold');
  expect(paths.filter((path) => path.includes(sessionId))).toHaveLength(1);
});
