import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { createPromotion, promotionInput } from '../testing/promotions.ts';
import { createAdmin, createTestProduct, testMetadata } from '../testing/purchases.ts';
import { createPromotionCode, endPromotionCode } from './promotions-admin.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin);
});

async function atStripe(code: string) {
  const { data } = await app.deps.stripe.promotionCodes.list({ code, expand: ['data.promotion.coupon'] });
  return data;
}

async function auditOf(id: string): Promise<string[]> {
  const rows = await app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  expect(rows.every(({ actor_id }) => actor_id === admin.userId)).toBe(true);
  return rows.map(({ action }) => action);
}

it('the list is paged, and its first page has the totals of all codes', async () => {
  const { promotions } = app.caller(admin).admin;
  const rows = Array.from({ length: 120 }, (_, index) => ({
    id: randomUUID(),
    code: `OLD-${index}`,
    percent_off: 10,
    scope: 'everything' as const,
    // Several codes were created at the same moment.
    created_at: new Date(Date.UTC(2024, 0, 1, 0, Math.floor(index / 10))),
  }));
  await app.deps.db.insertInto('promotion_codes').values(rows).execute();
  const first = await promotions.list({});
  expect(first.totals).toMatchObject({ codes: 120, redemptions: 0, discountedCents: 0 });
  const second = await promotions.list({ cursor: first.nextCursor ?? '' });
  const third = await promotions.list({ cursor: second.nextCursor ?? '' });
  expect(second.totals).toBeNull();
  expect(third.nextCursor).toBeNull();
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
  expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  await expect(promotions.list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await app.deps.db.deleteFrom('promotion_codes').execute();
});

describe('creating a code', () => {
  it('trims the code, changes it to upper case, and stores it here and at Stripe', async () => {
    const { admin: caller } = app.caller(admin);
    const expiresAt = new Date(app.deps.now().getTime() + 86_400_000).toISOString();
    const created = await caller.promotions.create({
      id: randomUUID(),
      code: ' summer-5 ',
      amountOffCents: 500,
      scope: { kind: 'product', productId: product.id },
      expiresAt,
      maxRedemptions: 3,
    });
    expect(created).toEqual({
      id: created.id,
      code: 'SUMMER-5',
      percentOff: null,
      amountOffCents: 500,
      scope: { kind: 'product', productId: product.id, title: product.title },
      expiresAt,
      maxRedemptions: 3,
      redemptions: 0,
      discountedCents: 0,
      isReady: true,
      endedAt: null,
      createdAt: expect.any(String),
    });
    expect(await atStripe('SUMMER-5')).toMatchObject([
      {
        active: true,
        max_redemptions: 3,
        expires_at: Math.floor(Date.parse(expiresAt) / 1000),
        promotion: { coupon: { amount_off: 500, currency: 'usd', duration: 'once' } },
      },
    ]);
    expect(await auditOf(created.id)).toEqual(['promotion_code.created']);
    expect((await caller.promotions.list({})).items[0]).toEqual(created);
  });

  it.each([
    [{ kind: 'everything' }],
    [{ kind: 'products' }],
    [{ kind: 'plans' }],
    [{ kind: 'plan', plan: 'gold' }],
  ] as const)('creates a code for %j', async (scope) => {
    expect((await createPromotion(app, admin, { scope })).scope).toEqual(scope);
  });

  it('creates one code and one audit entry for twenty concurrent saves', async () => {
    const input = promotionInput();
    const created = await Promise.all(
      Array.from({ length: 20 }, () => createPromotionCode(app.deps, admin, input, testMetadata)),
    );
    expect(new Set(created.map(({ id }) => id))).toEqual(new Set([input.id]));
    expect(created.every(({ isReady }) => isReady)).toBe(true);
    expect(await atStripe(input.code)).toHaveLength(1);
    expect(await auditOf(input.id)).toEqual(['promotion_code.created']);
  });

  it('if Stripe is unavailable, the code is stored as not ready, and saving it again creates the code at Stripe', async () => {
    const input = promotionInput();
    app.sandbox.faults.onRequest = ({ path }) =>
      path === '/v1/promotion_codes' ? { kind: 'reset', when: 'before' } : undefined;
    const click = () => createPromotionCode(app.deps, admin, input, testMetadata);
    await expect(click()).rejects.toMatchObject({ code: 'payments_unavailable' });
    const { items } = await app.caller(admin).admin.promotions.list({});
    expect(items.find(({ id }) => id === input.id)).toMatchObject({ isReady: false });
    app.sandbox.faults.onRequest = undefined;
    expect(await click()).toMatchObject({ isReady: true });
    expect(await atStripe(input.code)).toHaveLength(1);
  });

  it('a code that expired before it was created at Stripe is no longer created there', async () => {
    const hourMs = 3_600_000;
    const input = promotionInput({ expiresAt: new Date(app.deps.now().getTime() + hourMs).toISOString() });
    app.sandbox.faults.onRequest = ({ path }) =>
      path === '/v1/promotion_codes' ? { kind: 'reset', when: 'before' } : undefined;
    const click = () => createPromotionCode(app.deps, admin, input, testMetadata);
    await expect(click()).rejects.toMatchObject({ code: 'payments_unavailable' });
    app.sandbox.faults.onRequest = undefined;
    app.clock.advance(2 * hourMs);
    await expect(click()).rejects.toMatchObject({ code: 'invalid_input' });
    app.clock.advance(-2 * hourMs);
    expect(await atStripe(input.code)).toEqual([]);
  });

  it('finds a code that was created at Stripe a day ago by a request whose response was lost', async () => {
    const input = promotionInput();
    const { id: coupon } = await app.deps.stripe.coupons.create({ duration: 'once', percent_off: 20 });
    // Sent without the idempotency key of the lost request, because Stripe deletes keys after a day.
    const known = await app.deps.stripe.promotionCodes.create({
      code: input.code,
      promotion: { type: 'coupon', coupon },
      metadata: { promotionCodeId: input.id },
    });
    expect(await createPromotionCode(app.deps, admin, input, testMetadata)).toMatchObject({ isReady: true });
    expect((await atStripe(input.code)).map(({ id }) => id)).toEqual([known.id]);
    await endPromotionCode(app.deps, admin, input.id, testMetadata);
    expect(await atStripe(input.code)).toMatchObject([{ active: false }]);
  });
});

describe('invalid codes', () => {
  const create = (changes: Record<string, unknown>) =>
    app.caller(admin).admin.promotions.create({ ...promotionInput(), ...changes });
  const fieldsOf = async (call: Promise<unknown>): Promise<string[]> => {
    const error: unknown = await call.then(
      () => new Error('it was not rejected'),
      (reason: unknown) => reason,
    );
    const cause = error instanceof Error ? error.cause : undefined;
    if (typeof cause !== 'object' || cause === null) throw error;
    if ('fields' in cause && typeof cause.fields === 'object') return Object.keys(cause.fields ?? {});
    if ('issues' in cause && Array.isArray(cause.issues)) {
      return cause.issues.map(({ path }: { path: (string | number)[] }) => path.join('.'));
    }
    throw error;
  };

  it.each([
    ['code', 'a short code', { code: 'NO' }],
    ['code', 'a code with a space', { code: 'SPRING 20' }],
    ['code', 'a code with a percent sign', { code: 'SPRING%20' }],
    ['code', 'a long code', { code: 'A'.repeat(41) }],
    ['percentOff', '0%', { percentOff: 0 }],
    ['percentOff', '100%', { percentOff: 100 }],
    ['percentOff', '12.5%', { percentOff: 12.5 }],
    ['percentOff', 'no discount', { percentOff: undefined }],
    ['percentOff', 'a percentage and an amount', { amountOffCents: 500 }],
    ['amountOffCents', 'an amount of $0.49', { percentOff: undefined, amountOffCents: 49 }],
    ['maxRedemptions', 'a code that nobody may redeem', { maxRedemptions: 0 }],
    ['expiresAt', 'an expiry that is not a time', { expiresAt: 'tomorrow' }],
    ['expiresAt', 'an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['productId', 'an unknown product', { scope: { kind: 'product', productId: 2_000_000 } }],
    ['scope.plan', 'an unknown membership', { scope: { kind: 'plan', plan: 'custom' } }],
    ['id', 'an id that is not a UUID', { id: 'mine' }],
  ])('reports an error at the field `%s` for %s', async (field, _case, changes) => {
    expect(await fieldsOf(create(changes))).toEqual([field]);
  });

  it('rejects a code for one product or membership whose price is too low for the discount', async () => {
    const { price } = product;
    const scope = { kind: 'product', productId: product.id } as const;
    const off = (amountOffCents: number) => create({ scope, percentOff: undefined, amountOffCents });
    expect(await fieldsOf(off(price - 49))).toEqual(['amountOffCents']);
    await off(price - 50);
    const offSilver = (percentOff: number) => create({ scope: { kind: 'plan', plan: 'silver' }, percentOff });
    expect(await fieldsOf(offSilver(51))).toEqual(['percentOff']);
    await offSilver(50);
  });

  it('rejects a code that exists or existed', async () => {
    const { id, code } = await createPromotion(app, admin);
    await endPromotionCode(app.deps, admin, id, testMetadata);
    expect(await fieldsOf(create({ code: code.toLowerCase() }))).toEqual(['code']);
    const twice = promotionInput();
    const results = await Promise.allSettled([
      create({ code: twice.code }),
      create({ code: twice.code }),
      create({ code: twice.code }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('rejects other values for the id of an existing code', async () => {
    const input = promotionInput();
    await createPromotionCode(app.deps, admin, input, testMetadata);
    const changed = createPromotionCode(app.deps, admin, { ...input, percentOff: 99 }, testMetadata);
    await expect(changed).rejects.toMatchObject({ code: 'conflict' });
    expect(await atStripe(input.code)).toMatchObject([{ promotion: { coupon: { percent_off: 20 } } }]);
  });
});

describe('ending a code', () => {
  it('ends a code permanently, here and at Stripe; if Stripe is unavailable, ending the code again repeats the call', async () => {
    const { id, code } = await createPromotion(app, admin);
    app.sandbox.faults.onRequest = () => ({ kind: 'reset', when: 'before' });
    const end = () => endPromotionCode(app.deps, admin, id, testMetadata);
    await expect(end()).rejects.toMatchObject({ code: 'payments_unavailable' });
    const user = await app.createUser();
    const check = () => app.caller(user).payments.checkPromotionCode({ code, plan: 'gold' });
    await expect(check()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    app.sandbox.faults.onRequest = undefined;
    const [first, second] = [await end(), await end()];
    expect(first.endedAt).not.toBeNull();
    expect(second.endedAt).toBe(first.endedAt);
    expect(await atStripe(code)).toMatchObject([{ active: false }]);
    expect(await auditOf(id)).toEqual(['promotion_code.created', 'promotion_code.ended']);
  });

  it('returns not_found for an unknown code', async () => {
    const id = randomUUID();
    await expect(endPromotionCode(app.deps, admin, id, testMetadata)).rejects.toMatchObject({
      code: 'not_found',
    });
    const { admin: caller } = app.caller(admin);
    await expect(caller.promotions.redemptions({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('lists redemptions by page, newest first, without the id and email of deleted users', async () => {
  const { id } = await createPromotion(app, admin);
  const [student, gone] = [await app.createUser(), await app.createUser()];
  await app.deps.db
    .insertInto('promotion_redemptions')
    .values(
      Array.from({ length: 120 }, (_, index) => ({
        promotion_code_id: id,
        user_id: index === 119 ? gone.userId : student.userId,
        source_id: randomUUID(),
        what: `Sale ${index}`,
        paid_cents: 100,
        discount_cents: 25,
        at: app.deps.now(),
      })),
    )
    .execute();
  await app.deps.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', gone.userId)
    .execute();
  const { admin: caller } = app.caller(admin);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await caller.promotions.redemptions({ id, ...(cursor !== undefined && { cursor }) });
    if (cursor === undefined) expect(page.items[0]).toMatchObject({ userId: null, email: null });
    expect(page.items.length).toBeLessThanOrEqual(50);
    seen.push(...page.items.map(({ what }) => what));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `Sale ${119 - index}`));
  const listed = (await caller.promotions.list({})).items.find((item) => item.id === id);
  expect(listed).toMatchObject({ redemptions: 120, discountedCents: 3000 });
});
