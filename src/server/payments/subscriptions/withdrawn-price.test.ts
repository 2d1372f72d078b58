import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { waitForLockWaiters } from '../../../testing/lock-waiters.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { openPriceWorld, type PriceWorld } from '../testing/announced-prices.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import { passTime, subscriptionOf } from '../testing/subscriptions.ts';
import { lockPlanAmounts } from './plan-amounts.queries.ts';
import { applyAnnouncedPrices, withdrawAnnouncements } from './price-announcements.operations.ts';
import {
  lockUnannounced,
  shareLockAnnouncedPrices,
  storeAnnouncement,
} from './price-announcements.queries.ts';
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

it('sends no notification of a withdrawn price to users who have canceled or planned a downgrade', async () => {
  const [leaving, downgrading] = [await world.join('gold'), await world.join('gold')];
  const { subscriptions } = world.adminCaller();
  await world.setPrice(700, 'gold');
  expect(await subscriptions.announcePrice({ plan: 'gold', priceCents: 700 })).toMatchObject({ notified: 2 });
  await app.caller(leaving).payments.cancelSubscription();
  await app.caller(downgrading).payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
  await world.setPrice(500, 'gold');
  for (const subscriber of [leaving, downgrading]) {
    expect(await countEmails(app, subscriber, 'subscription_price_withdrawn')).toBe(0);
    expect(await world.mine(subscriber)).toMatchObject({ announcedPriceCents: null });
  }
});

/** Reads the subscription from Stripe after an admin's transaction has run `change`, but before it commits. */
async function readDuring(change: (trx: Trx) => Promise<unknown>): Promise<void> {
  const { id } = await subscriptionOf(app, user);
  const changed = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const admin = inTransaction(app.deps.db, async (trx) => {
    await lockPlanAmounts(trx, 'silver');
    await change(trx);
    changed.resolve();
    await waits.promise;
  });
  await changed.promise;
  const read = syncSubscription(app.deps, id);
  await waitForLockWaiters(app.deps.db);
  waits.resolve();
  await Promise.all([admin, read]);
}

it('keeps an announced price if the subscription is read from Stripe while an admin announces the price', async () => {
  await world.setPrice(200);
  await readDuring(async (trx) => {
    const rows = await lockUnannounced(trx, 'silver', 200);
    const announcement = { priceCents: 200, at: app.deps.now() };
    await storeAnnouncement(
      trx,
      'silver',
      rows.map(({ id }) => id),
      announcement,
    );
  });
  expect(await world.mine(user)).toMatchObject({ priceCents: 100, announcedPriceCents: 200 });
});

it('does not deadlock if a subscription that changed to another plan is read from Stripe while an admin changes the prices of its old and new plan', async () => {
  const downgraded = await world.join('gold');
  const { id } = await subscriptionOf(app, downgraded);
  await world.setPrice(700, 'gold');
  await world.adminCaller().subscriptions.announcePrice({ plan: 'gold', priceCents: 700 });
  const isLocked = Promise.withResolvers<void>();
  const adminWaits = Promise.withResolvers<void>();
  // As `syncSubscription` does for a subscription to Gold that has changed to Silver.
  const read = inTransaction(app.deps.db, async (trx) => {
    await shareLockAnnouncedPrices(trx, ['silver']);
    isLocked.resolve();
    await adminWaits.promise;
    await trx.selectFrom('subscriptions').select('id').where('id', '=', id).forUpdate().execute();
  });
  await isLocked.promise;
  const change = world.adminCaller().subscriptions.savePlanAmounts([
    { plan: 'gold', priceCents: 500, listPriceCents: 5999 },
    { plan: 'silver', priceCents: 200, listPriceCents: 5999 },
  ]);
  await waitForLockWaiters(app.deps.db);
  adminWaits.resolve();
  await Promise.all([read, change]);
  expect(await world.mine(downgraded)).toMatchObject({ announcedPriceCents: null });
});

