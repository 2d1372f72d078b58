import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayText } from '../../../shared/day-text.ts';
import { dayMs } from '../../../shared/durations.ts';
import { announcedFrom } from '../../../shared/payments/renewal-price.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import { openPriceWorld, type PriceWorld } from '../testing/announced-prices.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import { passTime, subscriptionOf } from '../testing/subscriptions.ts';
import { remindOfDates } from './date-reminders.operations.ts';
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

const changeEmails = (to: TestUser) => countEmails(app, to, 'subscription_price_change');

/** Advances the clock day by day, and runs the jobs at the end of each day. */
async function passDays(days: number): Promise<void> {
  for (let passed = 0; passed < days; passed += 1) {
    passTime(app, dayMs);
    await applyAnnouncedPrices(app.deps);
    const { id } = await subscriptionOf(app, user);
    await syncSubscription(app.deps, id);
    await remindOfDates(app.deps);
  }
}

it("an existing subscriber's price stays until the first renewal at least 30 days after the announcement", async () => {
  await world.setPrice(200);
  expect(await world.amounts()).toMatchObject({ onFormerPrice: 1, notified: 0 });
  // The change alone sends no notification.
  expect(await changeEmails(user)).toBe(0);
  // Five days before the first renewal, which is too early for the new price.
  await world.passUntil(user, -5 * dayMs);
  const announced = await world.announce(200);
  const from = announcedFrom(app.deps.now().toISOString());
  expect(announced).toEqual({ notified: 1, notifiedLater: 0, from });
  expect(await world.mine(user)).toMatchObject({
    priceCents: 100,
    renewalCents: 100,
    announcedPriceCents: 200,
    announcedFrom: announced.from,
  });
  expect(await world.amounts()).toMatchObject({ onFormerPrice: 1, notified: 1 });
  const email = await emailTo(app, user, 'subscription_price_change');
  expect(email.subject).toBe('Your Silver membership will cost $2.00 a month');
  expect(email.body_text).toContain('instead of $1.00');
  // Users can switch off the reminder.
  expect(email.body_text).toContain('a week before each renewal, unless you have turned that email off');

  await passDays(7);
  expect(await world.renewals(user)).toEqual([100]);
  await passDays(20);
  expect(await world.renewals(user)).toEqual([100]);
  // The next renewal is after the 30 days: the reminder a week before shows the new amount, which is then charged.
  expect(await world.mine(user)).toMatchObject({ renewalCents: 200 });
  await passDays(10);
  expect(await world.renewals(user)).toEqual([100, 200]);
  expect(await world.mine(user)).toMatchObject({
    priceCents: 200,
    announcedPriceCents: null,
    announcedFrom: null,
  });
  const reminder = await emailTo(app, user, 'subscription_renewal_soon');
  expect(reminder.body_text).toContain('$2.00');
  expect(await changeEmails(user)).toBe(1);
  expect(await world.amounts()).toMatchObject({ onFormerPrice: 0, notified: 0 });
});

it('a change of prices that contains two prices for one plan is rejected', async () => {
  const { subscriptions } = world.adminCaller();
  const price = { plan: 'silver', priceCents: 200, listPriceCents: 5999 } as const;
  await expect(subscriptions.savePlanAmounts([price, { ...price, priceCents: 300 }])).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(await world.amounts()).toMatchObject({ priceCents: 100 });
});

it('twenty concurrent announcements of a price notify a subscriber once; only the current price can be announced', async () => {
  await world.setPrice(300);
  await expect(world.announce(250)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await changeEmails(user)).toBe(0);
  const results = await Promise.all(Array.from({ length: 20 }, () => world.announce(300)));
  expect(results.reduce((sum, { notified }) => sum + notified, 0)).toBe(1);
  expect(await changeEmails(user)).toBe(1);
});

it('an announced price is not applied if the price changes again, or if the subscriber changes the plan or cancels', async () => {
  const [rising, leaving] = [await world.join(), await world.join()];
  await world.setPrice(200);
  await world.announce(200);
  const { todayCents } = await app.caller(rising).payments.previewPlanChange({ plan: 'gold' });
  await app.caller(rising).payments.changePlan({ plan: 'gold', expectedTodayCents: todayCents });
  expect(await world.mine(rising)).toMatchObject({
    plan: 'gold',
    renewalCents: 500,
    announcedPriceCents: null,
  });
  await app.caller(leaving).payments.cancelSubscription();
  await world.setPrice(400);
  expect(await world.mine(user)).toMatchObject({
    priceCents: 100,
    renewalCents: 100,
    announcedPriceCents: null,
  });
  await world.passUntil(user, -dayMs);
  expect(await applyAnnouncedPrices(app.deps)).toBe(0);
});

