import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import { createHandlers } from '../../job-handlers.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { openPriceWorld, type PriceWorld } from '../testing/announced-prices.ts';
import { countEmails } from '../testing/emails.ts';
import { passTime, subscriptionOf } from '../testing/subscriptions.ts';
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

describe('a price that is withdrawn while it is applied at Stripe', () => {
  /** Announces $2, and runs `during` after Stripe has set it and before the academy reads it back. */
  async function applyPrice(during: () => Promise<unknown>): Promise<number> {
    await world.setPrice(200);
    await world.announce(200);
    const { id } = await subscriptionOf(app, user);
    // The first renewal is too early for the new price.
    await world.passUntil(user, dayMs);
    await syncSubscription(app.deps, id);
    await world.passUntil(user, -dayMs);
    const { subscriptions } = app.deps.stripe;
    const update = subscriptions.update.bind(subscriptions);
    const spy = vi.spyOn(subscriptions, 'update').mockImplementationOnce(async (...args) => {
      const updated = await update(...args);
      await during();
      return updated;
    });
    const changed = await applyAnnouncedPrices(app.deps);
    spy.mockRestore();
    return changed;
  }

  /** @returns how many jobs were queued for the user's subscription */
  async function runSetBackJobs(): Promise<number> {
    const { id } = await subscriptionOf(app, user);
    const { rows } = await sql<{ data: JobPayloads['set-price-back'] }>`
      select data from pgboss.job where name = 'set-price-back' and data ->> 'subscriptionId' = ${id}`.execute(
      app.deps.db,
    );
    const setBack = createHandlers(app.deps)['set-price-back'];
    for (const { data } of rows) await setBack(data);
    return rows.length;
  }

  it('is reverted, because the subscriber was notified that it does not apply', async () => {
    expect(await applyPrice(() => world.setPrice(100))).toBe(0);
    expect(await countEmails(app, user, 'subscription_price_withdrawn')).toBe(1);
    passTime(app, 2 * dayMs);
    expect((await world.renewals(user)).at(-1)).toBe(100);
  });

  it('is reverted by a job if Stripe fails meanwhile', async () => {
    const changed = await applyPrice(async () => {
      await world.setPrice(100);
      app.sandbox.faults.onRequest = () => ({ kind: 'status', status: 500 });
    });
    app.sandbox.faults.onRequest = undefined;
    expect(changed).toBe(0);
    const { id } = await subscriptionOf(app, user);
    await syncSubscription(app.deps, id);
    expect(await world.mine(user)).toMatchObject({ priceCents: 200 });
    expect(await runSetBackJobs()).toBe(1);
    expect(await world.mine(user)).toMatchObject({ priceCents: 100, announcedPriceCents: null });
  });

  it('is reverted even if it was announced again meanwhile, because the notice period starts again', async () => {
    const changed = await applyPrice(async () => {
      await world.setPrice(100);
      await world.setPrice(200);
      await world.announce(200);
    });
    expect(changed).toBe(0);
    expect(await world.mine(user)).toMatchObject({ priceCents: 100, announcedPriceCents: 200 });
  });

  describe('whose response is lost', () => {
    const lost = new Stripe.errors.StripeConnectionError({ message: 'the connection was closed' });

    it('is reverted by a job', async () => {
      const changed = await applyPrice(async () => {
        await world.setPrice(100);
        throw lost;
      });
      expect(changed).toBe(0);
      expect(await world.mine(user)).toMatchObject({ priceCents: 200 });
      expect(await runSetBackJobs()).toBe(1);
      expect(await world.mine(user)).toMatchObject({ priceCents: 100, announcedPriceCents: null });
    });

    it('is reverted even if it was announced again meanwhile', async () => {
      await applyPrice(async () => {
        await world.setPrice(100);
        passTime(app, 1_000);
        await world.setPrice(200);
        await world.announce(200);
        throw lost;
      });
      expect(await runSetBackJobs()).toBe(1);
      expect(await world.mine(user)).toMatchObject({ priceCents: 100 });
    });

    it.each([
      ['it is still announced', async () => undefined],
      [
        'an event from Stripe has ended the announcement',
        async () => syncSubscription(app.deps, (await subscriptionOf(app, user)).id),
      ],
    ])('stays if %s', async (_case, during) => {
      await applyPrice(async () => {
        await during();
        throw lost;
      });
      expect(await runSetBackJobs()).toBe(0);
      expect(await world.mine(user)).toMatchObject({ priceCents: 200, announcedPriceCents: null });
    });
  });

  it('stays if an event from Stripe has ended the announcement already', async () => {
    const { id } = await subscriptionOf(app, user);
    expect(await applyPrice(() => syncSubscription(app.deps, id))).toBe(1);
    expect(await world.mine(user)).toMatchObject({ priceCents: 200, announcedPriceCents: null });
  });

  it('is not withdrawn after it was applied, even if it could not be read back', async () => {
    const isFailing = { kind: 'status', status: 500 } as const;
    await applyPrice(async () => {
      app.sandbox.faults.onRequest = () => isFailing;
    });
    await world.setPrice(100);
    app.sandbox.faults.onRequest = undefined;
    expect(await countEmails(app, user, 'subscription_price_withdrawn')).toBe(0);
    expect(await world.mine(user)).toMatchObject({ priceCents: 200, announcedPriceCents: null });
  });
});
