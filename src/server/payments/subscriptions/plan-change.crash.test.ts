import { describe, expect, it } from 'vitest';
import { failNext } from '../../../sandbox/stripe/faults.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import { reconcileSubscriptions } from '../reconciliation/subscriptions.operations.ts';
import { countEmails } from '../testing/emails.ts';
import {
  monthMs,
  passTime,
  planEmailsOf,
  planOf,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';
import { changePlan } from './plan-change.operations.ts';

const { app, user, delivery } = setUpPlanWorld();

const payments = () => app.caller(user).payments;
const mine = () => payments().mySubscription();
const atStripe = (id: string) => app.deps.stripe.subscriptions.retrieve(id, { expand: ['schedule'] });

/** `deps` for a server that stops when it calls `method`, before or after Stripe has processed the call. */
function stopping(deps: Deps, method: 'create' | 'update', when: 'before' | 'after') {
  const stopped = Promise.withResolvers<void>();
  const subscriptionSchedules = new Proxy(deps.stripe.subscriptionSchedules, {
    get(target, name, receiver) {
      if (name !== method) return Reflect.get(target, name, receiver);
      return async (...args: never[]) => {
        if (when === 'after') await Reflect.apply(target[method], target, args);
        stopped.resolve();
        await new Promise(() => {});
      };
    },
  });
  const stripe = new Proxy(deps.stripe, {
    get: (target, name, receiver) =>
      name === 'subscriptionSchedules' ? subscriptionSchedules : Reflect.get(target, name, receiver),
  });
  return { deps: { ...deps, stripe }, stopped: stopped.promise };
}

/**
 * The user cancels, then asks for a lower tier, and the server stops before or after this call of
 * `subscriptionSchedules`.
 * @returns the subscription's id
 */
async function interruptDowngrade(...at: [method: 'create' | 'update', when: 'before' | 'after']) {
  const { id } = await subscribe(app, user, 'gold');
  await payments().cancelSubscription();
  const { deps, stopped } = stopping(app.deps, ...at);
  void changePlan(deps, user, { plan: 'silver', expectedTodayCents: 0 });
  await stopped;
  expect((await atStripe(id)).cancel_at_period_end).toBe(false);
  return id;
}

/** Another server reconciles the subscriptions after the lock of the stopped server has expired. */
async function reconcile() {
  passTime(app, 3 * minuteMs);
  expect((await reconcileSubscriptions(app.deps)).errors).toBe(0);
}

const interruptions = [
  ['before it creates the schedule', 'create', 'before'],
  ['after it created the schedule', 'create', 'after'],
  ['before it writes the phases of the schedule', 'update', 'before'],
] as const;

describe.each(interruptions)(
  'a canceled membership whose downgrade is interrupted, because the server stops %s,',
  (_, method, when) => {
    it('stays canceled for the user, and the next reconciliation cancels it at Stripe again', async () => {
      const id = await interruptDowngrade(method, when);
      await delivery.deliverNew();
      expect(await mine()).toMatchObject({ plan: 'gold', pendingPlan: null, cancelAtPeriodEnd: true });
      await reconcile();
      expect(await atStripe(id)).toMatchObject({ cancel_at_period_end: true, schedule: null });
      await delivery.deliverNew();
      const kinds = await planEmailsOf(app, user);
      expect(await countEmails(app, user, 'subscription_cancelled')).toBe(1);
      expect(kinds).not.toContain('subscription_resumed');

      const charges = app.sandbox.charges().length;
      passTime(app, monthMs);
      await delivery.deliverNew();
      expect(await planOf(app, user)).toBe('free');
      expect(app.sandbox.charges()).toHaveLength(charges);
    });

    it('can be downgraded again', async () => {
      await interruptDowngrade(method, when);
      passTime(app, 3 * minuteMs);
      await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
      expect(await mine()).toMatchObject({ plan: 'gold', pendingPlan: 'silver', cancelAtPeriodEnd: false });
      await reconcile();
      expect(await mine()).toMatchObject({ plan: 'gold', pendingPlan: 'silver', cancelAtPeriodEnd: false });
    });

    it('keeps its tier if the user resumes it', async () => {
      const id = await interruptDowngrade(method, when);
      passTime(app, 3 * minuteMs);
      await payments().resumeSubscription();
      await reconcile();
      expect(await mine()).toMatchObject({ plan: 'gold', pendingPlan: null, cancelAtPeriodEnd: false });
      expect(await atStripe(id)).toMatchObject({ cancel_at_period_end: false, schedule: null });
    });
  },
);

it('if a server stops right after it scheduled a downgrade, the downgrade stays scheduled', async () => {
  await interruptDowngrade('update', 'after');
  await reconcile();
  expect(await mine()).toMatchObject({ plan: 'gold', pendingPlan: 'silver', cancelAtPeriodEnd: false });
});

it('if a server stops right after it scheduled a downgrade, the downgrade takes effect at the renewal', async () => {
  await interruptDowngrade('update', 'after');
  passTime(app, monthMs);
  await reconcile();
  expect(await mine()).toMatchObject({ plan: 'silver', pendingPlan: null, cancelAtPeriodEnd: false });
});

it('a scheduled downgrade stays if Stripe fails while the user replaces it with another downgrade', async () => {
  await subscribe(app, user, 'diamond');
  await payments().changePlan({ plan: 'gold', expectedTodayCents: 0 });
  const failure = { kind: 'status', status: 500, when: 'before' } as const;
  // The SDK tries each call twice.
  app.sandbox.faults.onRequest = failNext(
    2,
    failure,
    ({ path, method }) => method === 'POST' && /^\/v1\/subscription_schedules(\/\w+)?$/.test(path),
  );
  const change = payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
  await expect(change).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await mine()).toMatchObject({ plan: 'diamond', pendingPlan: 'gold' });
  await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
  expect(await mine()).toMatchObject({ plan: 'diamond', pendingPlan: 'silver' });
  expect(await planEmailsOf(app, user)).not.toContain('subscription_change_withdrawn');
  passTime(app, monthMs);
  await delivery.deliverNew();
  expect((await subscriptionOf(app, user)).plan).toBe('silver');
});
