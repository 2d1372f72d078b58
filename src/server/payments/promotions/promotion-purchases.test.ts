import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { promotionCodeError } from '../../../shared/payments/promotion-codes.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { httpClient } from '../../../testing/http-client.ts';
import { waitForLockWaiters } from '../../../testing/lock-waiters.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { startCheckout } from '../checkout/purchase-checkout.operations.ts';
import { lockBuyer } from '../ledger/purchases.queries.ts';
import { emailTo } from '../testing/emails.ts';
import { deliverAll, paymentOf, refundInput } from '../testing/money.ts';
import { createPromotion } from '../testing/promotions.ts';
import {
  alterSession,
  brokenInvariants,
  checkoutInput,
  createAdmin,
  createTestProduct,
  deliver,
  eventAbout,
  openSession,
  payFor,
  purchaseOf,
  purchasesOf,
  sessionIdOf,
} from '../testing/purchases.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;
let other: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin);
  other = await createTestProduct(app, admin, { productNumber: 2, title: 'Turn Traps' });
});
afterAll(async () => {
  expect(await brokenInvariants(app)).toEqual([]);
});

afterEach(() => {
  app.sandbox.faults.alterNewSession = undefined;
});

const rejection = { code: 'invalid_input', fields: { promotionCode: promotionCodeError } };

function click(user: TestUser, promotionCode?: string, wanted = product) {
  return startCheckout(app.deps, user, {
    ...checkoutInput(wanted),
    ...(promotionCode !== undefined && { promotionCode }),
  });
}

async function openWith(user: TestUser, code: string, wanted = product): Promise<string> {
  return sessionIdOf((await click(user, code, wanted)).url);
}

async function buyWith(user: TestUser, code: string, wanted = product): Promise<string> {
  const sessionId = await openWith(user, code, wanted);
  await app.sandbox.pay(sessionId);
  const { success } = await app.caller(user).payments.completePurchase({ sessionId });
  expect(success).toBe(true);
  return sessionId;
}

function sessionAtStripe(id: string) {
  return app.sandbox.sessions().find((session) => session.id === id);
}

