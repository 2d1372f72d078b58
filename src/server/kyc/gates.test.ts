import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../testing/http-client.ts';
import { changeUser } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import { createTestProduct } from '../payments/testing/purchases.ts';
import { subscribe } from '../payments/testing/subscriptions.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: TestUser & AdminActor;
let product: Awaited<ReturnType<typeof createTestProduct>>;

beforeAll(async () => {
  admin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
  product = await createTestProduct(app, admin, { type: 'session', productNumber: 7 });
});
afterEach(async () => {
  await set('kycGate', 'off');
  await set('requireVerifiedEmailAtCheckout', false);
});

const set = (key: 'kycGate' | 'requireVerifiedEmailAtCheckout', value: string | boolean) =>
  app.caller(admin).admin.settings.update([{ key, value }]);

const body = () => ({
  productType: product.type,
  productId: String(product.id),
  productName: product.title,
  amount: product.price,
});

async function buyer() {
  const user = await app.createUser({ password: testPassword });
  const client = await signIn(app.app, user);
  const change = (columns: { kyc_status?: 'approved' | 'rejected'; email_verified_at?: Date }) =>
    changeUser(app, user, columns);
  return { user, change, buy: () => client.request('POST', '/api/create-purchase-session', body()) };
}

describe('purchase requirements', () => {
  test('buying has no requirements by default', async () => {
    expect((await (await buyer()).buy()).statusCode).toBe(200);
  });

  test('buying requires an approved identity if the setting is on, over REST and tRPC', async () => {
    await set('kycGate', 'purchases');
    const { user, change, buy } = await buyer();
    for (const status of [undefined, 'rejected'] as const) {
      if (status) await change({ kyc_status: status });
      const response = await buy();
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({
        code: 'identity_required',
        message: expect.stringContaining('Your identity has to be approved before you buy'),
      });
    }
    await expect(app.caller(user).payments.createPurchaseSession(body())).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const purchases = await app.deps.db
      .selectFrom('purchases')
      .select('id')
      .where('user_id', '=', user.userId)
      .execute();
    expect(purchases).toEqual([]);
    await change({ kyc_status: 'approved' });
    expect((await buy()).statusCode).toBe(200);
  });

  test('an upgrade of a membership requires an approved identity if the setting is on; a downgrade does not', async () => {
    const { user, change } = await buyer();
    await subscribe(app, user, 'gold');
    await set('kycGate', 'purchases');
    const { payments } = app.caller(user);
    const { todayCents } = await payments.previewPlanChange({ plan: 'diamond' });
    const upgrade = () => payments.changePlan({ plan: 'diamond', expectedTodayCents: todayCents });
    await expect(upgrade()).rejects.toMatchObject({ cause: { code: 'identity_required' } });
    await payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
    expect(await payments.mySubscription()).toMatchObject({ plan: 'gold', pendingPlan: 'silver' });
    await change({ kyc_status: 'approved' });
    await upgrade();
    expect(await payments.mySubscription()).toMatchObject({ plan: 'diamond' });
  });

  test('buying requires a verified email if the setting is on', async () => {
    await set('requireVerifiedEmailAtCheckout', true);
    const { change, buy } = await buyer();
    const response = await buy();
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'email_unverified' });
    await change({ email_verified_at: new Date() });
    expect((await buy()).statusCode).toBe(200);
  });
});
