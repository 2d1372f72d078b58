import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { reconcilePurchases } from '../reconciliation/checkouts.operations.ts';
import { countEmails } from '../testing/emails.ts';
import { refundAtStripe, tracesOf } from '../testing/money.ts';
import {
  brokenInvariants,
  checkoutInput,
  createAdmin,
  createTestProduct,
  deliver,
  eventAbout,
  openSession,
  payFor,
  purchasesOf,
  sign,
} from '../testing/purchases.ts';
import { startCheckout } from './purchase-checkout.operations.ts';
import { completePurchase } from './purchases.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin);
});
afterEach(async () => {
  app.sandbox.faults.onRequest = undefined;
  expect(await brokenInvariants(app)).toEqual([]);
});

const twenty = Array.from({ length: 20 }, (_, index) => index);

describe('concurrent calls', () => {
  it('twenty visits of the return page and twenty webhooks over HTTP cause each effect only once, and a repeated event is stored once', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    const event = eventAbout('checkout.session.completed', sessionId);
    const [pages, hooks] = await Promise.all([
      Promise.all(twenty.map(() => app.caller(user).payments.completePurchase({ sessionId }))),
      // Half of the events are repeats, the other half are other events about the same payment.
      Promise.all(
        twenty.map(async (index) => {
          const payload = JSON.stringify(
            index < 10 ? event : eventAbout('checkout.session.completed', sessionId),
          );
          const headers = { 'content-type': 'application/json', 'stripe-signature': sign(app, payload) };
          return app.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload });
        }),
      ),
    ]);
    expect(pages.every(({ success }) => success)).toBe(true);
    expect(hooks.map(({ statusCode }) => statusCode)).toEqual(twenty.map(() => 200));
    expect(await tracesOf(app, user)).toEqual({
      purchases: [`pdf-${product.productNumber}`],
      subscriptionPlan: 'free',
      traces: {
        purchases: [['completed', true, null, product.price, 0]],
        payments: [['paid', product.price, 0, true]],
        refunds: null,
        subscriptions: null,
      },
      events: {
        notifications: ['purchase_completed'],
        analytics: ['checkout_started', 'purchase_completed'],
      },
      messages: { jobs: 1, emails: ['receipt'] },
    });
    const rows = await app.deps.db
      .selectFrom('stripe_events')
      .select('status')
      .where('id', '=', event.id)
      .execute();
    expect(rows).toEqual([{ status: 'processed' }]);
  });

  it('a purchase that was refunded at Stripe ends as refunded, even if all its events and twenty calls are concurrent', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    await refundAtStripe(app, sessionId);
    const intent = app.sandbox.sessions().find(({ id }) => id === sessionId)?.payment_intent;
    const events = app.sandbox
      .events()
      .filter(({ data }) => JSON.stringify(data.object).includes(String(intent ?? sessionId)));
    expect(events.map(({ type }) => type)).toContain('refund.created');
    await Promise.all([
      ...twenty.map(() => completePurchase(app.deps, user, { sessionId })),
      ...events.flatMap((event) => [deliver(app, event), deliver(app, event)]),
    ]);
    expect(await tracesOf(app, user)).toMatchObject({
      purchases: [],
      traces: {
        purchases: [['refunded', false, null, product.price, product.price]],
        payments: [['refunded', product.price, product.price, true]],
        refunds: [['succeeded', product.price]],
      },
      messages: { emails: ['receipt', 'refund'] },
      events: {
        notifications: ['purchase_completed', 'purchase_refunded'],
        analytics: ['checkout_started', 'purchase_completed', 'purchase_refunded'],
      },
    });
  });

  it('if a user pays two checkout sessions for one product, one purchase is completed, and the other is put on hold', async () => {
    const user = await app.createUser();
    const first = await openSession(app, user, product);
    await app.deps.db
      .updateTable('purchases')
      .set({ status: 'failed' })
      .where('checkout_session_id', '=', first)
      .execute();
    const second = await openSession(app, user, product);
    await Promise.all([app.sandbox.pay(first), app.sandbox.pay(second)]);
    const results = await Promise.all(
      twenty.map((index) =>
        completePurchase(app.deps, user, { sessionId: index % 2 === 0 ? first : second }),
      ),
    );
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['completed', 'held']));
    const rows = await purchasesOf(app, user);
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['completed', 'failed']);
    expect(rows.find(({ status }) => status === 'failed')?.held_reason).toBe('duplicate_payment_refund_due');
    expect(await countEmails(app, user, 'receipt')).toBe(1);
  });

  it('a click on Buy while a payment is being completed adds no purchase, and fails, if at all, with already_owned', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    const outcomes = await Promise.allSettled(
      twenty.map((index) =>
        index % 2 === 0
          ? completePurchase(app.deps, user, { sessionId })
          : startCheckout(app.deps, user, checkoutInput(product)),
      ),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'already_owned' });
    }
    expect((await purchasesOf(app, user)).map(({ status }) => status)).toEqual(['completed']);
  });

  it('twenty visits of the return page and five runs of the reconciliation job complete one purchase', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    // The job reads only sessions that are at least 15 minutes old.
    app.clock.advance(16 * 60_000);
    await Promise.all([
      ...twenty.map(() => completePurchase(app.deps, user, { sessionId })),
      ...twenty.slice(0, 5).map(() => reconcilePurchases(app.deps)),
    ]);
    // Sets the clock back to the time of the sandbox.
    app.clock.advance(-16 * 60_000);
    expect((await purchasesOf(app, user)).map(({ status }) => status)).toEqual(['completed']);
    expect(await countEmails(app, user, 'receipt')).toBe(1);
  });
});

describe('slow calls to Stripe hold no transaction open', () => {
  it('the shop responds to twenty requests before any of thirty slow calls to Stripe returns', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    app.sandbox.faults.onRequest = () => ({ kind: 'delay', ms: 2_000 });
    let slowResponses = 0;
    const slow = Promise.all(
      Array.from({ length: 30 }, () =>
        completePurchase(app.deps, user, { sessionId }).finally(() => {
          slowResponses += 1;
        }),
      ),
    );
    for (const _ of twenty) await app.caller(null).shop.listProducts();
    expect(slowResponses).toBe(0);
    expect((await slow).every(({ success }) => success)).toBe(true);
  });
});