describe('a purchase with a code', () => {
  it('charges the quoted amount, is completed by the webhook, and is listed with its discount', async () => {
    const { id, code } = await createPromotion(app, admin);
    const user = await app.createUser();
    const sessionId = await openWith(user, code);
    expect(sessionAtStripe(sessionId)).toMatchObject({
      amount_subtotal: 1999,
      amount_total: 1599,
      cancel_url: `http://localhost:3000/payment-error?reason=cancelled&product=${product.id}&code=${code}`,
    });
    expect((await app.caller(user).payments.checkoutSession({ sessionId })).amount_total).toBe(1599);
    await app.sandbox.pay(sessionId);
    await deliver(app, eventAbout('checkout.session.completed', sessionId));
    await deliver(app, eventAbout('checkout.session.completed', sessionId));
    expect(await purchaseOf(app, sessionId)).toMatchObject({
      status: 'completed',
      amount_cents: 1599,
      discount_cents: 400,
      promotion_code_id: id,
    });

    const caller = app.caller(admin).admin;
    const [row] = (await caller.payments.search({ userId: user.userId })).items;
    expect(row).toMatchObject({ amountCents: 1599, discountCents: 400, promotionCode: code });
    const listed = (await caller.promotions.list({})).items.find((item) => item.id === id);
    expect(listed).toMatchObject({ redemptions: 1, discountedCents: 400 });
    expect(await caller.promotions.redemptions({ id })).toMatchObject({
      items: [
        { userId: user.userId, email: user.email, what: 'River Bluffs', paidCents: 1599, discountCents: 400 },
      ],
      nextCursor: null,
    });
    const mail = await emailTo(app, user, 'receipt');
    expect(mail.body_text).toContain(`Amount: $15.99\nDiscount: $4.00 with the code ${code}`);
  });

  it('is refundable only up to the paid amount', async () => {
    const { code } = await createPromotion(app, admin);
    const sessionId = await buyWith(await app.createUser(), code);
    const payment = await paymentOf(app, admin, sessionId);
    expect(payment.amountCents).toBe(1599);
    const { refund } = app.caller(admin).admin.payments;
    await expect(refund(refundInput(payment, { amountCents: 1999 }))).rejects.toThrow();
    const from = app.sandbox.events().length;
    await refund(refundInput(payment));
    await deliverAll(app, from);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', refunded_cents: 1599 });
    expect(app.sandbox.refunds().at(-1)).toMatchObject({ amount: 1599 });
  });

  it('costs what Stripe calculates, whether Stripe rounds half a cent up or down', async () => {
    const { id, code } = await createPromotion(app, admin, { percentOff: 50 });
    for (const total of [999, 1000]) {
      app.sandbox.faults.alterNewSession = (session) => ({ ...session, amount_total: total });
      const user = await app.createUser();
      const sessionId = await openWith(user, code);
      expect(await openWith(user, code)).toBe(sessionId);
      await app.sandbox.pay(sessionId);
      await deliver(app, eventAbout('checkout.session.completed', sessionId));
      expect(await purchaseOf(app, sessionId)).toMatchObject({
        status: 'completed',
        amount_cents: total,
        discount_cents: 1999 - total,
      });
    }
    const { items } = await app.caller(admin).admin.promotions.redemptions({ id });
    expect(items.map(({ paidCents }) => paidCents).toSorted()).toEqual([1000, 999]);
  });

  it('gets no payment page if Stripe calculates a different discount', async () => {
    const { code } = await createPromotion(app, admin, { percentOff: 50 });
    const user = await app.createUser();
    app.sandbox.faults.alterNewSession = (session) => ({ ...session, amount_total: 1001 });
    await expect(click(user, code)).rejects.toMatchObject(rejection);
    app.sandbox.faults.alterNewSession = undefined;
    const sessions = app.sandbox.sessions().filter((one) => one.client_reference_id === user.userId);
    expect(sessions.map(({ status }) => status)).toEqual(['expired']);
    await openWith(user, code);
    expect((await purchasesOf(app, user)).map(({ status }) => status)).toEqual(['failed', 'pending']);
  });

  it('is put on hold if Stripe charges another amount', async () => {
    const { id, code } = await createPromotion(app, admin);
    const user = await app.createUser();
    const sessionId = await openWith(user, code);
    await app.sandbox.pay(sessionId);
    alterSession(app, sessionId, { amount_total: 1999 });
    const result = await app.caller(user).payments.completePurchase({ sessionId });
    app.sandbox.faults.alterSession = undefined;
    expect(result).toMatchObject({ success: false, status: 'held' });
    const { items } = await app.caller(admin).admin.promotions.redemptions({ id });
    expect(items).toEqual([]);
    const { id: purchaseId } = await purchaseOf(app, sessionId);
    await app.caller(admin).admin.payments.deliverOnHold({ purchaseId, note: 'Looked into it' });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed', amount_cents: 1999 });
    expect((await app.caller(admin).admin.promotions.redemptions({ id })).items).toHaveLength(1);
  });

  it('is rejected if its price differs from the one that the student saw, just like a purchase without a code', async () => {
    const { code } = await createPromotion(app, admin);
    const user = await app.createUser();
    for (const amount of [1599, 1998, 0]) {
      for (const codeInput of [{ promotionCode: code }, {}]) {
        const input = { ...checkoutInput({ ...product, price: amount }), ...codeInput };
        const call = startCheckout(app.deps, user, input);
        await expect(call).rejects.toMatchObject({ code: 'price_changed' });
      }
    }
    expect(await purchasesOf(app, user)).toEqual([]);
  });
});

describe('a purchase with a code over REST', () => {
  const path = '/api/create-purchase-session';

  it('opens the page at the discounted amount, names the field of a rejected code, and requires a login', async () => {
    const { code } = await createPromotion(app, admin);
    const user = await app.createUser({ password: testPassword });
    const client = httpClient(app.app);
    const order = { productType: 'pdf', productId: String(product.id), amount: 1999, promotionCode: code };
    expect((await client.request('POST', path, order)).statusCode).toBe(401);
    await client.request('POST', '/api/login', { email: user.email, password: testPassword });
    for (const promotionCode of ['NOBODYS-CODE', "X' OR 1=1 --", '', 7, null, ['SPRING20']]) {
      const response = await client.request('POST', path, { ...order, promotionCode });
      expect(response.statusCode, String(promotionCode)).toBe(400);
      expect(Object.keys(response.json().fields)).toEqual(['promotionCode']);
    }
    const opened = await client.request('POST', path, order);
    expect(opened.statusCode).toBe(200);
    const sessionId = sessionIdOf(opened.json().url);
    expect(sessionAtStripe(sessionId)).toMatchObject({ amount_total: 1599 });
  });
});

