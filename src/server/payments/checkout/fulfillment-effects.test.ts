import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { deleteProduct } from '../../shop/product-editing.operations.ts';
import { countEmails } from '../testing/emails.ts';
import { chargeOf, refundAtStripe } from '../testing/money.ts';
import {
  alterSession,
  buy,
  createTestProduct,
  minutesLater,
  openSession,
  payFor,
  purchaseOf,
  testMetadata,
} from '../testing/purchases.ts';
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

describe('settling a checkout session', () => {
  const logLines = (from: number, event: string) =>
    app.logs
      .slice(from)
      .map((line) => JSON.parse(line) as { level: number; event?: string; purchaseId?: string })
      .filter((line) => line.event === event);
  const notificationKinds = async (user: TestUser) => {
    const { items } = await app.caller(user).notifications.list();
    return items.map(({ kind }) => kind);
  };
  const eventsOf = async (user: TestUser) => {
    const rows = await app.deps.db
      .selectFrom('analytics_events')
      .select(['event_name', 'properties'])
      .where('user_id', '=', user.userId)
      .where('event_name', '!=', 'checkout_started')
      .execute();
    return rows.map(({ event_name: name, properties }) => [name, properties]);
  };
  const setPurchase = (sessionId: string, changes: { user_id?: null; product_id?: null }) =>
    app.deps.db.updateTable('purchases').set(changes).where('checkout_session_id', '=', sessionId).execute();
  const setDeleted = (user: TestUser) =>
    app.deps.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', user.userId).execute();

  it('creates one notification, one event with product and amount, and one log line', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    const logged = app.logs.length;
    await complete(user, sessionId);
    await complete(user, sessionId);
    expect(await notificationKinds(user)).toEqual(['purchase_completed']);
    expect(await eventsOf(user)).toEqual([
      ['purchase_completed', { productId: product.id, amountCents: 1999 }],
    ]);
    const { id: purchaseId } = await purchaseOf(app, sessionId);
    expect(logLines(logged, 'purchase_completed')).toMatchObject([{ level: 30, purchaseId }]);
    expect(logLines(logged, 'purchase_held')).toEqual([]);
  });

  it('notifies the buyer of a rejected delayed payment, but not of an abandoned payment page', async () => {
    const [rejected, abandoned] = [await app.createUser(), await app.createUser()];
    const rejectedSession = await payFor(app, rejected, product, 'delayed');
    const abandonedSession = await openSession(app, abandoned, product);
    app.sandbox.settleDelayed(rejectedSession, false);
    app.sandbox.expire(abandonedSession);
    const logged = app.logs.length;
    for (const [user, sessionId] of [
      [rejected, rejectedSession],
      [abandoned, abandonedSession],
    ] as const) {
      await complete(user, sessionId);
      await complete(user, sessionId);
    }
    expect((await app.caller(rejected).notifications.list()).items).toMatchObject([
      {
        kind: 'payment_failed',
        title: 'The payment for River Bluffs did not go through',
        path: `/products/${product.id}`,
      },
    ]);
    expect(await eventsOf(rejected)).toEqual([['payment_failed', {}]]);
    expect(await notificationKinds(abandoned)).toEqual([]);
    expect(await eventsOf(abandoned)).toEqual([]);
    expect(logLines(logged, 'purchase_failed')).toMatchObject([
      { purchaseId: (await purchaseOf(app, rejectedSession)).id, outcome: 'failed' },
      { purchaseId: (await purchaseOf(app, abandonedSession)).id, outcome: 'expired' },
    ]);
  });

  it('a buyer whose delayed payment is rejected is not sent to the page of a product that is no longer sold', async () => {
    const user = await app.createUser();
    const archived = await createTestProduct(app, admin, { productNumber: 31 });
    const sessionId = await payFor(app, user, archived, 'delayed');
    await deleteProduct(app.deps, admin, archived.id, testMetadata);
    app.sandbox.settleDelayed(sessionId, false);
    await complete(user, sessionId);
    expect((await app.caller(user).notifications.list()).items).toMatchObject([
      { body: 'Nothing was charged. This product can no longer be bought.', path: '/products' },
    ]);
  });

  it('puts the payment of a deleted account on hold, without notifying its user', async () => {
    const [payer, rejected] = [await app.createUser(), await app.createUser()];
    const paidSession = await payFor(app, payer, product);
    const rejectedSession = await payFor(app, rejected, product, 'delayed');
    app.sandbox.settleDelayed(rejectedSession, false);
    await setDeleted(payer);
    await setDeleted(rejected);
    expect((await fulfill(app.deps, paidSession)).status).toBe('held');
    expect(await purchaseOf(app, paidSession)).toMatchObject({ held_reason: 'buyer_missing' });
    const logged = app.logs.length;
    expect((await fulfill(app.deps, rejectedSession)).status).toBe('failed');
    expect(logLines(logged, 'purchase_failed')).toHaveLength(1);
    expect(await countEmails(app, payer, 'receipt')).toBe(0);
    const notifications = await app.deps.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', 'in', [payer.userId, rejected.userId])
      .execute();
    expect(notifications).toEqual([]);
    expect(await eventsOf(rejected)).toEqual([]);
  });

  it.each([{ user_id: null }, { product_id: null }])(
    'puts the purchase on hold when its buyer or product is missing: %j',
    async (gone) => {
      const sessionId = await payFor(app, await app.createUser(), product);
      await setPurchase(sessionId, gone);
      expect((await fulfill(app.deps, sessionId)).status).toBe('held');
      expect(await purchaseOf(app, sessionId)).toMatchObject({
        status: 'failed',
        held_reason: 'buyer_missing',
      });
    },
  );

  it('records that a delayed payment failed, even if the buyer is deleted', async () => {
    const sessionId = await payFor(app, await app.createUser(), product, 'delayed');
    app.sandbox.settleDelayed(sessionId, false);
    await setPurchase(sessionId, { user_id: null });
    expect((await fulfill(app.deps, sessionId)).status).toBe('failed');
    expect((await purchaseOf(app, sessionId)).status).toBe('failed');
  });

  it('keeps the purchase, without a purchase key, when the product is deleted later', async () => {
    const user = await app.createUser();
    const sessionId = await buy(app, user, product);
    await setPurchase(sessionId, { product_id: null });
    expect(await complete(user, sessionId)).toEqual({
      success: true,
      purchaseKey: null,
      status: 'completed',
      awaitsContent: true,
    });
  });

  it('records full and partial refunds that were made before the purchase was completed', async () => {
    const [all, part] = [await app.createUser(), await app.createUser()];
    const allSession = await payFor(app, all, product);
    const partSession = await payFor(app, part, product);
    await refundAtStripe(app, allSession);
    await refundAtStripe(app, partSession, 500);
    expect(await complete(all, allSession)).toEqual({
      success: false,
      purchaseKey: null,
      status: 'refunded',
    });
    expect((await complete(part, partSession)).status).toBe('completed');
    expect(await purchaseOf(app, allSession)).toMatchObject({ status: 'refunded', refunded_cents: 1999 });
    expect(await purchaseOf(app, partSession)).toMatchObject({ status: 'completed', refunded_cents: 500 });
  });

  it('grants no access if the payment is disputed before the purchase is completed', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    app.sandbox.dispute(chargeOf(app, sessionId));
    await complete(user, sessionId);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed', grants_access: false });
  });

  it('records the time of the charge as the time of the sale and its payment, even if the academy learns of the charge later', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    const paidAt = new Date((app.sandbox.charges().at(-1)?.created ?? 0) * 1000).toISOString();
    await minutesLater(app, 180, () => complete(user, sessionId));
    expect((await purchaseOf(app, sessionId)).purchased_at).toBe(paidAt);
    expect(await app.caller(user).payments.myPayments()).toMatchObject([{ paidAt }]);
  });

  it('records the time at which the academy learns that a delayed payment succeeded, so that the refund window begins then', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product, 'delayed');
    app.sandbox.settleDelayed(sessionId, true);
    const chargedAt = (app.sandbox.charges().at(-1)?.created ?? 0) * 1000;
    await minutesLater(app, 180, () => complete(user, sessionId));
    const { purchased_at: paidAt } = await purchaseOf(app, sessionId);
    expect(Date.parse(paidAt ?? '') - chargedAt).toBeGreaterThan(170 * 60_000);
  });

  it('notifies admins once of a purchase that was paid and put on hold', async () => {
    const sessionId = await payFor(app, await app.createUser(), product);
    alterSession(app, sessionId, { amount_total: 1 });
    await Promise.all(Array.from({ length: 10 }, () => fulfill(app.deps, sessionId)));
    const { id } = await purchaseOf(app, sessionId);
    const notified = await app.deps.db
      .selectFrom('notifications')
      .select(['title', 'body', 'path'])
      .where('dedupe_key', '=', `on_hold:${id}`)
      .where('user_id', '=', admin.userId)
      .execute();
    expect(notified).toEqual([
      {
        title: 'On hold: River Bluffs',
        body: 'This was paid, but not delivered, because Stripe reports a different amount. Deliver it or refund it.',
        path: '/admin?tab=purchases&view=held',
      },
    ]);
    const emails = await app.deps.db
      .selectFrom('mail_messages')
      .select('kind')
      .where('dedupe_key', '=', `on_hold:${id}:${admin.userId}`)
      .execute();
    expect(emails).toEqual([{ kind: 'admin_on_hold' }]);
  });

  it('sends Stripe only the request for the session if nothing was refunded', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    const before = app.sandbox.requests.length;
    await complete(user, sessionId);
    expect(app.sandbox.requests.slice(before).map(({ path }) => path)).toEqual([
      `/v1/checkout/sessions/${sessionId}`,
    ]);
  });

  it('completes a purchase once, even for a caller that read it while it was pending', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    const pending = await purchaseOf(app, sessionId);
    await app.sandbox.pay(sessionId);
    const session = await app.deps.stripe.checkout.sessions.retrieve(sessionId);
    await complete(user, sessionId);
    const [logged, asked] = [app.logs.length, app.sandbox.requests.length];
    expect(await settlePurchase(app.deps, pending, session)).toMatchObject({ status: 'completed' });
    expect(await countEmails(app, user, 'receipt')).toBe(1);
    expect(logLines(logged, 'purchase_completed')).toEqual([]);
    expect(logLines(logged, 'purchase_held')).toEqual([]);
    expect(app.sandbox.requests).toHaveLength(asked);
    await app.deps.db.deleteFrom('billing_payments').where('purchase_id', '=', pending.id).execute();
    await app.deps.db.deleteFrom('purchases').where('id', '=', pending.id).execute();
    await expect(settlePurchase(app.deps, pending, session)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('sends Stripe no more requests about a purchase that was delivered, refunded or put on hold', async () => {
    const user = await app.createUser();
    const refunded = await payFor(app, user, product);
    await refundAtStripe(app, refunded);
    await complete(user, refunded);
    const delivered = await buy(app, user, product);
    const held = await payFor(app, user, coaching);
    alterSession(app, held, { amount_total: 1 });
    await complete(user, held);
    const before = app.sandbox.requests.length;
    const statuses = [refunded, delivered, held].map(async (id) => (await complete(user, id)).status);
    expect(await Promise.all(statuses)).toEqual(['refunded', 'completed', 'held']);
    expect(app.sandbox.requests).toHaveLength(before);
  });

  it.each([
    [{ amount_total: 1 }, { amount_cents: 1, currency: 'usd' }],
    [{ currency: 'eur' }, { amount_cents: 1999, currency: 'eur' }],
    [
      { amount_total: null, currency: null },
      { amount_cents: 1999, currency: 'usd' },
    ],
  ])('records what Stripe charged, even if the purchase is put on hold: %j', async (changes, booked) => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    alterSession(app, sessionId, changes);
    await complete(user, sessionId);
    const payments = await app.deps.db
      .selectFrom('billing_payments')
      .selectAll()
      .where('user_id', '=', user.userId)
      .execute();
    const { payment_intent_id } = await purchaseOf(app, sessionId);
    expect(payments).toMatchObject([
      { ...booked, payment_intent_id, charge_id: expect.stringMatching(/^ch_/), status: 'paid' },
    ]);
  });
});
