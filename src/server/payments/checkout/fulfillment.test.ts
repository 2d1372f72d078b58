import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { listPurchases } from '../ledger/purchase-list.operations.ts';
import { storeCheckoutSession } from '../ledger/purchases.queries.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import { alterSession, buy, openSession, payFor, purchaseOf } from '../testing/purchases.ts';
import { openFulfillmentWorld, settleFulfillment } from '../testing/worlds.ts';
import { fulfill, settlePurchase } from './fulfillment.operations.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;
let coaching: AdminProduct;

beforeAll(async () => {
  ({ app, admin, product, coaching } = await openFulfillmentWorld());
});
afterAll(() => app.close());
afterEach(() => settleFulfillment(app));

const complete = (user: TestUser, sessionId: string) =>
  app.caller(user).payments.completePurchase({ sessionId });

describe('a paid session becomes an owned product', () => {
  it('returns the purchase key, and sends one receipt for two calls', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    // The product has number 4, and no file yet.
    const completed = {
      success: true,
      purchaseKey: 'pdf-4',
      productId: product.id,
      status: 'completed',
      awaitsContent: true,
    };
    expect(await complete(user, sessionId)).toEqual(completed);
    expect(await complete(user, sessionId)).toEqual(completed);
    expect(await purchaseOf(app, sessionId)).toMatchObject({
      status: 'completed',
      payment_intent_id: expect.stringMatching(/^pi_/),
      purchased_at: expect.any(String),
      held_reason: null,
    });
    expect(await countEmails(app, user, 'receipt')).toBe(1);
    expect((await emailTo(app, user, 'receipt')).body_text).toContain('$19.99');
    expect((await app.caller(user).auth.currentUser()).purchases).toEqual(['pdf-4']);
  });

  it('returns the purchase key of a coaching session; the key contains the id of the session instead of a number', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, coaching);
    expect((await complete(user, sessionId)).purchaseKey).toBe(`session-${coaching.id}`);
  });

  it('shows the purchase to its buyer before and after the payment, and then to an admin', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    const facts = { metadata: { productName: 'River Bluffs', productType: 'pdf' }, amount_total: 1999 };
    expect(await app.caller(user).payments.checkoutSession({ sessionId })).toEqual(facts);
    await app.sandbox.pay(sessionId);
    await complete(user, sessionId);
    expect(await app.caller(user).payments.checkoutSession({ sessionId })).toEqual(facts);
    expect(await app.caller(admin).payments.checkoutSession({ sessionId })).toEqual(facts);
  });
});

describe("completion requires Stripe's confirmation", () => {
  it('leaves a purchase pending while its session is open', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    expect(await complete(user, sessionId)).toEqual({ success: false, purchaseKey: null, status: 'open' });
    expect((await purchaseOf(app, sessionId)).status).toBe('pending');
    expect((await app.caller(user).auth.currentUser()).purchases).toEqual([]);
  });

  it('waits for a delayed payment, then completes', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product, 'delayed');
    expect(await complete(user, sessionId)).toEqual({
      success: false,
      purchaseKey: null,
      status: 'processing',
    });
    expect((await purchaseOf(app, sessionId)).status).toBe('pending');
    app.sandbox.settleDelayed(sessionId, true);
    expect((await complete(user, sessionId)).success).toBe(true);
  });

  it('marks the purchase as failed if a delayed payment is rejected', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product, 'delayed');
    app.sandbox.settleDelayed(sessionId, false);
    expect((await complete(user, sessionId)).status).toBe('failed');
    expect((await purchaseOf(app, sessionId)).status).toBe('failed');
  });

  it('marks the purchase as failed if the session expires', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    app.sandbox.expire(sessionId);
    expect(await complete(user, sessionId)).toEqual({ success: false, purchaseKey: null, status: 'expired' });
    expect((await purchaseOf(app, sessionId)).status).toBe('failed');
  });

  it('completes a failed purchase when Stripe reports later that it was paid', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    alterSession(app, sessionId, { status: 'expired' });
    await complete(user, sessionId);
    expect((await purchaseOf(app, sessionId)).status).toBe('failed');
    app.sandbox.faults.alterSession = undefined;
    await app.sandbox.pay(sessionId);
    expect((await complete(user, sessionId)).success).toBe(true);
  });

  it('never reverts a completed purchase', async () => {
    const user = await app.createUser();
    const sessionId = await buy(app, user, product);
    for (const status of ['expired', 'open'] as const) {
      alterSession(app, sessionId, { status, payment_status: 'unpaid' });
      expect((await fulfill(app.deps, sessionId)).success).toBe(true);
    }
    expect((await purchaseOf(app, sessionId)).status).toBe('completed');
  });

  it('does not accept a session of another kind for a purchase', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    alterSession(app, sessionId, { mode: 'subscription' });
    expect((await complete(user, sessionId)).status).toBe('not_a_purchase');
    expect((await purchaseOf(app, sessionId)).status).toBe('pending');
  });

  it('never replaces the session of a purchase', async () => {
    const sessionId = await openSession(app, await app.createUser(), product);
    const { id } = await purchaseOf(app, sessionId);
    const page = { url: '', discountCents: 0, expiresAt: new Date(), paymentIntentId: null };
    const other = { ...page, id: 'cs_test_another' };
    expect(await storeCheckoutSession(app.deps.db, id, other, new Date())).toBe(false);
    expect((await purchaseOf(app, sessionId)).id).toBe(id);
  });

  it('does not fail a completed purchase because of a session that was read from Stripe before the completion', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    const pending = await purchaseOf(app, sessionId);
    const stale = await app.deps.stripe.checkout.sessions.retrieve(sessionId);
    await app.sandbox.pay(sessionId);
    await complete(user, sessionId);
    await settlePurchase(app.deps, pending, { ...stale, status: 'expired' });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed', grants_access: true });
  });

  it('returns 503 and changes nothing when Stripe is unavailable', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    app.sandbox.faults.onRequest = () => ({ kind: 'status', status: 500 });
    await expect(complete(user, sessionId)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect((await purchaseOf(app, sessionId)).status).toBe('pending');
  });
});