describe('one payment page per user and product', () => {
  it('reuses the open page for the same code, and replaces it for another code or none', async () => {
    const [one, two] = [
      await createPromotion(app, admin),
      await createPromotion(app, admin, { percentOff: 50 }),
    ];
    const user = await app.createUser();
    const plain = await openSession(app, user, product);
    const withOne = await openWith(user, one.code);
    expect(await openWith(user, one.code.toUpperCase())).toBe(withOne);
    const withTwo = await openWith(user, two.code);
    const again = await openSession(app, user, product);
    expect(new Set([plain, withOne, withTwo, again]).size).toBe(4);
    expect([plain, withOne, withTwo, again].map((id) => sessionAtStripe(id)?.status)).toEqual([
      'expired',
      'expired',
      'expired',
      'open',
    ]);
    expect(sessionAtStripe(withTwo)).toMatchObject({ amount_total: 999 });
    expect(sessionAtStripe(again)).toMatchObject({ amount_total: 1999 });
    expect((await purchasesOf(app, user)).map(({ status }) => status).toSorted()).toEqual([
      'failed',
      'failed',
      'failed',
      'pending',
    ]);
  });

  it('opens one page for twenty clicks with a code', async () => {
    const { code } = await createPromotion(app, admin);
    const user = await app.createUser();
    const urls = await Promise.all(Array.from({ length: 20 }, () => click(user, code)));
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    expect(await purchasesOf(app, user)).toMatchObject([{ status: 'pending', discount_cents: 400 }]);
  });

  it('after a code has ended, a page opened with the code accepts no payment, and no new page opens with the code', async () => {
    const { id, code } = await createPromotion(app, admin);
    const user = await app.createUser();
    const sessionId = await openWith(user, code);
    await app.caller(admin).admin.promotions.end({ id });
    await expect(click(user, code)).rejects.toMatchObject(rejection);
    await app.sandbox.pay(sessionId);
    expect(sessionAtStripe(sessionId)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    const plain = await payFor(app, user, product);
    await app.caller(user).payments.completePurchase({ sessionId: plain });
    expect(await purchaseOf(app, plain)).toMatchObject({ status: 'completed', amount_cents: 1999 });
  });

  it('rejects a code that has ended at Stripe but not in the academy, with the error for any invalid code', async () => {
    const { code } = await createPromotion(app, admin);
    const { stripe_promotion_code_id: stripeId } = await app.deps.db
      .selectFrom('promotion_codes')
      .select('stripe_promotion_code_id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    await app.deps.stripe.promotionCodes.update(stripeId ?? '', { active: false });
    const user = await app.createUser();
    await expect(click(user, code)).rejects.toMatchObject(rejection);
    await expect(click(user)).resolves.toBeDefined();
    expect((await purchasesOf(app, user)).map(({ status }) => status)).toEqual(['failed', 'pending']);
  });
});

describe('limits on redemptions', () => {
  it('accepts a single-use code from only one of twenty concurrent students', async () => {
    const { id, code } = await createPromotion(app, admin, { maxRedemptions: 1 });
    const users = await Promise.all(Array.from({ length: 20 }, () => app.createUser()));
    const sessions = await Promise.all(users.map((user) => openWith(user, code)));
    await Promise.all(sessions.map((sessionId) => app.sandbox.pay(sessionId)));
    const results = await Promise.all(
      users.map((user, index) =>
        app.caller(user).payments.completePurchase({ sessionId: sessions[index] ?? '' }),
      ),
    );
    expect(results.filter(({ success }) => success)).toHaveLength(1);
    const listed = (await app.caller(admin).admin.promotions.list({})).items.find((item) => item.id === id);
    expect(listed).toMatchObject({ redemptions: 1, discountedCents: 400 });
    await expect(click(await app.createUser(), code)).rejects.toMatchObject(rejection);
  });

  it('accepts a code once per student, even after a refund', async () => {
    const { code } = await createPromotion(app, admin);
    const user = await app.createUser();
    const sessionId = await buyWith(user, code);
    await expect(click(user, code, other)).rejects.toMatchObject(rejection);
    const from = app.sandbox.events().length;
    await app.caller(admin).admin.payments.refund(refundInput(await paymentOf(app, admin, sessionId)));
    await deliverAll(app, from);
    await expect(click(user, code)).rejects.toMatchObject(rejection);
    await expect(click(await app.createUser(), code)).resolves.toBeDefined();
  });

  it('accepts a code once per student: with payment pages for two products, only on the page opened last', async () => {
    const { id, code } = await createPromotion(app, admin);
    const user = await app.createUser();
    const first = await openWith(user, code);
    const second = await openWith(user, code, other);
    await Promise.all([app.sandbox.pay(first), app.sandbox.pay(second)]);
    for (const sessionId of [first, second])
      await deliver(app, eventAbout('checkout.session.completed', sessionId));
    expect((await purchasesOf(app, user)).filter(({ status }) => status === 'completed')).toMatchObject([
      { product_id: other.id, amount_cents: 1599 },
    ]);
    expect((await app.caller(admin).admin.promotions.redemptions({ id })).items).toHaveLength(1);
  });

  it('accepts a code once per student, even after ten concurrent clicks on two products', async () => {
    const { id, code } = await createPromotion(app, admin);
    const user = await app.createUser();
    const clicks = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => openWith(user, code, index % 2 === 0 ? product : other)),
    );
    const shown = new Set(clicks.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    expect(shown.size).toBeGreaterThan(0);
    await Promise.all(
      [...shown]
        .filter((each) => sessionAtStripe(each)?.status === 'open')
        .map((each) => app.sandbox.pay(each)),
    );
    for (const each of shown) await deliver(app, eventAbout('checkout.session.completed', each));
    expect((await app.caller(admin).admin.promotions.redemptions({ id })).items).toHaveLength(1);
    expect(
      app.sandbox
        .sessions()
        .filter(
          ({ client_reference_id, payment_status }) =>
            client_reference_id === user.userId && payment_status === 'paid',
        ),
    ).toHaveLength(1);
  });

  it('accepts a code once per student, even if the student clicks Buy for a second product while the first payment is being recorded', async () => {
    const { id, code } = await createPromotion(app, admin);
    const user = await app.createUser();
    const first = await openWith(user, code);
    await app.sandbox.pay(first);
    const locked = Promise.withResolvers<void>();
    const bothWait = Promise.withResolvers<void>();
    const holding = inTransaction(app.deps.db, async (trx) => {
      await lockBuyer(trx, user.userId);
      locked.resolve();
      await bothWait.promise;
    });
    await locked.promise;
    const completion = app.caller(user).payments.completePurchase({ sessionId: first });
    await waitForLockWaiters(app.deps.db, 1);
    const second = Promise.allSettled([click(user, code, other)]);
    await waitForLockWaiters(app.deps.db, 2);
    bothWait.resolve();
    await holding;
    expect(await completion).toMatchObject({ success: true });
    expect(await second).toMatchObject([{ status: 'rejected', reason: rejection }]);
    expect((await app.caller(admin).admin.promotions.redemptions({ id })).items).toHaveLength(1);
    expect(await purchasesOf(app, user)).toMatchObject([{ status: 'completed' }]);
  });

  it('rejects the code for another product once a page with this code was paid, and completes the paid purchase', async () => {
    const { code } = await createPromotion(app, admin);
    const user = await app.createUser();
    const first = await openWith(user, code);
    await app.sandbox.pay(first);
    await expect(click(user, code, other)).rejects.toMatchObject(rejection);
    expect(await purchaseOf(app, first)).toMatchObject({ status: 'completed', amount_cents: 1599 });
  });
});
