import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failNext } from '../../../sandbox/stripe/faults.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { AdminProduct, ProductInput } from '../../../shared/shop/products.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { createHandlers } from '../../job-handlers.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { deleteProduct, updateProduct } from '../../shop/product-editing.operations.ts';
import {
  checkoutInput,
  createAdmin,
  createTestProduct,
  openSession,
  payFor,
  productInput,
  purchaseOf,
  testMetadata,
} from '../testing/purchases.ts';
import { openPlan } from '../testing/subscriptions.ts';
import { startCheckout } from './purchase-checkout.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let buyer: TestUser;
let product: AdminProduct;
let productNumber = 100;

beforeAll(async () => {
  admin = await createAdmin(app);
});
beforeEach(async () => {
  productNumber += 1;
  buyer = await app.createUser();
  product = await createTestProduct(app, admin, { productNumber });
});
afterEach(() => {
  app.sandbox.faults.onRequest = undefined;
});

const sessionAtStripe = (id: string) => app.sandbox.sessions().find((session) => session.id === id);
const change = (changes: Partial<ProductInput>) =>
  updateProduct(
    app.deps,
    admin,
    { ...productInput({ productNumber, ...changes }), id: product.id },
    testMetadata,
  );

/** Runs the queued jobs that close payment pages. @returns the number of these jobs */
async function runJobs(): Promise<number> {
  const { rows } = await sql<{ data: JobPayloads['close-payment-pages'] }>`
    delete from pgboss.job where name = 'close-payment-pages' returning data`.execute(app.deps.db);
  const handlers = createHandlers(app.deps);
  for (const { data } of rows) await handlers['close-payment-pages'](data);
  return rows.length;
}

describe('the payment page of a product', () => {
  it.each([
    ['costs less', () => change({ price: 1500 })],
    ['becomes a session', () => change({ type: 'session' })],
    ['becomes free', () => change({ isFree: true })],
    ['costs nothing', () => change({ price: 0 })],
    // Sessions 1 and 2 are open to all logged-in users.
    ['becomes open to all', () => change({ type: 'session', productNumber: 2 })],
    ['is hidden', () => change({ isActive: false })],
    ['is archived', () => deleteProduct(app.deps, admin, product.id, testMetadata)],
  ] as const)('is closed when the product %s', async (_name, make) => {
    const sessionId = await openSession(app, buyer, product);
    await make();
    await runJobs();
    expect(sessionAtStripe(sessionId)?.status).toBe('expired');
    expect(await app.sandbox.pay(sessionId)).toMatchObject({ status: 'closed' });
    expect((await purchaseOf(app, sessionId)).status).toBe('failed');
  });

  it('stays open at its price when the product costs more or its text changes', async () => {
    const sessionId = await openSession(app, buyer, product);
    await change({ price: 2500 });
    await runJobs();
    await change({ price: 2500, title: 'Other' });
    expect(await runJobs()).toBe(0);
    expect(sessionAtStripe(sessionId)?.status).toBe('open');
  });

  it('is closed when an admin grants the product to its buyer, and stays open for other users', async () => {
    const sessionId = await openSession(app, buyer, product);
    const otherId = await openSession(app, await app.createUser(), product);
    const grant = { id: buyer.userId, productId: product.id, reason: 'A gift' };
    await app.caller(admin).admin.users.grantProduct(grant);
    await runJobs();
    expect(await app.sandbox.pay(sessionId)).toMatchObject({ status: 'closed' });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'failed', held_reason: null });
    expect(sessionAtStripe(otherId)?.status).toBe('open');
  });

  it('accepts a payment that is made before the page is closed, even a delayed payment', async () => {
    const paid = await payFor(app, buyer, product);
    const delayed = await payFor(app, await app.createUser(), product, 'delayed');
    await change({ price: 1000 });
    await runJobs();
    expect(await purchaseOf(app, paid)).toMatchObject({ status: 'completed', amount_cents: 1999 });
    expect((await purchaseOf(app, delayed)).status).toBe('pending');
  });

  it('does not open if the price fell while Stripe was creating the page', async () => {
    const isCreation = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && path === '/v1/checkout/sessions';
    app.sandbox.faults.onRequest = failNext(1, { kind: 'delay', ms: 1000 }, isCreation);
    const clicked = startCheckout(app.deps, buyer, checkoutInput(product));
    const rejection = expect(clicked).rejects.toMatchObject({ code: 'price_changed' });
    await expect
      .poll(() => app.sandbox.requests.some((request) => isCreation(request) && !request.status))
      .toBe(true);
    await change({ price: 1500 });
    await runJobs();
    await rejection;
  });

  it('is closed for every buyer, even if Stripe fails for one buyer, whose page is closed by the retry', async () => {
    const first = await openSession(app, buyer, product);
    const second = await openSession(app, await app.createUser(), product);
    await change({ price: 1500 });
    app.sandbox.faults.onRequest = failNext(
      // The Stripe client repeats a failed request once.
      2,
      { kind: 'status', status: 500 },
      ({ path }) => path === `/v1/checkout/sessions/${first}/expire`,
    );
    await expect(runJobs()).rejects.toThrow();
    expect([first, second].map((id) => sessionAtStripe(id)?.status)).toEqual(['open', 'expired']);
    await createHandlers(app.deps)['close-payment-pages']({ productId: product.id });
    expect(sessionAtStripe(first)?.status).toBe('expired');
  });
});