it('only subscribers to whom a withdrawn price was announced are notified of the withdrawal, each of them once', async () => {
  await world.setPrice(200);
  await world.announce(200);
  const later = await world.join();
  await Promise.all([world.setPrice(100), world.setPrice(100)]);
  await world.setPrice(300);
  const email = await emailTo(app, user, 'subscription_price_withdrawn');
  expect(email.subject).toBe('Your Silver membership keeps its price of $1.00 a month');
  expect(email.body_text).toContain(
    'would cost $2.00 a month. That no longer applies: it stays at $1.00 a month.',
  );
  const withdrawn = async (subscriber: TestUser) => {
    const { items } = await app.caller(subscriber).notifications.list();
    return items.filter(({ title }) => title.includes('keeps its price')).map(({ path }) => path);
  };
  expect(await withdrawn(user)).toEqual(['/billing']);
  expect(await withdrawn(later)).toEqual([]);
  // The user is also notified when the next announced price is withdrawn.
  app.clock.advance(1_000);
  await world.announce(300);
  await world.setPrice(100);
  expect(await withdrawn(user)).toHaveLength(2);
});

it('a subscriber with a planned downgrade is notified of a new price only when the downgrade is canceled', async () => {
  const leaving = await world.join('gold');
  await world.join('gold');
  const { payments } = app.caller(leaving);
  await payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
  const { subscriptions } = world.adminCaller();
  await world.setPrice(700, 'gold');
  const goldAmounts = async () => (await subscriptions.planAmounts()).find(({ plan }) => plan === 'gold');
  expect(await goldAmounts()).toMatchObject({ onFormerPrice: 1 });
  expect(await subscriptions.announcePrice({ plan: 'gold', priceCents: 700 })).toMatchObject({ notified: 1 });
  expect(await changeEmails(leaving)).toBe(0);

  await payments.resumeSubscription();
  expect(await changeEmails(leaving)).toBe(1);
  expect(await goldAmounts()).toMatchObject({ onFormerPrice: 2, notified: 2 });
  await world.setPrice(500, 'gold');
});

