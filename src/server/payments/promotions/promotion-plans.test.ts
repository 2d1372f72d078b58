import type Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { promotionCodeError } from '../../../shared/payments/promotion-codes.ts';
import { emailsTo } from '../../../testing/rows.ts';
import type { AdminActor } from '../../actor.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { startCheckout } from '../checkout/purchase-checkout.operations.ts';
import { createPromotion } from '../testing/promotions.ts';
import { checkoutInput, createAdmin, createTestProduct, sessionIdOf } from '../testing/purchases.ts';
import {
  monthMs,
  openPlan,
  passTime,
  setBillingTime,
  setRealTime,
  subscriptionOf,
  subscriptionsOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';
import { findCodeOfPlanStart } from './promotions.queries.ts';

const { app, user, delivery } = setUpPlanWorld();
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});
beforeEach(() => setRealTime(app));

async function openWith(promotionCode: string, plan: PaidPlan = 'gold'): Promise<string> {
  setRealTime(app);
  const { url } = await app.caller(user).payments.createSubscriptionSession({ plan, promotionCode });
  return sessionIdOf(url);
}

const sessionAtStripe = (id: string) => app.sandbox.sessions().find((session) => session.id === id);

async function priceOf(plan: PaidPlan): Promise<number> {
  const offers = await app.caller(null).payments.plans();
  return offers.find((offer) => offer.plan === plan)?.priceCents ?? 0;
}

async function redemptionsOf(id: string) {
  return (await app.caller(admin).admin.promotions.redemptions({ id })).items;
}

describe("the check of the total on a plan's payment page", () => {
  const withAlteredSession = async <Result>(
    changes: Partial<Stripe.Checkout.Session>,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    app.sandbox.faults.alterNewSession = (session) => ({ ...session, ...changes });
    try {
      return await work();
    } finally {
      app.sandbox.faults.alterNewSession = undefined;
    }
  };
  const sessions = () => app.sandbox.sessions().filter((one) => one.client_reference_id === user.userId);

  it('rejects a page with tax, another currency or another price', async () => {
    const price = await priceOf('gold');
    for (const changes of [
      { amount_total: price + 1 },
      { currency: 'eur' },
      { amount_subtotal: price - 1, amount_total: price - 1 },
    ]) {
      const call = withAlteredSession(changes, () => openPlan(app, user, 'gold'));
      await expect(call).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('Nothing was charged'),
      });
    }
    expect(sessions().map(({ status }) => status)).toEqual(['expired', 'expired', 'expired']);
    await openPlan(app, user, 'gold');
  });

  it('accepts a discount that differs by one cent, because Stripe may round a percentage differently', async () => {
    const { code } = await createPromotion(app, admin, { percentOff: 50 });
    const total = (await priceOf('gold')) / 2 + 1;
    const sessionId = await withAlteredSession({ amount_total: total }, () => openWith(code));
    expect(await openWith(code)).toBe(sessionId);
    const checkout = await app.deps.db
      .selectFrom('subscription_checkouts')
      .select((eb) => eb('price_cents', '-', eb.ref('discount_cents')).as('cents'))
      .where('checkout_session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect(checkout.cents).toBe(total);
  });
});

