import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../shared/shop/products.ts';
import { type HttpClient, httpClient, signIn } from '../../testing/http-client.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';
import { buy, createAdmin, createTestProduct, openSession, payFor } from './testing/purchases.ts';
import { openPlan, subscribe } from './testing/subscriptions.ts';

/**
 * Sends requests of other users, of visitors and of buyers with forged input to the payment endpoints, over REST and
 * tRPC. Each must return its expected status and change nothing in the database or at Stripe.
 */

const app = setUpTestApp({ stripe: 'sandbox' });
let otherUser: HttpClient;
let visitor: HttpClient;
let victimPayment: string;
let products: Record<'owned' | 'sold' | 'hidden' | 'free', AdminProduct>;
/**
 * The ids of checkout sessions of users other than `otherUser`. Sessions for a product: `completed`, `paid`, `open`;
 * sessions for a membership: `subscribed`, `planPaid`, `planOpen`. The academy does not know yet that `paid` and
 * `planPaid` were paid.
 */
let sessions: Record<'completed' | 'paid' | 'open' | 'subscribed' | 'planPaid' | 'planOpen', string>;

beforeAll(async () => {
  const admin = await createAdmin(app);
  const product = (number: number, changes = {}) =>
    createTestProduct(app, admin, { productNumber: number, ...changes });
  products = {
    owned: await product(1),
    sold: await product(2, { price: 1999 }),
    hidden: await product(3, { isActive: false }),
    free: await product(4, { price: 0, isFree: true }),
  };
  const victim = await app.createUser();
  const newUser = () => app.createUser();
  const mallory = await app.createUser({ password: testPassword });
  await subscribe(app, victim, 'gold');
  sessions = {
    completed: await buy(app, victim, products.owned),
    paid: await payFor(app, await newUser(), products.sold),
    open: await openSession(app, victim, products.sold),
    subscribed: app.sandbox.sessions().find(({ mode }) => mode === 'subscription')?.id ?? '',
    planPaid: await openPlan(app, await newUser(), 'gold'),
    planOpen: await openPlan(app, await newUser(), 'diamond'),
  };
  await app.sandbox.pay(sessions.planPaid);
  await buy(app, mallory, products.owned);
  const [payment] = await app.caller(victim).payments.myPayments();
  victimPayment = payment?.id ?? '';
  visitor = httpClient(app.app);
  otherUser = await signIn(app.app, mallory);
});

/** What the payment tables and Stripe contain, to detect a change. */
async function databaseAndStripe(): Promise<unknown> {
  const { rows } = await sql<{ rows: unknown }>`select jsonb_build_object(
    'purchases', (select jsonb_agg(p order by id) from purchases p),
    'payments', (select jsonb_agg(p order by id) from billing_payments p),
    'refunds', (select count(*) from billing_refunds),
    'requests', (select count(*) from refund_requests),
    'subscriptions', (select jsonb_agg(jsonb_build_array(id, plan, status, cancel_at_period_end, pending_plan)
      order by id) from subscriptions),
    'checkouts', (select jsonb_agg(jsonb_build_array(id, status, subscription_id) order by id)
      from subscription_checkouts),
    'customers', (select count(stripe_customer_id) from users),
    'mails', (select count(*) from mail_messages)
  ) as rows`.execute(app.deps.db);
  return {
    rows: rows[0]?.rows,
    sessions: app.sandbox.sessions(),
    charges: app.sandbox.charges(),
    subscriptions: app.sandbox.subscriptions(),
    refunds: app.sandbox.refunds(),
  };
}

type Endpoint = { rest: ['GET' | 'POST', string]; trpc: string; kind: 'query' | 'mutation' };
const endpoints = {
  buy: { rest: ['POST', '/api/create-purchase-session'], trpc: 'createPurchaseSession', kind: 'mutation' },
  complete: { rest: ['POST', '/api/complete-purchase'], trpc: 'completePurchase', kind: 'mutation' },
  verify: { rest: ['POST', '/api/verify-subscription'], trpc: 'verifySubscription', kind: 'mutation' },
  session: { rest: ['GET', '/api/stripe/session/'], trpc: 'checkoutSession', kind: 'query' },
  subscribe: {
    rest: ['POST', '/api/create-subscription-session'],
    trpc: 'createSubscriptionSession',
    kind: 'mutation',
  },
  change: { rest: ['POST', '/api/subscription/change'], trpc: 'changePlan', kind: 'mutation' },
  cancel: { rest: ['POST', '/api/subscription/cancel'], trpc: 'cancelSubscription', kind: 'mutation' },
  resume: { rest: ['POST', '/api/subscription/resume'], trpc: 'resumeSubscription', kind: 'mutation' },
  portal: { rest: ['POST', '/api/billing/portal'], trpc: 'billingPortal', kind: 'mutation' },
} satisfies Record<string, Endpoint>;

