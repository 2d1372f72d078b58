import { beforeAll, describe, expect, it } from 'vitest';
import { promotionCodeError, promotionDiscount } from '../../../shared/payments/promotion-codes.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { createTestApp, setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { startCheckout } from '../checkout/purchase-checkout.operations.ts';
import { createPromotion } from '../testing/promotions.ts';
import { checkoutInput, createAdmin, createTestProduct, minutesLater } from '../testing/purchases.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;
let other: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin);
  other = await createTestProduct(app, admin, { productNumber: 2, title: 'Turn Traps', price: 60 });
});

const rejection = {
  code: 'BAD_REQUEST',
  message: promotionCodeError,
  cause: { fields: { promotionCode: promotionCodeError } },
};

function check(user: TestUser, code: string, productId = product.id) {
  return app.caller(user).payments.checkPromotionCode({ code, productId });
}

describe('the discount of a code', () => {
  it.each([
    [{ percentOff: 20, amountOffCents: null }, 1999, 400],
    [{ percentOff: 50, amountOffCents: null }, 1001, 501],
    [{ percentOff: 1, amountOffCents: null }, 149, 1],
    [{ percentOff: 99, amountOffCents: null }, 99_999_999, 98_999_999],
    [{ percentOff: null, amountOffCents: 500 }, 1999, 500],
  ])('the code %j reduces a price of %i cents by %i cents', (off, price, discount) => {
    expect(promotionDiscount(off, price)).toBe(discount);
  });

  it('is shown before the purchase, whether the code is entered in upper or lower case', async () => {
    const { code } = await createPromotion(app, admin, { code: 'SPRING20' });
    const user = await app.createUser();
    const preview = { code, discountCents: 400, totalCents: 1599 };
    expect(await check(user, ' spring20 ')).toEqual(preview);
    expect(await app.caller(user).payments.checkPromotionCode({ code, plan: 'gold' })).toMatchObject({
      code,
    });
    expect(app.sandbox.sessions()).toEqual([]);
  });
});