describe('a plan with a code', () => {
  it('discounts the first month, and charges the full price for later months', async () => {
    const { id, code } = await createPromotion(app, admin, { percentOff: 50 });
    const price = await priceOf('gold');
    const first = price - Math.round(price / 2);
    const preview = await app.caller(user).payments.checkPromotionCode({ code, plan: 'gold' });
    expect(preview).toEqual({ code, discountCents: price - first, totalCents: first });
    const sessionId = await openWith(code);
    expect(sessionAtStripe(sessionId)).toMatchObject({ amount_subtotal: price, amount_total: first });
    expect((await app.caller(user).payments.checkoutSession({ sessionId })).amount_total).toBe(first);
    await app.sandbox.pay(sessionId);
    expect(await app.caller(user).payments.verifySubscription({ sessionId })).toMatchObject({
      success: true,
    });
    await delivery.deliverNew();
    setBillingTime(app);
    expect(await subscriptionOf(app, user)).toMatchObject({ plan: 'gold', price_cents: price });
    expect(await app.caller(user).payments.mySubscription()).toMatchObject({
      priceCents: price,
      renewalCents: price,
    });
    const sums = async () =>
      (
        await app.deps.db
          .selectFrom('billing_payments')
          .select('amount_cents')
          .where('user_id', '=', user.userId)
          .orderBy('created_at')
          .execute()
      ).map(({ amount_cents }) => amount_cents);
    expect(await sums()).toEqual([first]);
    expect(await redemptionsOf(id)).toMatchObject([
      { userId: user.userId, what: 'Gold', paidCents: first, discountCents: price - first },
    ]);
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await sums()).toEqual([first, price]);
    expect(await app.caller(user).payments.myPayments()).toMatchObject([
      { amountCents: price, discountCents: 0, promotionCode: null },
      { amountCents: first, discountCents: price - first, promotionCode: code },
    ]);
    expect(await redemptionsOf(id)).toHaveLength(1);
    const { payments } = app.caller(admin).admin;
    const { items } = await payments.search({ userId: user.userId });
    expect(items.map((one) => [one.promotionCode, one.discountCents])).toEqual([
      [null, 0],
      [code, price - first],
    ]);
    const pages = await Promise.all(items.map(({ id: paymentId }) => payments.page({ paymentId })));
    expect(pages.map(({ promotion }) => promotion)).toEqual([null, { code, discountCents: price - first }]);
    const emails = await emailsTo(app, user, 'subscription_receipt');
    expect(emails.map(({ body_text }) => body_text.includes(`with the code ${code}`))).toEqual([true, false]);
  });

  it('the code that a subscription started with is found, even if the checkout is not completed or a later checkout has another code', async () => {
    const [first, later] = [await createPromotion(app, admin), await createPromotion(app, admin)];
    const sessionId = await openWith(first.code);
    await app.sandbox.pay(sessionId);
    await app.caller(user).payments.verifySubscription({ sessionId });
    const { id } = await subscriptionOf(app, user);
    const codeOf = (subscriptionId: string) =>
      inTransaction(app.deps.db, (trx) => findCodeOfPlanStart(trx, user.userId, subscriptionId));
    await app.deps.stripe.subscriptions.cancel(id);
    await delivery.deliverNew();
    await openWith(later.code);
    expect(await codeOf(id)).toBe(first.code);
    expect(await codeOf('sub_new')).toBe(later.code);
  });

  it('the code is redeemed once when the webhook and twenty returns from the payment page report the payment concurrently', async () => {
    const { id, code } = await createPromotion(app, admin, { scope: { kind: 'plan', plan: 'silver' } });
    const sessionId = await openWith(code, 'silver');
    await app.sandbox.pay(sessionId);
    const { verifySubscription } = app.caller(user).payments;
    await Promise.all([
      delivery.deliverNew(),
      ...Array.from({ length: 20 }, () => verifySubscription({ sessionId })),
    ]);
    expect(await redemptionsOf(id)).toHaveLength(1);
    expect(await subscriptionsOf(app, user)).toHaveLength(1);
  });
});

describe('the payment page of a plan', () => {
  it('is reused for the same code, and replaced when a code is added or removed', async () => {
    const { code } = await createPromotion(app, admin);
    const plain = await openPlan(app, user, 'gold');
    const withCode = await openWith(code);
    expect(await openWith(code)).toBe(withCode);
    const again = await openPlan(app, user, 'gold');
    expect([plain, withCode, again].map((id) => sessionAtStripe(id)?.status)).toEqual([
      'expired',
      'expired',
      'open',
    ]);
  });

  it('does not open with a code for another plan, but opens without a code', async () => {
    const { code } = await createPromotion(app, admin, { scope: { kind: 'plan', plan: 'diamond' } });
    await expect(openWith(code)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { code: 'invalid_input', fields: { promotionCode: promotionCodeError } },
    });
    await expect(openPlan(app, user, 'gold')).resolves.toBeDefined();
  });

  it('is closed when a page for a product is opened with the same code, and vice versa', async () => {
    const { code } = await createPromotion(app, admin);
    const product = await createTestProduct(app, admin);
    const buy = async () =>
      sessionIdOf(
        (await startCheckout(app.deps, user, { ...checkoutInput(product), promotionCode: code })).url,
      );
    const plan = await openWith(code);
    const purchase = await buy();
    expect(sessionAtStripe(plan)?.status).toBe('expired');
    expect(sessionAtStripe(purchase)?.status).toBe('open');
    const later = await openWith(code);
    expect(sessionAtStripe(purchase)?.status).toBe('expired');
    await app.sandbox.pay(later);
    // Paid, but no event has arrived yet: the next click reads the payment from Stripe and is rejected.
    await expect(buy()).rejects.toMatchObject({ fields: { promotionCode: promotionCodeError } });
    expect(await subscriptionOf(app, user)).toMatchObject({ plan: 'gold' });
  });

  it('is opened once for twenty clicks with a code', async () => {
    const { code } = await createPromotion(app, admin);
    const ids = await Promise.all(Array.from({ length: 20 }, () => openWith(code)));
    expect(new Set(ids).size).toBe(1);
  });
});

it('the redemption of a code is counted even if the plan was paid for and canceled before any event was delivered', async () => {
  const { id, code } = await createPromotion(app, admin, { percentOff: 50 });
  const sessionId = await openWith(code);
  await app.sandbox.pay(sessionId);
  await app.deps.stripe.subscriptions.cancel(String(sessionAtStripe(sessionId)?.subscription));
  await delivery.deliverNew();
  expect(await redemptionsOf(id)).toHaveLength(1);
});
