import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StripeSandbox, startStripeSandbox } from './sandbox.ts';
import { purchaseParams, sdkClient, webhookSecret } from './testing/sdk-client.ts';
import { startWebhookReceiver, type WebhookReceiver } from './testing/webhook-receiver.ts';

let receiver: WebhookReceiver;
let sandbox: StripeSandbox;
let stripe: Stripe;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startStripeSandbox({ retryDelaysMs: [0, 0, 0] });
  sandbox.setWebhook({ url: receiver.url, secret: webhookSecret });
  stripe = sdkClient(sandbox);
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

/** The received events, verified as the academy's server verifies them. */
function deliveredEvents(): Stripe.Event[] {
  return receiver.received.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, webhookSecret),
  );
}

async function newSession(overrides?: Partial<Stripe.Checkout.SessionCreateParams>): Promise<string> {
  return (await stripe.checkout.sessions.create(purchaseParams(overrides))).id;
}

test('a paid session is complete and has a charge, and the webhook receives its events', async () => {
  const id = await newSession();
  const result = await sandbox.pay(id, '4242 4242 4242 4242');
  expect(result).toMatchObject({
    status: 'paid',
    redirectUrl: `http://localhost:3000/payment-success?session_id=${id}`,
  });
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge'],
  });
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 999, url: null });
  expect(session.payment_intent).toMatchObject({
    object: 'payment_intent',
    status: 'succeeded',
    metadata: { purchase: 'p-1' },
    latest_charge: {
      object: 'charge',
      paid: true,
      amount: 999,
      payment_method_details: { card: { last4: '4242' } },
    },
  });
  await sandbox.settled();
  const events = deliveredEvents();
  expect(events.map(({ type }) => type).sort()).toEqual([
    'charge.succeeded',
    'checkout.session.completed',
    'payment_intent.created',
    'payment_intent.succeeded',
  ]);
  const completed = events.find((event) => event.type === 'checkout.session.completed');
  expect(completed).toMatchObject({ api_version: '2026-10-28.endive', livemode: false });
  expect(completed?.data.object).toMatchObject({ id, payment_status: 'paid', client_reference_id: 'user-1' });
  const byIntent = await stripe.checkout.sessions.list({
    payment_intent: String(sandbox.sessions()[0]?.payment_intent),
  });
  expect(byIntent.data.map((found) => found.id)).toEqual([id]);
});

test('the list of charges, which browser tests read, begins with the newest charge', async () => {
  for (const card of ['4000000000000002', '4242424242424242']) await sandbox.pay(await newSession(), card);
  const { data } = await stripe.charges.list();
  expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
});

test('twenty concurrent payments of a session charge the card once', async () => {
  const id = await newSession();
  const results = await Promise.all(Array.from({ length: 20 }, () => sandbox.pay(id)));
  expect(results.filter(({ status }) => status === 'paid')).toHaveLength(1);
  expect(results.filter(({ status }) => status === 'closed')).toHaveLength(19);
  expect(sandbox.charges()).toHaveLength(1);
});

test('if a card is declined, the session stays open', async () => {
  const id = await newSession();
  expect(await sandbox.pay(id, '4000000000000002')).toEqual({
    status: 'declined',
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
  });
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  expect(session.payment_intent).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
  });
  await sandbox.settled();
  const types = deliveredEvents().map(({ type }) => type);
  expect(types).toContain('payment_intent.payment_failed');
  expect(types).not.toContain('checkout.session.completed');
  expect((await sandbox.pay(id)).status).toBe('paid');
  expect(sandbox.charges().filter(({ paid }) => paid)).toHaveLength(1);
});

test('a card number that the sandbox does not offer is declined, and nothing is stored', async () => {
  const id = await newSession();
  expect(await sandbox.pay(id, '5555555555554444')).toMatchObject({
    status: 'declined',
    declineCode: 'test_mode_live_card',
  });
  expect(sandbox.charges()).toEqual([]);
  expect(sandbox.events()).toEqual([]);
});

