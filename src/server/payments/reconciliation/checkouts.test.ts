import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { countEmails } from '../testing/emails.ts';
import {
  brokenInvariants,
  createAdmin,
  createTestProduct,
  minutesLater,
  openSession,
  payFor,
  purchaseOf,
  purchasesOf,
} from '../testing/purchases.ts';
import { reconcilePurchases } from './checkouts.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin, { productNumber: 4 });
});
afterEach(async () => {
  app.sandbox.faults.onRequest = undefined;
  app.sandbox.faults.alterSession = undefined;
  expect(await brokenInvariants(app)).toEqual([]);
});

describe('reconciliation', () => {
  it('finds the outcome of purchases that began more than 15 minutes ago and that neither a webhook nor the buyer reported', async () => {
    const [paid, abandoned, open] = [await app.createUser(), await app.createUser(), await app.createUser()];
    const paidPage = await payFor(app, paid, product);
    const expiredPage = await openSession(app, abandoned, product);
    const openPage = await openSession(app, open, product);
    app.sandbox.expire(expiredPage);
    // Purchases that began less than 15 minutes ago are not read from Stripe.
    await reconcilePurchases(app.deps);
    expect((await purchaseOf(app, paidPage)).status).toBe('pending');
    const counts = await minutesLater(app, 16, () => reconcilePurchases(app.deps));
    expect(counts).toMatchObject({ errors: 0 });
    expect(counts.completed).toBeGreaterThanOrEqual(1);
    expect((await purchaseOf(app, paidPage)).status).toBe('completed');
    expect((await purchaseOf(app, expiredPage)).status).toBe('failed');
    expect((await purchaseOf(app, openPage)).status).toBe('pending');
    expect(await countEmails(app, paid, 'receipt')).toBe(1);
  });

  it('sets purchases that have not reached Stripe within a day to failed', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    const { id } = await purchaseOf(app, sessionId);
    await app.deps.db
      .updateTable('purchases')
      .set({ checkout_session_id: null, created_at: new Date(app.deps.now().getTime() - 25 * 3_600_000) })
      .where('id', '=', id)
      .execute();
    expect((await reconcilePurchases(app.deps)).abandoned).toBe(1);
    const purchases = await purchasesOf(app, user);
    expect(purchases.map(({ status }) => status)).toEqual(['failed']);
  });

  it('stops after three failures while Stripe is unavailable, and a later run completes all purchases', async () => {
    const sessionIds: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      sessionIds.push(await payFor(app, await app.createUser(), product));
    }
    app.sandbox.faults.onRequest = () => ({ kind: 'status', status: 500 });
    const down = await minutesLater(app, 16, () => reconcilePurchases(app.deps));
    expect(down.errors).toBe(3);
    app.sandbox.faults.onRequest = undefined;
    await minutesLater(app, 21, () => reconcilePurchases(app.deps));
    for (const sessionId of sessionIds) {
      expect((await purchaseOf(app, sessionId)).status).toBe('completed');
    }
  });
});
