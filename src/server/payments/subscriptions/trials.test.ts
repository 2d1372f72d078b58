import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { monthOf } from '../../coaching/credits.operations.ts';
import { createCoach } from '../../coaching/testing/asked-questions.ts';
import { createAdmin } from '../testing/purchases.ts';
import { passTime, planOf, subscribe, subscriptionOf } from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';
import { syncSubscription } from './sync.operations.ts';

const { app, user, delivery } = setUpPlanWorld();

beforeAll(async () => {
  await createCoach(app, await createAdmin(app));
});
beforeEach(async () => {
  // The subscription begins in the middle of a month.
  const { endsAt } = monthOf(new Date(app.sandbox.clock.now()), null);
  passTime(app, endsAt.getTime() + 14 * dayMs - app.sandbox.clock.now());
});

const payments = () => app.caller(user).payments;
const credits = () => app.caller(user).questions.credits();

/** Makes Stripe report every subscription as trialing. Trials are started only in Stripe's dashboard. */
async function beginTrial(): Promise<() => void> {
  const { invoices, subscriptions } = app.deps.stripe;
  const retrieve = subscriptions.retrieve.bind(subscriptions);
  const createPreview = invoices.createPreview.bind(invoices);
  const spies = [
    vi
      .spyOn(subscriptions, 'retrieve')
      .mockImplementation(async (...given) =>
        Object.assign(await retrieve(...given), { status: 'trialing' }),
      ),
    // Nothing is paid during the trial, so Stripe prorates nothing.
    vi
      .spyOn(invoices, 'createPreview')
      .mockImplementation(async (...given) =>
        Object.assign(await createPreview(...given), { total: 0, amount_due: 0 }),
      ),
  ];
  await syncSubscription(app.deps, (await subscriptionOf(app, user)).id);
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

it('a trial gives the same access and question credits as a paid month', async () => {
  await subscribe(app, user, 'gold');
  await delivery.deliverNew();
  await beginTrial();
  expect(await payments().mySubscription()).toMatchObject({ plan: 'gold', status: 'trialing' });
  const { endsAt } = monthOf(app.deps.now(), null);
  passTime(app, endsAt.getTime() - app.sandbox.clock.now());
  expect(await planOf(app, user)).toBe('gold');
  expect(await credits()).toMatchObject({ left: 4, monthly: { count: 4 } });
});

it('if a student upgrades during a trial, the additional question credits come with the first payment', async () => {
  await subscribe(app, user, 'silver');
  await delivery.deliverNew();
  const renewsAt = (await payments().mySubscription()).currentPeriodEnd ?? '';
  passTime(app, Date.parse(renewsAt) - 2 * hourMs - app.sandbox.clock.now());
  const endTrial = await beginTrial();
  expect(await payments().previewPlanChange({ plan: 'gold' })).toMatchObject({
    todayCents: 0,
    laterQuestions: 3,
  });
  await payments().changePlan({ plan: 'gold', expectedTodayCents: 0 });
  expect(await planOf(app, user)).toBe('gold');
  expect(await credits()).toMatchObject({ monthly: { count: 1 }, nextAt: renewsAt });
  endTrial();
  passTime(app, 2 * hourMs + minuteMs);
  await delivery.deliverNew();
  expect(await credits()).toMatchObject({ monthly: { count: 4 } });
});