/** Sends the same request over REST and tRPC. @returns the two statuses */
async function sendToBoth(
  client: HttpClient,
  endpoint: Endpoint,
  input: Record<string, unknown> = {},
): Promise<number[]> {
  const [method, path] = endpoint.rest;
  const url = method === 'GET' ? path + encodeURIComponent(String(input.sessionId)) : path;
  const rest = await client.request(method, url, method === 'GET' ? undefined : input);
  const name = `/trpc/payments.${endpoint.trpc}`;
  const trpc =
    endpoint.kind === 'query'
      ? await client.request('GET', `${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
      : await client.request('POST', name, input);
  for (const { body } of [rest, trpc]) expect(body).not.toMatch(/cs_test_\w+\?|sk_test|at .*\.ts:/);
  return [rest.statusCode, trpc.statusCode];
}

async function expectRejected(
  client: HttpClient,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  status: number,
): Promise<void> {
  const before = await databaseAndStripe();
  expect(await sendToBoth(client, endpoint, input), `${endpoint.trpc} ${JSON.stringify(input)}`).toEqual([
    status,
    status,
  ]);
  expect(await databaseAndStripe()).toEqual(before);
}

const ofSessions = [endpoints.complete, endpoints.verify, endpoints.session];

describe("another user's checkout session", () => {
  it.each(['completed', 'paid', 'open', 'subscribed', 'planPaid', 'planOpen'] as const)(
    'other users get 404 for the checkout session "%s", and visitors get 401',
    async (which) => {
      const input = { sessionId: sessions[which] };
      for (const endpoint of ofSessions) {
        await expectRejected(otherUser, endpoint, input, 404);
        await expectRejected(visitor, endpoint, input, 401);
      }
    },
  );

  it('an unknown session and a session of another user get the same message, and an invalid id causes no request to Stripe', async () => {
    for (const endpoint of ofSessions) {
      await expectRejected(otherUser, endpoint, { sessionId: 'cs_test_a1b2c3d4e5f6g7h8i9j0' }, 404);
      const requestsBefore = app.sandbox.requests.length;
      for (const sessionId of [
        'cs_',
        'pi_1234567890abcdef',
        '../v1/customers/x',
        'cs_test_abc/../../v1',
        'cs_test_abcdefgh?expand=x',
        `cs_test_${'a'.repeat(4_000)}`,
      ]) {
        await expectRejected(otherUser, endpoint, { sessionId }, 400);
      }
      expect(app.sandbox.requests).toHaveLength(requestsBefore);
    }
    const { payments } = app.caller(await app.createUser());
    for (const call of ['completePurchase', 'verifySubscription', 'checkoutSession'] as const) {
      for (const sessionId of [sessions.paid, sessions.planPaid, 'cs_test_a1b2c3d4e5f6g7h8i9j0']) {
        await expect(payments[call]({ sessionId })).rejects.toMatchObject({
          message: 'Payment was not found',
        });
      }
    }
  });
});

describe('buying with forged input', () => {
  const input = (product: AdminProduct, changes: Record<string, unknown> = {}) => ({
    productType: product.type,
    productId: String(product.id),
    productName: product.title,
    amount: product.price,
    ...changes,
  });

  it('rejects forged input without a request to Stripe', async () => {
    const requestsBefore = app.sandbox.requests.length;
    await expectRejected(visitor, endpoints.buy, input(products.sold), 401);
    await expectRejected(otherUser, endpoints.buy, input(products.sold, { amount: 1 }), 409);
    await expectRejected(otherUser, endpoints.buy, input(products.sold, { amount: -1999 }), 400);
    await expectRejected(otherUser, endpoints.buy, input(products.owned), 409);
    await expectRejected(otherUser, endpoints.buy, input(products.hidden), 400);
    await expectRejected(otherUser, endpoints.buy, input(products.free), 400);
    await expectRejected(otherUser, endpoints.buy, input(products.sold, { productType: 'session' }), 404);
    await expectRejected(otherUser, endpoints.buy, input(products.sold, { productId: '999999' }), 404);
    expect(app.sandbox.requests).toHaveLength(requestsBefore);
  });

  it('rejects an outdated price, however often the buyer clicks', async () => {
    const setPrice = (cents: number) =>
      app.deps.db
        .updateTable('products')
        .set({ price_cents: cents })
        .where('id', '=', products.sold.id)
        .execute();
    await setPrice(2999);
    await expectRejected(otherUser, endpoints.buy, input(products.sold), 409);
    const clicks = await Promise.all(
      Array.from({ length: 20 }, () =>
        otherUser.request('POST', '/api/create-purchase-session', input(products.sold)),
      ),
    );
    expect(new Set(clicks.map(({ statusCode }) => statusCode))).toEqual(new Set([409]));
    expect(clicks[0]?.json().message).toContain('The price has changed');
    expect(clicks[0]?.json().fields).toEqual({ currentCents: '2999' });
    await setPrice(1999);
  });
});

describe('subscriptions and payments of other users', () => {
  it('visitors, and users without a subscription, cannot change, end or manage one', async () => {
    const change = { plan: 'diamond', expectedTodayCents: 0 };
    for (const [endpoint, input] of [
      [endpoints.change, change],
      [endpoints.cancel, {}],
      [endpoints.resume, {}],
      [endpoints.portal, {}],
    ] as const) {
      await expectRejected(otherUser, endpoint, input, 409);
      await expectRejected(visitor, endpoint, input, 401);
    }
    await expectRejected(visitor, endpoints.subscribe, { plan: 'gold' }, 401);
    await expectRejected(otherUser, endpoints.subscribe, { plan: 'custom' }, 400);
    await expectRejected(otherUser, endpoints.subscribe, { plan: 'free' }, 400);
  });

  it('rejects refund requests for payments of other users', async () => {
    const before = await databaseAndStripe();
    const input = { paymentId: victimPayment, reason: 'It is mine' };
    const responses = [
      await otherUser.request('POST', '/trpc/payments.requestRefund', input),
      await visitor.request('POST', '/trpc/payments.requestRefund', input),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 401]);
    expect(await databaseAndStripe()).toEqual(before);
  });
});
