import { describe, expect, it } from 'vitest';
import { failNext } from '../../../sandbox/stripe/faults.ts';
import { localDayText } from '../../../shared/day-text.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { zoneOnAnotherDay } from '../../../testing/zone-on-another-day.ts';
import { reconcileSubscriptions } from '../reconciliation/subscriptions.operations.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import {
  monthMs,
  openPlan,
  passTime,
  planEmailsOf,
  planOf,
  renewalFailsCard,
  replaceCard,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';
import { syncSubscription } from './sync.operations.ts';

const { app, user, delivery } = setUpPlanWorld();
const schedules = '/v1/subscription_schedules';

const payments = () => app.caller(user).payments;
const mine = () => payments().mySubscription();

async function moveToAnotherDay(): Promise<string> {
  const timeZone = zoneOnAnotherDay(app.deps.now());
  await app.caller(user).goals.setTimeZone({ timeZone });
  return timeZone;
}

describe('changing the tier', () => {
  it('charges the amount shown for an upgrade, then grants the higher tier', async () => {
    await subscribe(app, user, 'silver');
    passTime(app, 10 * dayMs);
    const preview = await payments().previewPlanChange({ plan: 'gold' });
    expect(preview).toMatchObject({ kind: 'upgrade', thenCents: 500, currency: 'usd' });
    expect(preview.todayCents).toBeGreaterThan(200);
    expect(preview.todayCents).toBeLessThan(400);
    expect(await mine()).toMatchObject({ plan: 'silver' });
    const charges = app.sandbox.charges().length;
    await payments().changePlan({ plan: 'gold', expectedTodayCents: preview.todayCents });
    const [charge, second] = app.sandbox.charges().slice(charges);
    expect(charge).toMatchObject({ amount: preview.todayCents, status: 'succeeded' });
    expect(second).toBeUndefined();
    expect(await mine()).toMatchObject({ plan: 'gold', priceCents: 500 });
    await delivery.deliverNew();
    expect(await planEmailsOf(app, user)).toContain('subscription_changed');
  });

  it('does not charge for an upgrade to a tier that the academy gave the student', async () => {
    await subscribe(app, user, 'silver');
    const { todayCents } = await payments().previewPlanChange({ plan: 'gold' });
    await app.deps.db
      .insertInto('plan_grants')
      .values({ user_id: user.userId, plan: 'gold', reason: 'gift', starts_at: app.deps.now() })
      .execute();
    const message = 'The academy gave you the Gold membership.';
    const change = { plan: 'gold', expectedTodayCents: todayCents } as const;
    await expect(payments().changePlan(change)).rejects.toThrow(message);
    await expect(payments().previewPlanChange({ plan: 'gold' })).rejects.toThrow(message);
    expect(await mine()).toMatchObject({ subscribedPlan: 'silver' });
  });

  it('grants an upgrade shortly before the renewal without a charge if the amount is too small, and charges the new price at the renewal', async () => {
    const { current_period_end: end } = await subscribe(app, user, 'silver');
    passTime(app, Date.parse(end ?? '') - app.deps.now().getTime() - 2 * hourMs);
    const preview = await payments().previewPlanChange({ plan: 'gold' });
    expect(preview).toMatchObject({ kind: 'upgrade', todayCents: 0, thenCents: 500 });
    await payments().changePlan({ plan: 'gold', expectedTodayCents: 0 });
    expect(await mine()).toMatchObject({ plan: 'gold', renewalCents: 500 });
    const charges = app.sandbox.charges().length;
    passTime(app, dayMs);
    const renewals = app.sandbox.charges().slice(charges);
    expect(renewals.map(({ amount }) => amount)).toEqual([500]);
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ plan: 'gold', status: 'active' });
  });

  it('rejects an amount other than the one shown', async () => {
    await subscribe(app, user, 'silver');
    passTime(app, 10 * dayMs);
    const charges = app.sandbox.charges().length;
    await expect(payments().changePlan({ plan: 'gold', expectedTodayCents: 0 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('The amount has changed to $'),
    });
    const { todayCents } = await payments().previewPlanChange({ plan: 'gold' });
    passTime(app, 10 * dayMs);
    await expect(
      payments().changePlan({ plan: 'gold', expectedTodayCents: todayCents }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(app.sandbox.charges()).toHaveLength(charges);
    expect(await mine()).toMatchObject({ plan: 'silver' });
  });

  it('rejects a change if the monthly price differs from the one shown, even if nothing is charged today', async () => {
    const { current_period_end: end } = await subscribe(app, user, 'gold');
    passTime(app, Date.parse(end ?? '') - app.deps.now().getTime() - 2 * hourMs);
    const admin = await app.createUser({ role: 'admin' });
    const { savePlanAmounts } = app.caller(admin).admin.subscriptions;
    const before = await payments().plans();
    const save = (addCents: number) =>
      savePlanAmounts(
        (['silver', 'diamond'] as const).map((plan) => {
          const { priceCents = 0, listPriceCents = 0 } = before.find((offer) => offer.plan === plan) ?? {};
          return { plan, priceCents: priceCents + addCents, listPriceCents };
        }),
      );
    for (const plan of ['silver', 'diamond'] as const) {
      const { todayCents, thenCents } = await payments().previewPlanChange({ plan });
      expect(todayCents).toBe(0);
      await save(1);
      await expect(
        payments().changePlan({ plan, expectedTodayCents: 0, expectedThenCents: thenCents }),
      ).rejects.toMatchObject({
        code: 'CONFLICT',
        cause: { code: 'price_changed', fields: { currentThenCents: String(thenCents + 1) } },
      });
      await save(0);
    }
    expect(await mine()).toMatchObject({ plan: 'gold', pendingPlan: null, renewalCents: 500 });
  });

  it('does not upgrade if the card is declined, and upgrades after the user has replaced the card', async () => {
    await subscribe(app, user, 'silver', renewalFailsCard);
    passTime(app, 10 * dayMs);
    const { todayCents } = await payments().previewPlanChange({ plan: 'diamond' });
    await expect(
      payments().changePlan({ plan: 'diamond', expectedTodayCents: todayCents }),
    ).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
      message: expect.stringContaining('Nothing was charged and you keep Silver'),
    });
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ plan: 'silver', status: 'active' });
    await replaceCard(app, user, 'pm_card_visa');
    await payments().changePlan({ plan: 'diamond', expectedTodayCents: todayCents });
    expect(await mine()).toMatchObject({ plan: 'diamond' });
  });

  it('downgrades at the end of the period, and until then keeps the tier and shows the planned change', async () => {
    await subscribe(app, user, 'gold');
    passTime(app, 10 * dayMs);
    const timeZone = await moveToAnotherDay();
    const preview = await payments().previewPlanChange({ plan: 'silver' });
    const { currentPeriodEnd } = await mine();
    expect(preview).toEqual({
      kind: 'downgrade',
      todayCents: 0,
      laterQuestions: 0,
      thenCents: 100,
      nextChargeAt: currentPeriodEnd,
      effectiveAt: currentPeriodEnd,
      currency: 'usd',
    });
    const charges = app.sandbox.charges().length;
    const { message } = await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    const from = localDayText(currentPeriodEnd ?? '', timeZone);
    expect(message).toBe(`Your membership changes to Silver on ${from}.`);
    expect(await mine()).toMatchObject({
      plan: 'gold',
      pendingPlan: 'silver',
      pendingFrom: currentPeriodEnd,
      pendingPriceCents: 100,
    });
    const email = await emailTo(app, user, 'subscription_change_scheduled');
    expect(email.body_text).toContain('Price: $5.00 a month');
    expect(email.body_text).toContain(`Price from ${from}: $1.00 a month`);
    expect(app.sandbox.charges()).toHaveLength(charges);
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ plan: 'silver', pendingPlan: null, priceCents: 100 });
    expect(
      app.sandbox
        .charges()
        .slice(charges)
        .map(({ amount }) => amount),
    ).toContain(100);
    expect(await countEmails(app, user, 'subscription_change_scheduled')).toBe(1);
    expect(await countEmails(app, user, 'subscription_changed')).toBe(1);
    // For another month, a schedule at Stripe controls the subscription, but the user can change the tier.
    const { todayCents } = await payments().previewPlanChange({ plan: 'diamond' });
    await payments().changePlan({ plan: 'diamond', expectedTodayCents: todayCents });
    expect(await mine()).toMatchObject({ plan: 'diamond', pendingPlan: null });
  });

  it('charges, for a planned downgrade, the price that the user confirmed last, even if the price changed afterwards', async () => {
    await subscribe(app, user, 'gold');
    const plan = 'silver' as const;
    await payments().changePlan({ plan, expectedTodayCents: 0 });
    const admin = await app.createUser({ role: 'admin' });
    const { savePlanAmounts, planAmounts } = app.caller(admin).admin.subscriptions;
    const before = (await planAmounts()).find((amounts) => amounts.plan === plan);
    if (!before) throw new Error('no amounts');
    const { priceCents, listPriceCents } = before;
    await savePlanAmounts([{ plan, priceCents: 75, listPriceCents }]);
    expect(await payments().previewPlanChange({ plan })).toMatchObject({ thenCents: 75 });
    await payments().changePlan({ plan, expectedTodayCents: 0 });
    await savePlanAmounts([{ plan, priceCents, listPriceCents }]);
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ plan, priceCents: 75 });
    expect(app.sandbox.charges().at(-1)).toMatchObject({ amount: 75, status: 'succeeded' });
    expect(await countEmails(app, user, 'subscription_change_scheduled')).toBe(2);
  });

  it('ignores a price that was entered in Stripe’s dashboard if it is not a valid amount', async () => {
    const { id } = await subscribe(app, user, 'gold');
    await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    const { schedule_id: scheduleId } = await subscriptionOf(app, user);
    const { phases } = await app.deps.stripe.subscriptionSchedules.retrieve(scheduleId ?? '');
    await app.deps.stripe.subscriptionSchedules.update(scheduleId ?? '', {
      phases: phases.map(({ items, start_date, end_date }, index) => ({
        items: items.map(({ price }) => ({ price: String(price), quantity: 1 })),
        start_date,
        end_date,
        ...(index > 0 && { metadata: { plan: 'silver', priceCents: '49.5' } }),
      })),
    });
    await syncSubscription(app.deps, id);
    expect(await mine()).toMatchObject({ pendingPlan: 'silver', pendingPriceCents: null });
  });

  it('withdraws a planned downgrade if the user keeps the current tier, and also if the user upgrades', async () => {
    await subscribe(app, user, 'gold');
    await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await payments().resumeSubscription();
    expect(await mine()).toMatchObject({ plan: 'gold', pendingPlan: null });
    await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    const { todayCents } = await payments().previewPlanChange({ plan: 'diamond' });
    await payments().changePlan({ plan: 'diamond', expectedTodayCents: todayCents });
    expect(await mine()).toMatchObject({ plan: 'diamond', pendingPlan: null });
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ plan: 'diamond', priceCents: 1000 });
    expect(await planEmailsOf(app, user)).toContain('subscription_change_withdrawn');
  });

  it('if the card for an upgrade is declined, says that the planned downgrade was withdrawn', async () => {
    await subscribe(app, user, 'gold', renewalFailsCard);
    await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    passTime(app, 10 * dayMs);
    const { todayCents } = await payments().previewPlanChange({ plan: 'diamond' });
    await expect(
      payments().changePlan({ plan: 'diamond', expectedTodayCents: todayCents }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('you keep Gold. Your planned change to Silver was withdrawn.'),
    });
  });

  it('requires a subscription, and a tier other than the current one', async () => {
    const conflict = { code: 'CONFLICT' };
    await expect(payments().previewPlanChange({ plan: 'gold' })).rejects.toMatchObject(conflict);
    await expect(payments().changePlan({ plan: 'gold', expectedTodayCents: 0 })).rejects.toMatchObject(
      conflict,
    );
    await expect(payments().cancelSubscription()).rejects.toMatchObject(conflict);
    await expect(payments().resumeSubscription()).rejects.toMatchObject(conflict);
    await expect(payments().billingPortal()).rejects.toMatchObject(conflict);
    await subscribe(app, user, 'gold');
    expect(await payments().previewPlanChange({ plan: 'gold' })).toMatchObject({
      kind: 'same',
      todayCents: 0,
    });
    await expect(payments().changePlan({ plan: 'gold', expectedTodayCents: 0 })).rejects.toMatchObject({
      message: 'Your membership is already Gold.',
    });
  });
});

