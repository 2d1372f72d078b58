import { beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../../../testing/rows.ts';
import type { TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { createAdmin } from '../testing/purchases.ts';
import { monthMs, passTime, planOf, subscribe, subscriptionOf } from '../testing/subscriptions.ts';
import { putOnHold, setUpPlanWorld } from '../testing/worlds.ts';

const { app, user, delivery } = setUpPlanWorld();
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});

const asAdmin = () => app.caller(admin).admin;
const mine = () => app.caller(user).payments.mySubscription();

async function onHoldOf(who: TestUser) {
  return (await asAdmin().subscriptions.onHold()).filter(({ userId }) => userId === who.userId);
}

describe('a subscription that was moved to a price without a plan', () => {
  it('is listed as on hold, is logged only once, keeps its plan when it renews, and ends after a cancellation', async () => {
    const { id } = await subscribe(app, user, 'gold');
    expect(await onHoldOf(user)).toEqual([]);
    const logged = app.logs.length;
    await putOnHold({ app, delivery }, id);
    await asAdmin().subscriptions.reread({ subscriptionId: id });
    expect(await onHoldOf(user)).toMatchObject([{ id, plan: 'gold', status: 'active', priceCents: 300 }]);
    expect(app.logs.slice(logged).filter((line) => line.includes('subscription_held'))).toHaveLength(1);
    expect(await planOf(app, user)).toBe('gold');

    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await planOf(app, user)).toBe('gold');
    await app.caller(user).payments.cancelSubscription();
    expect(await mine()).toMatchObject({ plan: 'gold', cancelAtPeriodEnd: true });
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await planOf(app, user)).toBe('free');
    expect((await subscriptionOf(app, user)).status).toBe('canceled');
    expect(await onHoldOf(user)).toEqual([]);
  });

  it('is no longer on hold when it is read from Stripe after its price was given a plan', async () => {
    const { id } = await subscribe(app, user, 'gold');
    const price = await putOnHold({ app, delivery }, id);
    expect(await asAdmin().subscriptions.reread({ subscriptionId: id })).toEqual({ isHeld: true });
    await app.deps.stripe.prices.update(price, { metadata: { plan: 'silver' } });
    expect(await asAdmin().subscriptions.reread({ subscriptionId: id })).toEqual({ isHeld: false });
    expect(await onHoldOf(user)).toEqual([]);
    expect(await mine()).toMatchObject({ plan: 'silver', priceCents: 300 });
    const entries = await auditEntries(app, { subject_id: id, action: 'subscription.reread' });
    const entry = { actor_id: admin.userId, about_user_id: user.userId };
    expect(entries).toMatchObject([entry, entry]);
  });

  it('is no longer on hold after its owner changes to one of the academy’s plans', async () => {
    const { id } = await subscribe(app, user, 'silver');
    await putOnHold({ app, delivery }, id);
    const { todayCents } = await app.caller(user).payments.previewPlanChange({ plan: 'gold' });
    await app.caller(user).payments.changePlan({ plan: 'gold', expectedTodayCents: todayCents });
    expect(await onHoldOf(user)).toEqual([]);
    expect(await mine()).toMatchObject({ plan: 'gold', priceCents: 500 });
  });

  it('does not count as a subscription on a former price of its plan, and its user is not notified of a new price of the plan', async () => {
    const { id } = await subscribe(app, user, 'gold');
    const { subscriptions } = asAdmin();
    const before = (await subscriptions.planAmounts()).find(({ plan }) => plan === 'gold');
    const listPriceCents = before?.listPriceCents ?? 0;
    const setPrice = (priceCents: number) =>
      subscriptions.savePlanAmounts([{ plan: 'gold', priceCents, listPriceCents }]);
    await setPrice(700);
    expect(await subscriptions.announcePrice({ plan: 'gold', priceCents: 700 })).toMatchObject({
      notified: 1,
    });

    await putOnHold({ app, delivery }, id);
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ renewalCents: 300, announcedPriceCents: null });

    await setPrice(800);
    expect(await subscriptions.planAmounts()).toContainEqual(
      expect.objectContaining({ plan: 'gold', onFormerPrice: 0 }),
    );
    expect(await subscriptions.announcePrice({ plan: 'gold', priceCents: 800 })).toMatchObject({
      notified: 0,
    });
    await setPrice(before?.priceCents ?? 0);
  });
});

it('rereading a subscription that does not exist is rejected as not found', async () => {
  await expect(asAdmin().subscriptions.reread({ subscriptionId: 'sub_unknown1' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