describe('checking a code', () => {
  it.each(['', 'NO', 'NOBODYS-CODE', "X' OR 1=1 --", 'SPRING%', 'SPRING\u0000', 'ÄÖÜ', 'A'.repeat(41)])(
    'gives the same error message for unknown and malformed codes: %j',
    async (code) => {
      await expect(check(await app.createUser(), code)).rejects.toMatchObject(rejection);
    },
  );

  it('gives the same error message for a code that has ended or is not at Stripe yet, and for a product that is hidden, unknown or outside of the code’s scope', async () => {
    const user = await app.createUser();
    const ended = await createPromotion(app, admin);
    await app.caller(admin).admin.promotions.end({ id: ended.id });
    const unready = await createPromotion(app, admin);
    await app.deps.db
      .updateTable('promotion_codes')
      .set({ stripe_promotion_code_id: null })
      .where('id', '=', unready.id)
      .execute();
    const codes = [
      ended,
      unready,
      await createPromotion(app, admin, { scope: { kind: 'plans' } }),
      await createPromotion(app, admin, { scope: { kind: 'plan', plan: 'gold' } }),
      await createPromotion(app, admin, { percentOff: 10, scope: { kind: 'product', productId: other.id } }),
    ];
    for (const { code } of codes) {
      await expect(check(user, code), code).rejects.toMatchObject(rejection);
      const click = startCheckout(app.deps, user, { ...checkoutInput(product), promotionCode: code });
      await expect(click, code).rejects.toMatchObject({
        code: 'invalid_input',
        message: promotionCodeError,
      });
    }
    const { id } = await createTestProduct(app, admin, { productNumber: 9, isActive: false });
    const fitting = await createPromotion(app, admin);
    await expect(check(user, fitting.code, id)).rejects.toMatchObject(rejection);
    await expect(check(user, fitting.code, 2_000_000)).rejects.toMatchObject(rejection);
    expect(await app.deps.db.selectFrom('purchases').select('id').execute()).toEqual([]);
  });

  it("rejects a code that would leave less than 50 cents to pay, Stripe's minimum charge", async () => {
    const user = await app.createUser();
    const [leaves50, leaves49, amount] = await Promise.all([
      createPromotion(app, admin, { percentOff: 16 }),
      createPromotion(app, admin, { percentOff: 18 }),
      createPromotion(app, admin, { amountOffCents: 1950 }),
    ]);
    expect(await check(user, leaves50.code, other.id)).toMatchObject({ discountCents: 10, totalCents: 50 });
    const tooCheap = (price: string) => ({
      code: 'BAD_REQUEST',
      cause: { fields: { promotionCode: expect.stringContaining(`only for prices of ${price} or more`) } },
    });
    await expect(check(user, leaves49.code, other.id)).rejects.toMatchObject(tooCheap('$0.61'));
    await expect(check(user, amount.code)).rejects.toMatchObject(tooCheap('$20.00'));
    await app.deps.db
      .updateTable('products')
      .set({ price_cents: 2000 })
      .where('id', '=', product.id)
      .execute();
    expect(await check(user, amount.code)).toMatchObject({ totalCents: 50 });
    await app.deps.db
      .updateTable('products')
      .set({ price_cents: 1999 })
      .where('id', '=', product.id)
      .execute();
  });

  it('accepts a code only for the products and plans in its scope', async () => {
    const { payments } = app.caller(await app.createUser());
    const codeFor = async (scope: Parameters<typeof createPromotion>[2]) =>
      (await createPromotion(app, admin, scope)).code;
    const products = await codeFor({ scope: { kind: 'products' } });
    const plans = await codeFor({ scope: { kind: 'plans' } });
    const one = await codeFor({ scope: { kind: 'product', productId: product.id } });
    const gold = await codeFor({ scope: { kind: 'plan', plan: 'gold' } });
    for (const code of [products, one]) {
      await expect(payments.checkPromotionCode({ code, productId: product.id })).resolves.toBeDefined();
      await expect(payments.checkPromotionCode({ code, plan: 'gold' })).rejects.toMatchObject(rejection);
    }
    for (const code of [plans, gold]) {
      await expect(payments.checkPromotionCode({ code, plan: 'gold' })).resolves.toBeDefined();
    }
    await expect(payments.checkPromotionCode({ code: gold, plan: 'silver' })).rejects.toMatchObject(
      rejection,
    );
  });

  it('requires either a product or a plan', async () => {
    const { payments } = app.caller(await app.createUser());
    await expect(payments.checkPromotionCode({ code: 'SPRING20' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(
      payments.checkPromotionCode({ code: 'SPRING20', productId: product.id, plan: 'gold' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('expiry and rate limit', () => {
  it('rejects a code that expired between the preview and the purchase', async () => {
    const expiresAt = new Date(app.deps.now().getTime() + 5 * 60_000).toISOString();
    const { code } = await createPromotion(app, admin, { expiresAt });
    const user = await app.createUser();
    expect(await check(user, code)).toMatchObject({ totalCents: 1599 });
    await minutesLater(app, 5, async () => {
      const click = startCheckout(app.deps, user, { ...checkoutInput(product), promotionCode: code });
      await expect(click).rejects.toMatchObject({ message: promotionCodeError });
    });
  });

  it('limits guesses to twenty per hour, counting previews and purchases together', async () => {
    const strict = await createTestApp({ stripe: 'sandbox', rateLimitFactor: 1 });
    const strictAdmin = await createAdmin(strict);
    const { id, type, price } = await createTestProduct(strict, strictAdmin);
    const { code } = await createPromotion(strict, strictAdmin);
    const user = await strict.createUser();
    const preview = (text: string, of = user) =>
      strict.caller(of).payments.checkPromotionCode({ code: text, productId: id });
    const click = (promotionCode?: string) =>
      startCheckout(strict.deps, user, {
        ...checkoutInput({ id, type, price }),
        ...(promotionCode !== undefined && { promotionCode }),
      });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expect(preview(`GUESS-${attempt}`)).rejects.toMatchObject(rejection);
      await expect(click(`GUESS-${attempt}`)).rejects.toMatchObject({ message: promotionCodeError });
    }
    await expect(preview(code)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(click(code)).rejects.toMatchObject({ code: 'too_many_attempts' });
    // Buying without a code still works, and other users are not blocked.
    await expect(click()).resolves.toBeDefined();
    await expect(preview(code, await strict.createUser())).resolves.toBeDefined();
    await strict.close();
  });
});