describe('canceling and resuming', () => {
  it('keeps access until the end of the paid period, then reverts to Free, with no further charges', async () => {
    await subscribe(app, user, 'gold');
    const charges = app.sandbox.charges().length;
    await payments().cancelSubscription();
    await payments().cancelSubscription();
    const { currentPeriodEnd } = await mine();
    expect(await mine()).toMatchObject({ plan: 'gold', cancelAtPeriodEnd: true, status: 'active' });
    // No webhook arrives until `deliverNew`.
    passTime(app, Date.parse(currentPeriodEnd ?? '') - app.sandbox.clock.now() - 60_000);
    expect(await planOf(app, user)).toBe('gold');
    passTime(app, 61_000);
    expect(await planOf(app, user)).toBe('free');
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ plan: 'free', source: 'none', status: null });
    expect(app.sandbox.charges()).toHaveLength(charges);
    expect(await countEmails(app, user, 'subscription_cancelled')).toBe(1);
    expect(await countEmails(app, user, 'subscription_ended')).toBe(1);
    // A new subscription can start.
    expect(await openPlan(app, user, 'gold')).toMatch(/^cs_/);
  });

  it('until the period ends, the user can revert a cancellation by resuming or by upgrading', async () => {
    await subscribe(app, user, 'silver');
    await payments().cancelSubscription();
    await payments().resumeSubscription();
    await payments().resumeSubscription();
    expect(await mine()).toMatchObject({ plan: 'silver', cancelAtPeriodEnd: false });
    await payments().cancelSubscription();
    const { todayCents } = await payments().previewPlanChange({ plan: 'gold' });
    await payments().changePlan({ plan: 'gold', expectedTodayCents: todayCents });
    expect(await mine()).toMatchObject({ plan: 'gold', cancelAtPeriodEnd: false });
    expect(await countEmails(app, user, 'subscription_resumed')).toBe(1);
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await planOf(app, user)).toBe('gold');
  });

  it("shows a cancellation made in Stripe's portal; the user can revert it by resuming, upgrading or downgrading", async () => {
    const { id } = await subscribe(app, user, 'silver');
    const cancelInPortal = () => app.deps.stripe.subscriptions.update(id, { cancel_at: 'min_period_end' });
    const isCanceled = async () => (await app.deps.stripe.subscriptions.retrieve(id)).cancel_at !== null;
    await cancelInPortal();
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ plan: 'silver', cancelAtPeriodEnd: true });
    await payments().resumeSubscription();
    expect(await isCanceled()).toBe(false);
    await cancelInPortal();
    const { todayCents } = await payments().previewPlanChange({ plan: 'gold' });
    await payments().changePlan({ plan: 'gold', expectedTodayCents: todayCents });
    expect(await isCanceled()).toBe(false);
    expect(await mine()).toMatchObject({ plan: 'gold', cancelAtPeriodEnd: false });
    await cancelInPortal();
    await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    expect(await mine()).toMatchObject({ pendingPlan: 'silver', cancelAtPeriodEnd: false });
    await payments().resumeSubscription();
  });

  it('if an admin has set an earlier end date at Stripe, shows this date, and a cancellation does not change it', async () => {
    const { id } = await subscribe(app, user, 'silver');
    const endsAt = Math.floor(app.deps.now().getTime() / 1000) + 10 * 24 * 60 * 60;
    const timeZone = await moveToAnotherDay();
    await app.deps.stripe.subscriptions.update(id, { cancel_at: endsAt, proration_behavior: 'none' });
    await delivery.deliverNew();
    const currentPeriodEnd = new Date(endsAt * 1000).toISOString();
    expect(await mine()).toMatchObject({ cancelAtPeriodEnd: true, currentPeriodEnd });
    const { message } = await payments().cancelSubscription();
    const lastDay = localDayText(currentPeriodEnd, timeZone);
    expect(message).toBe(`You won’t be charged again. Your Silver membership ends on ${lastDay}.`);
    const { items } = await app.caller(user).notifications.list();
    expect(items.map(({ body }) => body)).toContain(message);
    expect((await app.deps.stripe.subscriptions.retrieve(id)).cancel_at).toBe(endsAt);
  });

  it('a cancellation replaces a planned downgrade', async () => {
    await subscribe(app, user, 'gold');
    await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await payments().cancelSubscription();
    expect(await mine()).toMatchObject({ plan: 'gold', pendingPlan: null, cancelAtPeriodEnd: true });
    // Choosing the lower tier again reverts the cancellation.
    await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    expect(await mine()).toMatchObject({ pendingPlan: 'silver', cancelAtPeriodEnd: false });
    await payments().resumeSubscription();
  });

  it.each([
    ['cannot be created', (path: string, method: string) => method === 'POST' && path === schedules],
    [
      'gets no phases',
      (path: string, method: string) => method === 'POST' && path.startsWith(`${schedules}/`),
    ],
  ])('if a downgrade fails because its schedule %s, the cancellation stays', async (_how, matches) => {
    const { id } = await subscribe(app, user, 'gold');
    await payments().cancelSubscription();
    const failure = { kind: 'status', status: 500, when: 'before' } as const;
    // The SDK tries each call twice.
    app.sandbox.faults.onRequest = failNext(2, failure, ({ path, method }) => matches(path, method));
    const change = payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await expect(change).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await app.deps.stripe.subscriptions.retrieve(id)).toMatchObject({
      cancel_at_period_end: true,
      schedule: null,
    });
    expect(await mine()).toMatchObject({ plan: 'gold', pendingPlan: null, cancelAtPeriodEnd: true });
    await payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    expect(await mine()).toMatchObject({ pendingPlan: 'silver', cancelAtPeriodEnd: false });
  });

  it('if Stripe becomes unavailable after a downgrade has reverted the cancellation, the next reconciliation cancels again', async () => {
    const { id } = await subscribe(app, user, 'gold');
    await payments().cancelSubscription();
    let isDown = false;
    app.sandbox.faults.onRequest = ({ path, method }) => {
      isDown ||= method === 'POST' && path === schedules;
      return isDown ? { kind: 'status', status: 500, when: 'before' } : undefined;
    };
    const change = payments().changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await expect(change).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    app.sandbox.faults.onRequest = undefined;
    expect((await app.deps.stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(false);
    await syncSubscription(app.deps, id);
    expect(await mine()).toMatchObject({ plan: 'gold', cancelAtPeriodEnd: true });
    expect(await reconcileSubscriptions(app.deps)).toMatchObject({ interrupted: 1, errors: 0 });
    expect(await reconcileSubscriptions(app.deps)).toMatchObject({ interrupted: 0, errors: 0 });
    expect((await app.deps.stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(true);
  });
});