describe('the payment page of a plan', () => {
  const plan: PaidPlan = 'silver';
  const subscriptions = () => app.caller(admin).admin.subscriptions;
  const setPrice = (priceCents: number) =>
    subscriptions().savePlanAmounts([{ plan, priceCents, listPriceCents: 9900 }]);

  it('is closed when the plan costs less, and stays open when the plan costs more', async () => {
    await setPrice(5000);
    const sessionId = await openPlan(app, buyer, plan);
    await setPrice(6000);
    await runJobs();
    expect(sessionAtStripe(sessionId)?.status).toBe('open');
    await setPrice(4000);
    await runJobs();
    expect(sessionAtStripe(sessionId)?.status).toBe('expired');
    const next = await openPlan(app, buyer, plan);
    expect(sessionAtStripe(next)?.amount_total).toBe(4000);
  });

  const terms = { plan: 'gold', reason: 'A gift' } as const;
  const statusAfter = async (give: () => Promise<unknown>, of: PaidPlan) => {
    const sessionId = await openPlan(app, buyer, of);
    await give();
    await runJobs();
    return sessionAtStripe(sessionId)?.status;
  };
  const grant = (endsAt?: Date) =>
    subscriptions().grantPlan({ ...terms, userId: buyer.userId, endsAt: endsAt?.toISOString() });

  it.each(['silver', 'gold'] as const)('for %s is closed when an admin grants its buyer Gold', async (of) => {
    expect(await statusAfter(() => grant(), of)).toBe('expired');
  });

  it('is closed by a grant to several users, and stays open for a user without the grant', async () => {
    const other = await openPlan(app, await app.createUser(), plan);
    const give = () => subscriptions().grantPlans({ ...terms, ids: [buyer.userId] });
    expect(await statusAfter(give, plan)).toBe('expired');
    expect(sessionAtStripe(other)?.status).toBe('open');
  });

  it.each<[string, PaidPlan, number | undefined]>([
    ['of a lower tier', 'diamond', undefined],
    ['that ends within a month', 'gold', 30],
  ])('stays open after a grant %s', async (_, of, days) => {
    const endsAt = days === undefined ? undefined : new Date(app.deps.now().getTime() + days * dayMs);
    expect(await statusAfter(() => grant(endsAt), of)).toBe('open');
  });
});

describe('an open payment page', () => {
  it.each(['askWithdrawalWaiver', 'automaticTax'] as const)(
    'is replaced when the buyer starts the checkout again after the setting %s was switched on or off',
    async (key) => {
      const set = (value: boolean) => app.caller(admin).admin.settings.update([{ key, value }]);
      const before = await openSession(app, buyer, product);
      await set(true);
      const during = await openSession(app, buyer, product);
      expect(await openSession(app, buyer, product)).toBe(during);
      await set(false);
      const after = await openSession(app, buyer, product);
      expect(new Set([before, during, after]).size).toBe(3);
      expect([before, during, after].map((id) => sessionAtStripe(id)?.status)).toEqual([
        'expired',
        'expired',
        'open',
      ]);
    },
  );
});
