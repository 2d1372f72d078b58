import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { findSeenUntil, storeSeenUntil } from '../stripe/event-pulls.queries.ts';
import { minutesLater } from '../testing/purchases.ts';
import { openPlan, planOf } from '../testing/subscriptions.ts';
import { pullEvents } from './event-pull.operations.ts';

// No webhook is ever delivered in this file.
const app = setUpTestApp({ stripe: 'sandbox' });

async function payForGold(): Promise<TestUser> {
  const user = await app.createUser();
  await app.sandbox.pay(await openPlan(app, user, 'gold'));
  return user;
}

const attemptsOfFailed = async () =>
  (
    await app.deps.db
      .selectFrom('stripe_events')
      .select('attempts')
      .where('status', '=', 'received')
      .execute()
  ).map(({ attempts }) => attempts);

it('failing events delay the pull of the next slice of events by only a few runs', async () => {
  const unreadable = [await payForGold(), await payForGold()].map(({ userId }) => userId);
  const bad = app.sandbox
    .sessions()
    .filter(({ client_reference_id: id }) => unreadable.includes(id ?? ''))
    .map(({ subscription }) => String(subscription));
  expect(bad).toHaveLength(2);
  app.sandbox.faults.onRequest = ({ path }) =>
    bad.some((id) => path === `/v1/subscriptions/${id}`) ? { kind: 'status', status: 500 } : undefined;
  // The pull lists events in slices of a day, beginning an hour before the stored position. With the position that is
  // stored below, the first slice ends between the failing events and the good ones. Stripe's times are full seconds.
  const sliceEnds = Math.ceil(Date.now() / 1000) * 1000;
  await sleep(sliceEnds - Date.now() + 10);
  await storeSeenUntil(app.deps.db, 'events', new Date(sliceEnds - dayMs + 3_600_000));
  const good = await payForGold();
  app.clock.set(new Date(Date.now() + 1_000));
  // A run stops listing after three failures in a row.
  expect((await pullEvents(app.deps)).errors).toBe(3);
  expect(await planOf(app, good)).toBe('free');
  for (const minutes of [15, 30]) await minutesLater(app, minutes, () => pullEvents(app.deps));
  expect(await planOf(app, good)).toBe('gold');

  expect((await pullEvents(app.deps)).errors).toBe(3);
  app.sandbox.faults.onRequest = undefined;
  expect((await pullEvents(app.deps)).errors).toBe(0);
  expect(await attemptsOfFailed()).toEqual([]);
});

it('the pull fetches a failed event again, even if all events of a later slice were processed', async () => {
  const failing = await payForGold();
  const session = app.sandbox.sessions().find(({ client_reference_id: id }) => id === failing.userId);
  app.sandbox.faults.onRequest = ({ path }) =>
    path === `/v1/invoices/${session?.invoice}` ? { kind: 'status', status: 500 } : undefined;
  const sliceEnds = Math.ceil(Date.now() / 1000) * 1000;
  await sleep(sliceEnds - Date.now() + 10);
  await storeSeenUntil(app.deps.db, 'events', new Date(sliceEnds - dayMs + 3_600_000));
  const later = await payForGold();
  app.clock.set(new Date(Date.now() + 1_000));
  expect((await pullEvents(app.deps)).errors).toBe(1);
  expect(await planOf(app, later)).toBe('gold');
  const seenUntil = Date.parse((await findSeenUntil(app.deps.db, 'events')) ?? '');
  expect(seenUntil).toBeLessThan(sliceEnds);
  app.sandbox.faults.onRequest = undefined;
  expect((await pullEvents(app.deps)).errors).toBe(0);
  expect(await attemptsOfFailed()).toEqual([]);
});