describe('an announced price of a plan whose price is changed again', () => {
  /**
   * Announces $2, goes to the day before the renewal that charges it, and applies the price. Runs `during` after Stripe
   * has set the price and before the academy reads it back.
   */
  async function applyPrice(during: () => Promise<unknown>): Promise<number> {
    await announceForTomorrow();
    const spy = onceStripeHasSet(during);
    const changed = await applyAnnouncedPrices(app.deps);
    spy.mockRestore();
    return changed;
  }

  async function announceForTomorrow(): Promise<void> {
    await world.setPrice(200);
    await world.announce(200);
    const { id } = await subscriptionOf(app, user);
    // The first renewal is too early for the new price.
    await world.passUntil(user, dayMs);
    await syncSubscription(app.deps, id);
    await world.passUntil(user, -dayMs);
  }

  function onceStripeHasSet(during: () => Promise<unknown>) {
    const { subscriptions } = app.deps.stripe;
    const update = subscriptions.update.bind(subscriptions);
    return vi.spyOn(subscriptions, 'update').mockImplementationOnce(async (...args) => {
      const updated = await update(...args);
      await during();
      return updated;
    });
  }

  const withdrawnEmails = () => countEmails(app, user, 'subscription_price_withdrawn');
  const lost = new Stripe.errors.StripeConnectionError({ message: 'the connection was closed' });
  const stripeFails = () => {
    app.sandbox.faults.onRequest = () => ({ kind: 'status', status: 500 });
  };
  const changesFail = () => {
    app.sandbox.faults.onRequest = ({ method }) =>
      method === 'POST' ? { kind: 'status', status: 500 } : undefined;
  };
  const stripeWorks = () => {
    app.sandbox.faults.onRequest = undefined;
  };

  /** Expects that the subscriber pays the announced price and got no email that the price was withdrawn. */
  async function expectAnnouncedPrice(): Promise<void> {
    expect(await withdrawnEmails()).toBe(0);
    expect(await world.mine(user)).toMatchObject({ priceCents: 200, announcedPriceCents: null });
    passTime(app, 2 * dayMs);
    expect((await world.renewals(user)).at(-1)).toBe(200);
  }

  it('is charged as announced if the plan’s price changes during the call that sets the announced price at Stripe', async () => {
    expect(await applyPrice(() => world.setPrice(100))).toBe(1);
    await expectAnnouncedPrice();
  });

  it('is charged as announced if the response to the call that sets it at Stripe is lost', async () => {
    const changed = await applyPrice(async () => {
      await world.setPrice(100);
      throw lost;
    });
    expect(changed).toBe(0);
    await expectAnnouncedPrice();
  });

  it('is charged as announced if Stripe’s response is lost, and the subscription cannot be read from Stripe afterwards', async () => {
    await applyPrice(async () => {
      stripeFails();
      throw lost;
    });
    await world.setPrice(100);
    expect(await world.mine(user)).toMatchObject({ priceCents: 100, announcedPriceCents: 200 });
    stripeWorks();
    await syncSubscription(app.deps, (await subscriptionOf(app, user)).id);
    await expectAnnouncedPrice();
  });

  it('is charged as announced if the server stops during the call that sets it at Stripe', async () => {
    await announceForTomorrow();
    const isSet = Promise.withResolvers<void>();
    const spy = onceStripeHasSet(() => {
      isSet.resolve();
      return new Promise(() => {});
    });
    void applyAnnouncedPrices(app.deps);
    await isSet.promise;
    spy.mockRestore();
    await world.setPrice(100);
    // After three minutes, the lock of the stopped server is ignored.
    passTime(app, 3 * minuteMs);
    expect(await applyAnnouncedPrices(app.deps)).toBe(0);
    await expectAnnouncedPrice();
  });

  it('is charged as announced if the subscription is also read during the call, even if the same price is then announced to other subscribers', async () => {
    const { id } = await subscriptionOf(app, user);
    await world.join();
    await applyPrice(async () => {
      await world.setPrice(100);
      await syncSubscription(app.deps, id);
      passTime(app, 1_000);
      await world.setPrice(200);
      expect(await world.announce(200)).toMatchObject({ notified: 1 });
    });
    await expectAnnouncedPrice();
    expect(await countEmails(app, user, 'subscription_price_change')).toBe(1);
  });

  it('is set at Stripe by the next run of the job if the first call to Stripe failed', async () => {
    await announceForTomorrow();
    changesFail();
    expect(await applyAnnouncedPrices(app.deps)).toBe(0);
    await world.setPrice(100);
    stripeWorks();
    expect(await applyAnnouncedPrices(app.deps)).toBe(1);
    await expectAnnouncedPrice();
  });

  const announcementsOf = (priceCents: number) =>
    app.deps.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'plan.price_announced')
      .where(sql<boolean>`details ->> 'priceCents' = ${String(priceCents)}`)
      .execute();

  /** Announces $2. Every call that would set the price fails, the price is changed back, and the renewal charges $1. */
  async function missRenewal(): Promise<void> {
    await announceForTomorrow();
    changesFail();
    expect(await applyAnnouncedPrices(app.deps)).toBe(0);
    stripeWorks();
    await world.setPrice(100);
    passTime(app, 2 * dayMs);
    await syncSubscription(app.deps, (await subscriptionOf(app, user)).id);
    expect(await world.mine(user)).toMatchObject({ priceCents: 100, announcedPriceCents: 200 });
  }

  it('is withdrawn by the next change of the plan’s price if every call to set it at Stripe failed before the renewal', async () => {
    await missRenewal();
    await world.setPrice(150);
    expect(await withdrawnEmails()).toBe(1);
    expect(await world.mine(user)).toMatchObject({ priceCents: 100, announcedPriceCents: null });
  });

  it('stays withdrawn if the subscription is read from Stripe during the withdrawal', async () => {
    await missRenewal();
    await readDuring((trx) => withdrawAnnouncements(app.deps, trx, 'silver'));
    expect(await withdrawnEmails()).toBe(1);
    expect(await world.mine(user)).toMatchObject({ priceCents: 100, announcedPriceCents: null });
  });

  it('is not set at Stripe if it was withdrawn before the call', async () => {
    await announceForTomorrow();
    const { prices } = app.deps.stripe;
    const list = prices.list.bind(prices);
    const spy = vi.spyOn(prices, 'list').mockImplementationOnce((...args) => {
      const withdrawn = world.setPrice(100);
      return Object.assign(
        withdrawn.then(() => list(...args)),
        {},
      ) as ReturnType<typeof list>;
    });
    expect(await applyAnnouncedPrices(app.deps)).toBe(0);
    spy.mockRestore();
    expect(await withdrawnEmails()).toBe(1);
    expect(await world.mine(user)).toMatchObject({ priceCents: 100, announcedPriceCents: null });
    passTime(app, 2 * dayMs);
    expect((await world.renewals(user)).at(-1)).toBe(100);
  });

  it('is applied before the subscriber is notified of a later price, and the later price can be withdrawn', async () => {
    await announceForTomorrow();
    changesFail();
    expect(await applyAnnouncedPrices(app.deps)).toBe(0);
    await world.setPrice(300);
    expect(await world.amounts()).toMatchObject({ onFormerPrice: 1, notified: 0, notifiedLater: 0 });
    expect(await world.announce(300)).toMatchObject({ notified: 0, notifiedLater: 1 });
    expect(await world.amounts()).toMatchObject({ onFormerPrice: 1, notified: 0, notifiedLater: 1 });
    // Announcing the same price again changes nothing, so the audit log has no second entry.
    expect(await announcementsOf(300)).toHaveLength(1);
    expect(await world.announce(300)).toMatchObject({ notified: 0, notifiedLater: 1 });
    expect(await announcementsOf(300)).toHaveLength(1);
    await syncSubscription(app.deps, (await subscriptionOf(app, user)).id);
    expect(await world.mine(user)).toMatchObject({ priceCents: 100, announcedPriceCents: 200 });
    stripeWorks();
    expect(await applyAnnouncedPrices(app.deps)).toBe(1);
    expect(await world.mine(user)).toMatchObject({ priceCents: 200, announcedPriceCents: 300 });
    expect(await world.amounts()).toMatchObject({ onFormerPrice: 1, notified: 1, notifiedLater: 0 });
    const email = await emailTo(app, user, 'subscription_price_change');
    expect(email.body_text).toContain('costs $3.00 a month instead of $2.00');
    await world.setPrice(200);
    expect(await withdrawnEmails()).toBe(1);
    expect(await world.mine(user)).toMatchObject({ priceCents: 200, announcedPriceCents: null });
  });
});
