import fc from 'fast-check';
import type Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { Deps } from '../../deps.ts';
import { countEmails } from '../testing/emails.ts';
import { deliver, eventAbout } from '../testing/purchases.ts';
import {
  monthMs,
  openPlan,
  passTime,
  planEmailsOf,
  setRealTime,
  subscribe,
  subscriptionOf,
  subscriptionsOf,
} from '../testing/subscriptions.ts';
import { syncSubscription } from './sync.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let user: TestUser;

beforeEach(async () => {
  user = await app.createUser();
});

const concurrently = <Result>(count: number, call: () => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: count }, () => call()));
const payments = () => app.caller(user).payments;

/** Counts the results of the calls: `ok`, or the error code. */
function outcomes(settled: PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of settled) {
    const name = result.status === 'fulfilled' ? 'ok' : String(result.reason.code);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('concurrent calls', () => {
  it('twenty subscribe calls: one customer, one price, one payment page', async () => {
    setRealTime(app);
    await app.deps.db.updateTable('plans').set({ stripe_price_id: null }).execute();
    const settled = await concurrently(20, () => payments().createSubscriptionSession({ plan: 'gold' }));
    expect(outcomes(settled)).toEqual({ ok: 20 });
    const urls = settled.map((result) => (result.status === 'fulfilled' ? result.value.url : ''));
    expect(new Set(urls).size).toBe(1);
    const own = app.sandbox.sessions().filter((session) => session.client_reference_id === user.userId);
    expect(own).toHaveLength(1);
    const customers = await app.deps.stripe.customers.list({ email: user.email });
    expect(customers.data).toHaveLength(1);
    const prices = await app.deps.stripe.prices.list({ limit: 100 });
    expect(prices.data.filter(({ metadata }) => metadata.plan === 'gold')).toHaveLength(1);
  });

  it('twenty verify calls while webhooks arrive: one subscription, one email of each kind', async () => {
    const sessionId = await openPlan(app, user, 'gold');
    const before = app.sandbox.events().length;
    await app.sandbox.pay(sessionId);
    const events = app.sandbox.events().slice(before);
    const settled = await Promise.allSettled([
      ...Array.from({ length: 20 }, () => payments().verifySubscription({ sessionId })),
      ...events.flatMap((event) => [deliver(app, event), deliver(app, event)]),
    ]);
    expect(outcomes(settled)).toEqual({ ok: settled.length });
    expect(await subscriptionsOf(app, user)).toMatchObject([{ plan: 'gold', status: 'active' }]);
    expect((await planEmailsOf(app, user)).toSorted()).toEqual([
      'subscription_receipt',
      'subscription_started',
    ]);
  });

  it('twenty upgrade calls: one charge; one call succeeds, nineteen are rejected', async () => {
    await subscribe(app, user, 'silver');
    const { todayCents } = await payments().previewPlanChange({ plan: 'gold' });
    const charges = app.sandbox.charges().length;
    const settled = await concurrently(20, () =>
      payments().changePlan({ plan: 'gold', expectedTodayCents: todayCents }),
    );
    expect(outcomes(settled)).toEqual({ ok: 1, CONFLICT: 19 });
    expect(app.sandbox.charges()).toHaveLength(charges + 1);
    expect(await subscriptionOf(app, user)).toMatchObject({ plan: 'gold', change_key: null });
  });

  it('cancel, resume and change calls: afterwards, the subscription is the same at Stripe and in the database', async () => {
    const row = await subscribe(app, user, 'gold');
    await Promise.allSettled([
      ...Array.from({ length: 4 }, () => payments().cancelSubscription()),
      ...Array.from({ length: 4 }, () => payments().resumeSubscription()),
      ...Array.from({ length: 4 }, () => payments().changePlan({ plan: 'silver', expectedTodayCents: 0 })),
    ]);
    const atStripe = await app.deps.stripe.subscriptions.retrieve(row.id, { expand: ['schedule'] });
    const ours = await subscriptionOf(app, user);
    expect(ours.cancel_at_period_end).toBe(atStripe.cancel_at_period_end);
    expect(ours.schedule_id === null).toBe(atStripe.schedule === null);
    expect(ours).toMatchObject({ plan: 'gold', change_key: null });
  });

  const cancellationEmails = async () =>
    (await planEmailsOf(app, user)).filter((kind) => kind === 'subscription_cancelled');

  it('five cancel calls: all succeed, one email', async () => {
    await subscribe(app, user, 'gold');
    const settled = await concurrently(5, () => payments().cancelSubscription());
    expect(outcomes(settled)).toEqual({ ok: 5 });
    expect(await cancellationEmails()).toHaveLength(1);
  });

  it('twenty cancel calls: one email', async () => {
    await subscribe(app, user, 'gold');
    const settled = await concurrently(20, () => payments().cancelSubscription());
    // Each call waits at most ten seconds for earlier calls. On a busy machine, some calls time out with a conflict.
    const { ok = 0, CONFLICT: busy = 0 } = outcomes(settled);
    expect(ok).toBeGreaterThan(0);
    expect(ok + busy).toBe(20);
    expect(await cancellationEmails()).toHaveLength(1);
  });
});

describe('overlapping reads', () => {
  /** Deps whose reads of a subscription from Stripe return only after `release` is called. */
  function withSlowRead(deps: Deps): { slow: Deps; hasRead: Promise<void>; release: () => void } {
    const read = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { stripe } = deps;
    const subscriptions = new Proxy(stripe.subscriptions, {
      get(target, name, receiver) {
        if (name !== 'retrieve') return Reflect.get(target, name, receiver);
        return async (id: string, params: Stripe.SubscriptionRetrieveParams) => {
          const subscription = await target.retrieve(id, params);
          read.resolve();
          await gate.promise;
          return subscription;
        };
      },
    });
    const slowStripe = new Proxy(stripe, {
      get: (target, name, receiver) =>
        name === 'subscriptions' ? subscriptions : Reflect.get(target, name, receiver),
    });
    return { slow: { ...deps, stripe: slowStripe }, hasRead: read.promise, release: gate.resolve };
  }

  it('an older read from Stripe changes nothing if it returns after a newer one', async () => {
    const row = await subscribe(app, user, 'gold');
    const { slow, hasRead, release } = withSlowRead(app.deps);
    const older = syncSubscription(slow, row.id);
    await hasRead;
    await app.deps.stripe.subscriptions.cancel(row.id);
    await syncSubscription(app.deps, row.id);
    expect(await subscriptionOf(app, user)).toMatchObject({ status: 'canceled' });
    release();
    await older;
    expect(await subscriptionOf(app, user)).toMatchObject({ status: 'canceled' });
    expect(await countEmails(app, user, 'subscription_started')).toBe(1);
    expect(await countEmails(app, user, 'subscription_ended')).toBe(1);
  });

  it('after events in any order, repeated or not, the subscription is the same at Stripe and in the database', async () => {
    const row = await subscribe(app, user, 'silver');
    const start = app.sandbox.events().length;
    passTime(app, monthMs);
    const { todayCents } = await payments().previewPlanChange({ plan: 'diamond' });
    await payments().changePlan({ plan: 'diamond', expectedTodayCents: todayCents });
    await payments().cancelSubscription();
    const events = app.sandbox.events().slice(start);
    expect(events.length).toBeGreaterThan(8);
    const atStripe = await app.deps.stripe.subscriptions.retrieve(row.id);
    const final = {
      plan: 'diamond',
      status: atStripe.status,
      cancel_at_period_end: true,
      current_period_end: new Date((atStripe.items.data[0]?.current_period_end ?? 0) * 1000).toISOString(),
    };
    const twice = [...events, ...events];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(twice, { minLength: 1 }),
        fc.integer({ min: 1, max: 5 }),
        async (order, concurrency) => {
          const { db } = app.deps;
          const wrong = { status: 'incomplete', plan: 'silver', cancel_at_period_end: false } as const;
          await db.updateTable('subscriptions').set(wrong).where('id', '=', row.id).execute();
          // At least one event is about the subscription.
          const copies = order.map(({ type, data }) => eventAbout(type, String(Object(data.object).id)));
          copies.push(eventAbout('customer.subscription.updated', row.id));
          for (let next = 0; next < copies.length; next += concurrency) {
            await Promise.all(copies.slice(next, next + concurrency).map((event) => deliver(app, event)));
          }
          expect(await subscriptionOf(app, user)).toMatchObject(final);
        },
      ),
      { numRuns: 15 },
    );
  });
});
