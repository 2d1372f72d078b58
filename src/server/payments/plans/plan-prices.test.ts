import { beforeEach, describe, expect, it } from 'vitest';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { openPlan, planOf, setRealTime, subscribe, subscriptionOf } from '../testing/subscriptions.ts';
import { findOrCreatePrice } from './plan-prices.operations.ts';
import { findPlan } from './plans.queries.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let user: TestUser;

beforeEach(async () => {
  user = await app.createUser();
  // Payment pages use the real time, but `subscribe` leaves the academy's clock at the sandbox's time.
  setRealTime(app);
});

/** Archives a plan's price or product, as in Stripe's dashboard. */
const archive = {
  price: async (plan: PaidPlan) => {
    const id = await storedPrice(plan);
    await app.deps.stripe.prices.update(id, { active: false });
    return id;
  },
  product: async (plan: PaidPlan) => {
    const id = await storedPrice(plan);
    const { product } = await app.deps.stripe.prices.retrieve(id);
    await app.deps.stripe.products.update(String(product), { active: false });
    return id;
  },
};

async function storedPrice(plan: PaidPlan): Promise<string> {
  const id = (await findPlan(app.deps.db, plan)).stripe_price_id;
  if (id === null) throw new Error(`${plan} has no price at Stripe`);
  return id;
}

const pricesSince = async (known: ReadonlySet<string>) => {
  const { data } = await app.deps.stripe.prices.list({ limit: 100 });
  return data.filter(({ id }) => !known.has(id));
};
const allPrices = async () => new Set((await pricesSince(new Set())).map(({ id }) => id));

describe.each(['price', 'product'] as const)('a plan whose %s was archived at Stripe', (what) => {
  it('is sold at the same amount with a new Stripe price after each archiving', async () => {
    await openPlan(app, await app.createUser(), 'gold');
    for (const student of [user, await app.createUser(), await app.createUser()]) {
      const archived = await archive[what]('gold');
      const row = await subscribe(app, student, 'gold');
      setRealTime(app);
      expect(await planOf(app, student)).toBe('gold');
      expect(row.price_cents).toBe((await findPlan(app.deps.db, 'gold')).price_cents);
      expect(await storedPrice('gold')).not.toBe(archived);
    }
  });

  it('gets only one new Stripe price for concurrent buyers', async () => {
    await openPlan(app, await app.createUser(), 'gold');
    await archive[what]('gold');
    const known = await allPrices();
    const students = await Promise.all(Array.from({ length: 10 }, () => app.createUser()));
    await Promise.all(
      students.map((student) => app.caller(student).payments.createSubscriptionSession({ plan: 'gold' })),
    );
    expect(await pricesSince(known)).toHaveLength(1);
  });

  it('gets a new payment page, and the earlier page expires', async () => {
    const stale = await openPlan(app, user, 'gold');
    await archive[what]('gold');
    const fresh = await openPlan(app, user, 'gold');
    expect(fresh).not.toBe(stale);
    const page = app.sandbox.sessions().find(({ id }) => id === stale);
    expect(page?.status).toBe('expired');
  });

  it('can be the target of an upgrade or a downgrade', async () => {
    await openPlan(app, await app.createUser(), 'diamond');
    await openPlan(app, await app.createUser(), 'silver');
    await subscribe(app, user, 'gold');
    for (const plan of ['diamond', 'silver'] as const) {
      await archive[what](plan);
      const { todayCents } = await app.caller(user).payments.previewPlanChange({ plan });
      await app.caller(user).payments.changePlan({ plan, expectedTodayCents: todayCents });
    }
    expect(await subscriptionOf(app, user)).toMatchObject({ plan: 'diamond', pending_plan: 'silver' });
  });

  it('also gets a new Stripe price for an amount that was announced to its subscribers', async () => {
    const priceId = await findOrCreatePrice(app.deps, 'silver', 777);
    const { product } = await app.deps.stripe.prices.retrieve(priceId);
    if (what === 'price') await app.deps.stripe.prices.update(priceId, { active: false });
    else await app.deps.stripe.products.update(String(product), { active: false });
    const next = await findOrCreatePrice(app.deps, 'silver', 777, priceId);
    expect(next).not.toBe(priceId);
    expect(await app.deps.stripe.prices.retrieve(next)).toMatchObject({ active: true, unit_amount: 777 });
  });
});

it('a plan whose stored price is unknown to Stripe gets a new Stripe price, and can be bought', async () => {
  await app.deps.db
    .updateTable('plans')
    .set((eb) => ({ stripe_price_id: 'price_of_another_account', stripe_price_cents: eb.ref('price_cents') }))
    .where('plan', '=', 'diamond')
    .execute();
  await subscribe(app, user, 'diamond');
  setRealTime(app);
  expect(await planOf(app, user)).toBe('diamond');
});