describe('a session belongs to one purchase of one buyer', () => {
  it('verifySubscription finds no plan for the session of a purchase', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    expect(await app.caller(user).payments.verifySubscription({ sessionId })).toEqual({
      success: false,
      plan: null,
      status: 'unpaid',
    });
  });

  it('finds the purchase of a session that was never stored, for its buyer only', async () => {
    const [buyer, other] = [await app.createUser(), await app.createUser()];
    const sessionId = await openSession(app, buyer, product);
    const { id } = await purchaseOf(app, sessionId);
    await app.deps.db
      .updateTable('purchases')
      .set({ checkout_session_id: null, checkout_url: null })
      .where('id', '=', id)
      .execute();
    await app.sandbox.pay(sessionId);
    await expect(complete(other, sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await complete(buyer, sessionId)).success).toBe(true);
    expect((await purchaseOf(app, sessionId)).id).toBe(id);
  });

  it('rejects a session that names the purchase of another session', async () => {
    const [buyer, other] = [await app.createUser(), await app.createUser()];
    const victim = await purchaseOf(app, await openSession(app, buyer, product));
    const sessionId = await payFor(app, other, product);
    await app.deps.db.deleteFrom('purchases').where('checkout_session_id', '=', sessionId).execute();
    alterSession(app, sessionId, { metadata: { purchaseId: victim.id } });
    const logged = app.logs.length;
    await expect(fulfill(app.deps, sessionId)).rejects.toMatchObject({ code: 'not_found' });
    const alerts = app.logs.slice(logged).map((line): unknown => JSON.parse(line));
    expect(alerts).toContainEqual(expect.objectContaining({ level: 50, purchaseId: victim.id, sessionId }));
    const foreign: (Stripe.Metadata | null)[] = [
      {},
      null,
      { purchaseId: 'none' },
      { purchaseId: crypto.randomUUID() },
    ];
    for (const metadata of foreign) {
      alterSession(app, sessionId, { metadata });
      await expect(fulfill(app.deps, sessionId)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect((await purchaseOf(app, victim.checkout_session_id ?? '')).status).toBe('pending');
  });
});

describe('the paid session is compared with the purchase', () => {
  it.each([
    ['amount_mismatch', { amount_total: 1 }],
    ['amount_mismatch', { amount_total: 3998 }],
    ['amount_mismatch', { amount_total: null }],
    ['currency_mismatch', { currency: 'eur' }],
    ['buyer_mismatch', { client_reference_id: '00000000-0000-4000-8000-000000000000' }],
    ['buyer_mismatch', { client_reference_id: null }],
    ['mode_mismatch', { livemode: true }],
  ] as const)('%s: holds a purchase whose session has %j, and logs an error', async (reason, changes) => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    alterSession(app, sessionId, changes);
    const logged = app.logs.length;
    expect(await complete(user, sessionId)).toEqual({ success: false, purchaseKey: null, status: 'held' });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'failed', held_reason: reason });
    expect(await countEmails(app, user, 'receipt')).toBe(0);
    const alerts = app.logs
      .slice(logged)
      .map((line) => JSON.parse(line) as { level: number; sessionId?: string });
    expect(alerts).toContainEqual(
      expect.objectContaining({ level: 50, event: 'purchase_held', sessionId, reason }),
    );
    // The purchase stays on hold, regardless of what Stripe returns later.
    app.sandbox.faults.alterSession = undefined;
    expect((await complete(user, sessionId)).status).toBe('held');
    const listed = (await listPurchases(app.deps, admin)).filter(({ userId }) => userId === user.userId);
    expect(listed).toMatchObject([{ heldReason: reason, status: 'failed' }]);
  });
});
