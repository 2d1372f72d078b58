import { afterEach, beforeEach, expect } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { createTestApp, setUpTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { stopRenewalsOf } from '../checkout/stop-renewals.operations.ts';
import { brokenInvariants, createAdmin, createTestProduct } from './purchases.ts';
import { createDelivery, monthMs, passTime, renewalFailsCard, subscribe } from './subscriptions.ts';

type Shop = { app: TestApp; admin: AdminActor; product: AdminProduct };

/** An academy with a PDF and a coaching session to buy. */
export async function openFulfillmentWorld(): Promise<Shop & { coaching: AdminProduct }> {
  const app = await createTestApp({ stripe: 'sandbox' });
  const admin = await createAdmin(app);
  return {
    app,
    admin,
    product: await createTestProduct(app, admin, { productNumber: 4 }),
    coaching: await createTestProduct(app, admin, {
      type: 'session',
      productNumber: 9,
      title: 'Blind Defense',
    }),
  };
}

/**
 * Call it after each test. Ends injected faults of Stripe.
 * @throws AssertionError if a payment invariant is violated
 */
export async function settleFulfillment(app: TestApp): Promise<void> {
  app.sandbox.faults.onRequest = undefined;
  app.sandbox.faults.alterSession = undefined;
  expect(await brokenInvariants(app)).toEqual([]);
}

/** An academy that sells one session whose text is `Secret`, as `accessTo` in `access.ts` expects. */
export async function openRefundWorld(): Promise<Shop> {
  const app = await createTestApp({ stripe: 'sandbox' });
  const admin = await createAdmin(app);
  const product = await createTestProduct(app, admin, {
    type: 'session',
    productNumber: 9,
    content: 'Secret',
  });
  return { app, admin, product };
}

type Delivery = ReturnType<typeof createDelivery>;

/**
 * Like `setUpTestApp`. Also creates a user before each test, and stops the user's renewals after the test. Events are
 * delivered only when a test requests it; events of earlier tests are never delivered.
 */
export function setUpPlanWorld(): { app: TestApp; user: TestUser; delivery: Delivery } {
  const app = setUpTestApp({ stripe: 'sandbox' });
  const delivery = createDelivery(app);
  const user = {} as TestUser;
  beforeEach(async () => {
    delivery.skip();
    Object.defineProperties(user, Object.getOwnPropertyDescriptors(await app.createUser()));
  });
  afterEach(async () => {
    app.sandbox.faults.onRequest = undefined;
    await stopRenewalsOf(app.deps, user.userId);
  });
  return { app, user, delivery };
}

/** Subscribes a user to Gold, passes time until the first renewal is declined, and delivers all events. */
export async function subscribePastDue(
  { app, delivery }: { app: TestApp; delivery: Delivery },
  user: TestUser,
): Promise<void> {
  await subscribe(app, user, 'gold', renewalFailsCard);
  passTime(app, monthMs);
  await delivery.deliverNew();
}

/**
 * Moves a subscription to a new price of $3 that belongs to no plan, as in Stripe's dashboard, and delivers all events.
 * @returns the id of the price
 */
export async function putOnHold(
  { app, delivery }: { app: TestApp; delivery: Delivery },
  subscriptionId: string,
): Promise<string> {
  const { stripe } = app.deps;
  const { id: product } = await stripe.products.create({ name: 'Old friends' });
  const { id: price } = await stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: 300,
    recurring: { interval: 'month' },
  });
  const [item] = (await stripe.subscriptions.retrieve(subscriptionId)).items.data;
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: item?.id ?? '', price }],
    proration_behavior: 'none',
  });
  await delivery.deliverNew();
  return price;
}
