import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { waitForLockWaiters } from '../../../testing/lock-waiters.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { openPriceWorld, type PriceWorld } from '../testing/announced-prices.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import {
  openPlan,
  passTime,
  setBillingTime,
  subscriptionOf,
  subscriptionsOf,
} from '../testing/subscriptions.ts';
import { lockPlanAmounts } from './plan-amounts.queries.ts';
import { applyAnnouncedPrices } from './price-announcements.operations.ts';
import { syncSubscription } from './sync.operations.ts';

let world: PriceWorld;
let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  world = await openPriceWorld();
  app = world.app;
});
afterAll(() => app.close());
afterEach(() => world.settle());
beforeEach(async () => {
  user = await world.begin();
});

describe('a planned downgrade', () => {
  let member: TestUser;
  const goToRenewal = async () => {
    await world.passUntil(member, -dayMs);
    await applyAnnouncedPrices(app.deps);
    passTime(app, 2 * dayMs);
    await syncSubscription(app.deps, (await subscriptionOf(app, member)).id);
  };
  beforeEach(async () => {
    await world.settle();
    member = await world.join('gold');
  });

  it('keeps the shown price if the price of the lower plan changes; the new price applies only after it was announced', async () => {
    await app.caller(member).payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await world.setPrice(200);
    expect(await world.mine(member)).toMatchObject({ pendingPlan: 'silver', pendingPriceCents: 100 });
    await goToRenewal();
    expect(await world.renewals(member)).toEqual([100]);
    expect(await world.announce(200)).toMatchObject({ notified: 1 });
    await world.backdateAnnouncement(member);
    expect(await world.mine(member)).toMatchObject({ plan: 'silver', priceCents: 100, renewalCents: 200 });
    const { subscriptions } = await world.adminCaller().subscriptions.ofUser({ userId: member.userId });
    expect(subscriptions).toMatchObject([{ priceCents: 100, renewalCents: 200 }]);
    await goToRenewal();
    expect(await world.renewals(member)).toEqual([100, 200]);
  });

  it('begins at the shown price, and the student is then notified of a price that was announced in the meantime', async () => {
    await world.join();
    await app.caller(member).payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await world.setPrice(200);
    expect(await world.announce(200)).toMatchObject({ notified: 1 });
    expect(await countEmails(app, member, 'subscription_price_change')).toBe(0);
    await goToRenewal();
    expect(await countEmails(app, member, 'subscription_price_change')).toBe(1);
    expect(await world.mine(member)).toMatchObject({
      plan: 'silver',
      priceCents: 100,
      announcedPriceCents: 200,
    });
  });

  it('if the downgrade is withdrawn, the announced price of the current plan applies at the next renewal, and the email states this price', async () => {
    await world.setPrice(700, 'gold');
    await world.adminCaller().subscriptions.announcePrice({ plan: 'gold', priceCents: 700 });
    await world.backdateAnnouncement(member);
    expect(await world.mine(member)).toMatchObject({ priceCents: 500, renewalCents: 700 });
    const { payments } = app.caller(member);
    await payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await payments.resumeSubscription();
    const email = await emailTo(app, member, 'subscription_change_withdrawn');
    expect(email.body_text).toContain('Price: $7.00 a month');
    await goToRenewal();
    expect(await world.renewals(member)).toEqual([700]);
  });
});

it('an announced price is not applied to a subscription with a schedule that was created in Stripe’s dashboard, and the schedule stays', async () => {
  const { id } = await subscriptionOf(app, user);
  await world.setPrice(200);
  await world.announce(200);
  const { id: schedule } = await app.deps.stripe.subscriptionSchedules.create({ from_subscription: id });
  await world.backdateAnnouncement(user);
  await world.passUntil(user, -dayMs);
  expect(await applyAnnouncedPrices(app.deps)).toBe(0);
  expect(await app.deps.stripe.subscriptionSchedules.retrieve(schedule)).toMatchObject({ status: 'active' });

  await world.setPrice(300);
  await syncSubscription(app.deps, id);
  expect(await world.amounts()).toMatchObject({ onFormerPrice: 0 });
  expect(await world.announce(300)).toMatchObject({ notified: 0 });
});

it('an admin can save the prices of two plans while the memberships of a student who has had both plans are read from Stripe', async () => {
  const { id } = await subscriptionOf(app, user);
  await app.deps.stripe.subscriptions.cancel(id);
  await syncSubscription(app.deps, id);
  const sessionId = await openPlan(app, user, 'gold');
  await app.sandbox.pay(sessionId);
  await app.caller(user).payments.verifySubscription({ sessionId });
  setBillingTime(app);
  expect((await subscriptionsOf(app, user)).map(({ plan }) => plan).toSorted()).toEqual(['gold', 'silver']);
  const { subscriptions } = world.adminCaller();
  const isLocked = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const other = inTransaction(app.deps.db, async (trx) => {
    await lockPlanAmounts(trx, 'silver');
    isLocked.resolve();
    await waits.promise;
  });
  await isLocked.promise;
  const saved = subscriptions.savePlanAmounts([
    { plan: 'silver', priceCents: 200, listPriceCents: 2999 },
    { plan: 'gold', priceCents: 600, listPriceCents: 4999 },
  ]);
  await waitForLockWaiters(app.deps.db);
  const read = syncSubscription(app.deps, id);
  await waitForLockWaiters(app.deps.db, 2);
  waits.resolve();
  const results = await Promise.allSettled([other, saved, read]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  await subscriptions.savePlanAmounts([{ plan: 'gold', priceCents: 500, listPriceCents: 4999 }]);
});