describe('the announcement of a price while a user’s subscription is canceled', () => {
  const notificationsOf = async (who: TestUser) => {
    const { items } = await app.caller(who).notifications.list();
    return items.filter(({ title }) => title.startsWith('Your Silver membership will cost'));
  };
  /** Raises the price from $1 to `priceCents` and announces it while `user` has canceled and another user has not. */
  async function announceWhileCanceled(priceCents: number): Promise<TestUser> {
    const staying = await world.join();
    await app.caller(user).payments.cancelSubscription();
    await world.setPrice(priceCents);
    expect(await world.announce(priceCents)).toMatchObject({ notified: 1 });
    expect(await changeEmails(staying)).toBe(1);
    expect(await changeEmails(user)).toBe(0);
    expect(await world.mine(user)).toMatchObject({ announcedPriceCents: null });
    return staying;
  }

  it('notifies the user once on resuming, and applies the price 30 days later at the earliest', async () => {
    const staying = await announceWhileCanceled(200);
    passTime(app, 10 * dayMs);
    const from = announcedFrom(app.deps.now().toISOString());
    const { payments } = app.caller(user);
    await Promise.all(Array.from({ length: 5 }, () => payments.resumeSubscription()));
    const { id } = await subscriptionOf(app, user);
    await Promise.all(Array.from({ length: 20 }, () => syncSubscription(app.deps, id)));
    expect(await world.mine(user)).toMatchObject({
      cancelAtPeriodEnd: false,
      priceCents: 100,
      renewalCents: 100,
      announcedPriceCents: 200,
      announcedFrom: from,
    });
    expect(await changeEmails(user)).toBe(1);
    expect(await notificationsOf(user)).toHaveLength(1);
    expect(await emailTo(app, user, 'subscription_price_change')).toMatchObject({
      subject: 'Your Silver membership will cost $2.00 a month',
      body_text: expect.stringContaining(`From ${dayText(from ?? '')},`),
    });
    // All subscribers have been notified, and none of them is notified again.
    expect(await world.amounts()).toMatchObject({ onFormerPrice: 2, notified: 2 });
    expect(await world.announce(200)).toMatchObject({ notified: 0 });
    expect(await changeEmails(staying)).toBe(1);
    await passDays(25);
    expect(await world.renewals(user)).toEqual([100]);
    await passDays(30);
    expect(await world.renewals(user)).toEqual([100, 200]);
    expect(await changeEmails(user)).toBe(1);
  });

  it('shows the new price in the email about the resumption if the next renewal is charged at it', async () => {
    // Advances to the start of a month of 31 days, so that the renewal is more than 30 days away.
    while (
      Date.parse((await world.mine(user)).currentPeriodEnd ?? '') - app.deps.now().getTime() <=
      30 * dayMs
    ) {
      passTime(app, dayMs / 4);
      await syncSubscription(app.deps, (await subscriptionOf(app, user)).id);
    }
    await announceWhileCanceled(200);
    await app.caller(user).payments.resumeSubscription();
    expect(await world.mine(user)).toMatchObject({ renewalCents: 200, announcedPriceCents: 200 });
    const { body_text } = await emailTo(app, user, 'subscription_resumed');
    expect(body_text).toContain('for $2.00');
    expect(body_text).toContain('$2.00 a month');
  });

  it('also notifies the user if the user resumes in Stripe’s portal', async () => {
    await announceWhileCanceled(200);
    const { id } = await subscriptionOf(app, user);
    // Resumes as Stripe's portal does: the academy learns of it only from an event.
    await app.deps.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await syncSubscription(app.deps, id);
    expect(await world.mine(user)).toMatchObject({ announcedPriceCents: 200 });
    expect(await changeEmails(user)).toBe(1);
  });

  it('sends no notification if the price was changed again and not announced, or if the user changes the plan instead of resuming', async () => {
    await announceWhileCanceled(200);
    await world.setPrice(400);
    await app.caller(user).payments.resumeSubscription();
    expect(await world.mine(user)).toMatchObject({
      priceCents: 100,
      renewalCents: 100,
      announcedPriceCents: null,
    });
    expect(await changeEmails(user)).toBe(0);
    await app.caller(user).payments.cancelSubscription();
    expect(await world.announce(400)).toMatchObject({ notified: 1 });
    const { todayCents } = await app.caller(user).payments.previewPlanChange({ plan: 'gold' });
    await app.caller(user).payments.changePlan({ plan: 'gold', expectedTodayCents: todayCents });
    expect(await world.mine(user)).toMatchObject({
      plan: 'gold',
      cancelAtPeriodEnd: false,
      announcedPriceCents: null,
    });
    expect(await changeEmails(user)).toBe(0);
  });

  it('does not notify the user again if the user was notified before the cancellation', async () => {
    await world.setPrice(200);
    await world.announce(200);
    const { announcedFrom: first } = await world.mine(user);
    await app.caller(user).payments.cancelSubscription();
    passTime(app, 5 * dayMs);
    await app.caller(user).payments.resumeSubscription();
    expect(await world.mine(user)).toMatchObject({ announcedPriceCents: 200, announcedFrom: first });
    expect(await changeEmails(user)).toBe(1);
  });

  it('does not notify the user while the account is about to be deleted', async () => {
    await announceWhileCanceled(200);
    const { id } = await subscriptionOf(app, user);
    const setDeletion = (deletion_due_at: Date | null) =>
      app.deps.db.updateTable('users').set({ deletion_due_at }).where('id', '=', user.userId).execute();
    await setDeletion(new Date(app.deps.now().getTime() + dayMs));
    await app.deps.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await syncSubscription(app.deps, id);
    expect(await changeEmails(user)).toBe(0);
    await setDeletion(null);
    await syncSubscription(app.deps, id);
    expect(await changeEmails(user)).toBe(1);
  });

  it('stores no announced price for the user if the price is changed while the user resumes', async () => {
    await announceWhileCanceled(200);
    const { id } = await subscriptionOf(app, user);
    await app.deps.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await Promise.all([
      ...Array.from({ length: 10 }, () => syncSubscription(app.deps, id)),
      world.setPrice(400),
      ...Array.from({ length: 10 }, () => syncSubscription(app.deps, id)),
    ]);
    // $4 was never announced. If $2 was announced before the change to $4, the change withdrew the announcement.
    expect(await world.mine(user)).toMatchObject({
      priceCents: 100,
      renewalCents: 100,
      announcedPriceCents: null,
    });
  });
});

it('an outage of Stripe only delays an announced price; until it is applied, renewals are charged at the former price', async () => {
  await world.setPrice(200);
  await world.announce(200);
  // `applyAnnouncedPrices` has not run before the first renewal, which is therefore charged at the former price.
  await world.passUntil(user, dayMs);
  await syncSubscription(app.deps, (await subscriptionOf(app, user)).id);
  const first = await world.renewals(user);
  expect(first).toEqual([100]);
  expect((await world.mine(user)).renewalCents).toBe(200);
  await world.passUntil(user, -dayMs);
  app.sandbox.faults.onRequest = ({ method }) =>
    method === 'POST' ? { kind: 'status', status: 500 } : undefined;
  expect(await applyAnnouncedPrices(app.deps)).toBe(0);
  app.sandbox.faults.onRequest = undefined;
  const both = await Promise.all([applyAnnouncedPrices(app.deps), applyAnnouncedPrices(app.deps)]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect(await world.renewals(user)).toEqual(first);
  passTime(app, 2 * dayMs);
  expect(await world.renewals(user)).toEqual([...first, 200]);
});