test.each([
  ['paid', 'succeeds', true, 'checkout.session.async_payment_succeeded', 'succeeded'],
  ['unpaid', 'fails', false, 'checkout.session.async_payment_failed', 'requires_payment_method'],
])(
  'a session with a delayed payment is complete immediately, and its payment status is %s after the payment %s',
  async (paymentStatus, _outcome, paid, eventType, intentStatus) => {
    const id = await newSession();
    expect((await sandbox.pay(id, 'delayed')).status).toBe('processing');
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing' },
    });
    sandbox.settleDelayed(id, paid);
    expect(() => sandbox.settleDelayed(id, paid)).toThrow('not waiting for a delayed payment');
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })).toMatchObject({
      status: 'complete',
      payment_status: paymentStatus,
      payment_intent: { status: intentStatus },
    });
    await sandbox.settled();
    expect(deliveredEvents().map(({ type }) => type)).toContain(eventType);
  },
);

test('`customer_creation: always` creates a customer for the buyer', async () => {
  const id = await newSession({ customer_creation: 'always' });
  await sandbox.pay(id);
  const { customer } = await stripe.checkout.sessions.retrieve(id);
  const created = await stripe.customers.retrieve(String(customer));
  expect(created).toMatchObject({ object: 'customer', email: 'dana@example.test' });
});

test('the signature of an event is invalid for another secret', async () => {
  await sandbox.pay(await newSession());
  await sandbox.settled();
  expect(deliveredEvents()).not.toEqual([]);
  const [post] = receiver.received;
  expect(() =>
    stripe.webhooks.constructEvent(post?.body ?? '', post?.signature ?? '', 'whsec_other'),
  ).toThrow();
});

test('events are sent again until the webhook responds with 2xx; a redirect is a failure', async () => {
  const statuses = [500, 302, 200];
  receiver.respond = ({ body }) =>
    body.includes('"checkout.session.completed"') ? (statuses.shift() ?? 418) : 200;
  await sandbox.pay(await newSession());
  await sandbox.settled();
  const completed = deliveredEvents().filter(({ type }) => type === 'checkout.session.completed');
  expect(completed).toHaveLength(3);
  expect(new Set(completed.map(({ id }) => id)).size).toBe(1);
  expect(statuses).toEqual([]);
});

test('an event is abandoned when the attempt after the last delay fails', async () => {
  receiver.respond = () => 503;
  const result = await sandbox.pay(await newSession());
  await sandbox.settled();
  const eventId = result.status === 'paid' ? result.eventId : '';
  const sent = () => deliveredEvents().filter(({ id }) => id === eventId).length;
  // Immediately, and after each of the three `retryDelaysMs`.
  expect(sent()).toBe(4);
  receiver.respond = () => 200;
  await sandbox.settled();
  expect(sent()).toBe(4);
});

test('`pay` resolves once the webhook has responded to `checkout.session.completed`', async () => {
  let hasResponded = false;
  receiver.respond = async ({ body }) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    if (body.includes('"type": "checkout.session.completed"')) hasResponded = true;
    return 200;
  };
  await sandbox.pay(await newSession());
  expect(hasResponded).toBe(true);
});

test('a webhook that does not respond delays the redirect of the buyer by at most `redirectCapMs`', async () => {
  const cappedSandbox = await startStripeSandbox({ redirectCapMs: 100 });
  cappedSandbox.setWebhook({ url: receiver.url, secret: webhookSecret });
  const released = Promise.withResolvers<number>();
  receiver.respond = () => released.promise;
  const { id } = await sdkClient(cappedSandbox).checkout.sessions.create(purchaseParams());
  // Resolves before the webhook has responded. Without the cap, `pay` would wait for the response.
  await cappedSandbox.pay(id);
  released.resolve(200);
  await cappedSandbox.close();
});

test('without a webhook, events are stored until a webhook is set', async () => {
  const otherSandbox = await startStripeSandbox();
  const { id } = await sdkClient(otherSandbox).checkout.sessions.create(purchaseParams());
  await otherSandbox.pay(id);
  await otherSandbox.settled();
  expect(receiver.received).toHaveLength(0);
  otherSandbox.setWebhook({ url: receiver.url, secret: webhookSecret });
  await otherSandbox.settled();
  expect(deliveredEvents().map(({ type }) => type)).toContain('checkout.session.completed');
  await otherSandbox.close();
});
