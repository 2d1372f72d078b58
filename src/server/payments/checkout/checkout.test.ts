import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failNext } from '../../../sandbox/stripe/faults.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { deleteProduct, updateProduct } from '../../shop/product-editing.operations.ts';
import {
  buy,
  checkoutInput,
  createAdmin,
  createTestProduct,
  openSession,
  payFor,
  productInput,
  purchaseOf,
  purchasesOf,
  sessionIdOf,
  testMetadata,
} from '../testing/purchases.ts';
import { startCheckout } from './purchase-checkout.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;
let user: TestUser;

beforeAll(async () => {
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin);
});
afterEach(() => {
  app.sandbox.faults.onRequest = undefined;
  app.sandbox.faults.alterSession = undefined;
  app.sandbox.faults.alterNewSession = undefined;
});

const creations = () =>
  app.sandbox.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
const sessionsOf = (buyer: TestUser) =>
  app.sandbox.sessions().filter((session) => session.client_reference_id === buyer.userId);
const click = (buyer: TestUser, wanted: AdminProduct = product) =>
  startCheckout(app.deps, buyer, checkoutInput(wanted));

describe('starting a checkout', () => {
  it("sends the product's price and name, the buyer and the configured URL", async () => {
    user = await app.createUser();
    const { url } = await app.caller(user).payments.createPurchaseSession({
      productType: 'pdf',
      // IDs are sent as text.
      productId: String(product.id),
      productName: 'Anything else',
      // What a browser computes for 19.99 × 100.
      amount: 1998.9999999999998,
    });
    const session = app.sandbox.sessions().find(({ id }) => id === sessionIdOf(url));
    expect(session).toMatchObject({
      amount_total: 1999,
      currency: 'usd',
      client_reference_id: user.userId,
      customer_email: user.email,
      success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:3000/payment-error?reason=cancelled&product=1',
      metadata: {
        productId: String(product.id),
        productType: 'pdf',
        productName: product.title,
        userId: user.userId,
      },
    });
    const [purchase] = await purchasesOf(app, user);
    expect(purchase).toMatchObject({
      status: 'pending',
      amount_cents: 1999,
      product_name: product.title,
      checkout_session_id: session?.id,
      checkout_url: url,
    });
    expect(creations().at(-1)?.idempotencyKey).toBe(`purchase:${purchase?.id}`);
    const hours = ((session?.expires_at ?? 0) * 1000 - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.8);
    expect(hours).toBeLessThanOrEqual(24);
  });

  it('closes a payment page whose total or currency at Stripe is wrong, and does not show it to the buyer', async () => {
    const buyer = await app.createUser();
    for (const changes of [
      { amount_total: 1998 },
      { amount_total: 2419 },
      { amount_total: null },
      { currency: 'eur' },
    ]) {
      app.sandbox.faults.alterNewSession = (session) => ({ ...session, ...changes });
      await expect(click(buyer)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('Nothing was charged'),
      });
    }
    app.sandbox.faults.alterNewSession = undefined;
    expect(sessionsOf(buyer).map(({ status }) => status)).toEqual(Array(4).fill('expired'));
    await click(buyer);
    expect((await purchasesOf(app, buyer)).map(({ status }) => status)).toEqual([
      ...Array(4).fill('failed'),
      'pending',
    ]);
  });

  it('disables adaptive pricing, so that everyone pays in US dollars', async () => {
    const buyer = await app.createUser();
    await click(buyer);
    await app.caller(buyer).payments.createSubscriptionSession({ plan: 'gold' });
    expect(sessionsOf(buyer).map((session) => session.adaptive_pricing?.enabled)).toEqual([false, false]);
  });

  it.each([[1], [0], [998.4], [1998], [2000], [199_900]])(
    'rejects the amount %d with 409',
    async (amount) => {
      const before = creations().length;
      const otherUser = await app.createUser();
      await expect(
        app.caller(otherUser).payments.createPurchaseSession({ ...checkoutInput(product), amount }),
      ).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('The price has changed to $19.99'),
      });
      expect(creations()).toHaveLength(before);
      expect(await purchasesOf(app, otherUser)).toEqual([]);
    },
  );

  it.each([[-999], [Number.NaN], [1e99], ['1999']])('rejects the amount %o with 400', async (amount) => {
    const caller = app.caller(await app.createUser());
    await expect(
      caller.payments.createPurchaseSession({ ...checkoutInput(product), amount: amount as number }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('rejects a product that is not for sale, with the message the client expects', async () => {
    const before = creations().length;
    const buyer = await app.createUser();
    const hidden = await createTestProduct(app, admin, { productNumber: 20, isActive: false });
    const free = await createTestProduct(app, admin, { productNumber: 21, isFree: true });
    const zero = await createTestProduct(app, admin, { productNumber: 22, price: 0 });
    // Sessions 1 and 2 are open to all logged-in users.
    const openToAll = await createTestProduct(app, admin, { type: 'session', productNumber: 2 });
    const gone = await createTestProduct(app, admin, { productNumber: 23 });
    await deleteProduct(app.deps, admin, gone.id, testMetadata);
    const cases = [
      [hidden, 'invalid_input'],
      [free, 'invalid_input'],
      [zero, 'invalid_input'],
      [openToAll, 'invalid_input'],
      [gone, 'not_found'],
      [{ ...product, id: 999_999 }, 'not_found'],
      [{ ...product, type: 'session' as const }, 'not_found'],
    ] as const;
    for (const [wanted, code] of cases) {
      await expect(click(buyer, wanted)).rejects.toMatchObject({
        code,
        message: expect.stringContaining('Failed to create purchase session'),
      });
    }
    expect(creations()).toHaveLength(before);
    expect(await purchasesOf(app, buyer)).toEqual([]);
  });
});

describe('one open session per user and product', () => {
  it('returns the same URL on a second click', async () => {
    const buyer = await app.createUser();
    const first = await click(buyer);
    expect(await click(buyer)).toEqual(first);
    expect(sessionsOf(buyer)).toHaveLength(1);
  });

  it('opens one session for twenty concurrent clicks', async () => {
    const buyer = await app.createUser();
    const results = await Promise.all(Array.from({ length: 20 }, () => click(buyer)));
    expect(new Set(results.map(({ url }) => url)).size).toBe(1);
    expect(sessionsOf(buyer)).toHaveLength(1);
    expect(await purchasesOf(app, buyer)).toHaveLength(1);
  });

  it('opens separate sessions for two users', async () => {
    const [one, two] = [await app.createUser(), await app.createUser()];
    expect((await click(one)).url).not.toBe((await click(two)).url);
  });

  it('replaces an open session when the price changed, and closes it at Stripe', async () => {
    const buyer = await app.createUser();
    const changing = await createTestProduct(app, admin, { productNumber: 31 });
    const old = await openSession(app, buyer, changing);
    const cheaper = await updateProduct(
      app.deps,
      admin,
      { ...productInput({ productNumber: 31, price: 999 }), id: changing.id },
      testMetadata,
    );
    const fresh = await openSession(app, buyer, cheaper);
    expect(fresh).not.toBe(old);
    expect(app.sandbox.sessions().find(({ id }) => id === old)?.status).toBe('expired');
    expect((await purchaseOf(app, old)).status).toBe('failed');
    expect((await purchaseOf(app, fresh)).amount_cents).toBe(999);
  });

  it('opens a new session after the old one expired', async () => {
    const buyer = await app.createUser();
    const old = await openSession(app, buyer, product);
    app.sandbox.expire(old);
    expect(await openSession(app, buyer, product)).not.toBe(old);
    expect((await purchaseOf(app, old)).status).toBe('failed');
  });

  it('rejects a product that the user has paid for, even if only Stripe knows of the payment', async () => {
    const buyer = await app.createUser();
    await buy(app, buyer, product);
    await expect(click(buyer)).rejects.toMatchObject({
      code: 'already_owned',
      message: 'You already own this product.',
    });

    const paidElsewhere = await app.createUser();
    const sessionId = await payFor(app, paidElsewhere, product);
    await expect(click(paidElsewhere)).rejects.toMatchObject({ code: 'already_owned' });
    expect((await purchaseOf(app, sessionId)).status).toBe('completed');
  });

  it('completes a purchase that is paid while its session is being closed because of a new price', async () => {
    const buyer = await app.createUser();
    const changing = await createTestProduct(app, admin, { productNumber: 32 });
    const sessionId = await openSession(app, buyer, changing);
    const cheaper = await updateProduct(
      app.deps,
      admin,
      { ...productInput({ productNumber: 32, price: 999 }), id: changing.id },
      testMetadata,
    );
    await app.sandbox.pay(sessionId);
    // The first read returns the session as open, as if the payment came a moment later.
    let reads = 0;
    app.sandbox.faults.alterSession = (session) => {
      reads += 1;
      return reads === 1 ? { ...session, status: 'open', payment_status: 'unpaid' } : session;
    };
    await expect(click(buyer, cheaper)).rejects.toMatchObject({ code: 'already_owned' });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed', amount_cents: 1999 });
    expect(sessionsOf(buyer)).toHaveLength(1);
  });

  it('does not sell a product again while a delayed payment for it is in progress', async () => {
    const buyer = await app.createUser();
    await payFor(app, buyer, product, 'delayed');
    await expect(click(buyer)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('processed'),
    });
    expect(sessionsOf(buyer)).toHaveLength(1);
  });
});

describe('checkout during Stripe failures', () => {
  const isCreation = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path === '/v1/checkout/sessions';

  it.each([
    ['a connection reset before Stripe acts', { kind: 'reset', when: 'before' }, 1],
    ['a connection reset after Stripe has acted', { kind: 'reset', when: 'after' }, 1],
    ['a response cut off on the wire', { kind: 'truncate', as: 'aborted' }, 1],
    ['half a response', { kind: 'truncate', as: 'invalid_json' }, 1],
    ['one 500', { kind: 'status', status: 500, when: 'before' }, 1],
    ['two 500s', { kind: 'status', status: 500, when: 'before' }, 2],
    ['a 500 that Stripe repeats forever', { kind: 'status', status: 500, when: 'before', saved: true }, 1],
    ['an idempotency key in use', { kind: 'status', status: 409, when: 'before' }, 2],
  ] as const)('opens a payment page despite %s', async (_name, fault, count) => {
    const buyer = await app.createUser();
    app.sandbox.faults.onRequest = failNext(count, fault, isCreation);
    // If the first click is rejected, a second one succeeds.
    const { url } = await click(buyer).catch(() => click(buyer));
    expect((await purchaseOf(app, sessionIdOf(url))).status).toBe('pending');
    const pending = (await purchasesOf(app, buyer)).filter(({ status }) => status === 'pending');
    expect(pending).toHaveLength(1);
    const requests = creations().filter(({ params }) => params.client_reference_id === buyer.userId);
    // A repeated request with the same idempotency key created no second session.
    expect(sessionsOf(buyer).length).toBeLessThanOrEqual(
      new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size,
    );
  });

  it('does not keep repeating a failure that Stripe stored for the idempotency key', async () => {
    const buyer = await app.createUser();
    app.sandbox.faults.onRequest = failNext(
      1,
      { kind: 'status', status: 500, when: 'after', saved: true },
      isCreation,
    );
    const { url } = await click(buyer);
    const rows = await purchasesOf(app, buyer);
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'pending']);
    expect(rows[1]?.checkout_url).toBe(url);
  });

  it('continues an attempt interrupted by a crash, with the session that Stripe created', async () => {
    const buyer = await app.createUser();
    const sessionId = await openSession(app, buyer, product);
    // As if the server had crashed between Stripe's response and our commit.
    await app.deps.db
      .updateTable('purchases')
      .set({ checkout_session_id: null, checkout_url: null, checkout_expires_at: null })
      .where('checkout_session_id', '=', sessionId)
      .execute();
    expect(await openSession(app, buyer, product)).toBe(sessionId);
    expect(sessionsOf(buyer)).toHaveLength(1);
  });

  it('starts a new attempt when the interrupted attempt is too old to repeat', async () => {
    const buyer = await app.createUser();
    const sessionId = await openSession(app, buyer, product);
    await app.deps.db
      .updateTable('purchases')
      .set({
        checkout_session_id: null,
        checkout_url: null,
        // Attempts are repeated for 22 hours, because Stripe forgets an idempotency key after 24.
        created_at: new Date(Date.now() - 23 * 3_600_000),
      })
      .where('checkout_session_id', '=', sessionId)
      .execute();
    expect(await openSession(app, buyer, product)).not.toBe(sessionId);
    expect((await purchasesOf(app, buyer)).map(({ status }) => status)).toEqual(['failed', 'pending']);
  });

  it("starts a new attempt after the server's clock, which was an hour ahead, has been corrected", async () => {
    const buyer = await app.createUser();
    const hour = 60 * 60_000;
    app.clock.advance(hour);
    await expect(click(buyer)).rejects.toMatchObject({ code: 'payments_unavailable' });
    app.clock.advance(-hour);
    const { url } = await click(buyer);
    expect(sessionsOf(buyer).map((session) => session.url)).toEqual([url]);
  });

  it('returns 503 with a message within 15 s if Stripe hangs, and the next click opens a payment page', async () => {
    const buyer = await app.createUser();
    app.sandbox.faults.onRequest = failNext(10, { kind: 'hang' }, isCreation);
    const startedAt = performance.now();
    await expect(click(buyer)).rejects.toMatchObject({
      code: 'payments_unavailable',
      message: expect.stringContaining('Failed to create purchase session'),
    });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    app.sandbox.faults.onRequest = undefined;
    expect((await click(buyer)).url).toContain('/c/pay/');
    expect(await purchasesOf(app, buyer)).toHaveLength(1);
  });

  it('reports that payments are unavailable when Stripe rejects our API key', async () => {
    const buyer = await app.createUser();
    app.sandbox.faults.onRequest = failNext(10, { kind: 'status', status: 401 }, isCreation);
    await expect(click(buyer)).rejects.toMatchObject({ code: 'payments_unavailable' });
    expect((await purchasesOf(app, buyer)).map(({ status }) => status)).toEqual(['pending']);
  });
});
