import { beforeAll, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { AdminActor } from '../../actor.ts';
import { monthOf } from '../../coaching/credits.operations.ts';
import { createCoach, savedHand, thought } from '../../coaching/testing/asked-questions.ts';
import { saveSettings } from '../../settings/settings.operations.ts';
import { createAdmin, testMetadata } from '../testing/purchases.ts';
import {
  passTime,
  payInvoice,
  payLatestInvoice,
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
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
  await createCoach(app, admin);
});

const credits = async () => {
  const { left, monthly, oncePaid } = await app.caller(user).questions.credits();
  return { left, monthly: monthly.count, oncePaid };
};

async function passUntil(time: number): Promise<void> {
  passTime(app, time - app.sandbox.clock.now());
  await delivery.deliverNew();
}

const endOfMonth = (): number => monthOf(new Date(app.sandbox.clock.now()), null).endsAt.getTime();

/** Subscribes to Diamond on this day of the next month. The renewal a month later fails. */
async function failRenewalOf(day: number): Promise<void> {
  await passUntil(endOfMonth() + (day - 1) * dayMs);
  await subscribe(app, user, 'diamond', renewalFailsCard);
  await delivery.deliverNew();
  expect(await credits()).toEqual({ left: 10, monthly: 10, oncePaid: 0 });
  await passUntil(endOfMonth() + day * dayMs);
  expect(await mine()).toMatchObject({ plan: 'diamond', status: 'past_due' });
}

const mine = () => app.caller(user).payments.mySubscription();

const renewsAt = ({ currentPeriodEnd }: { currentPeriodEnd: string | null }): number =>
  Date.parse(currentPeriodEnd ?? '');

it('a month that begins while the membership is unpaid brings no question credits until the membership is paid', async () => {
  await failRenewalOf(27);
  // Part of this month is paid.
  expect(await credits()).toEqual({ left: 10, monthly: 10, oncePaid: 0 });
  await passUntil(endOfMonth() + minuteMs);
  expect(await planOf(app, user)).toBe('diamond');
  expect(await credits()).toEqual({ left: 0, monthly: 0, oncePaid: 10 });
  const { id: handId, decisions } = await savedHand(app, user);
  const ask = () => app.caller(user).questions.ask({ handId, atAction: decisions[0] ?? 0, thought });
  await expect(ask()).rejects.toMatchObject({
    message: 'You have no questions left. More come when your membership is paid.',
  });
  await payLatestInvoice(app, user);
  await delivery.deliverNew();
  expect(await credits()).toEqual({ left: 10, monthly: 10, oncePaid: 0 });
  await ask();
  expect(await credits()).toEqual({ left: 9, monthly: 10, oncePaid: 0 });
});

it('a membership that stays unpaid brings no question credits of the new month, neither before nor after the membership ends', async () => {
  await failRenewalOf(27);
  await passUntil(endOfMonth() + minuteMs);
  expect((await credits()).left).toBe(0);
  await app.caller(user).payments.cancelSubscription();
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('free');
  expect(await credits()).toEqual({ left: 0, monthly: 0, oncePaid: 0 });
});

it('a granted membership of a lower tier than the unpaid one brings the question credits of the lower tier', async () => {
  await failRenewalOf(27);
  await app.caller(admin).admin.subscriptions.grantPlan({
    userId: user.userId,
    plan: 'gold',
    reason: 'A gift',
  });
  await passUntil(endOfMonth() + minuteMs);
  expect(await credits()).toEqual({ left: 4, monthly: 4, oncePaid: 6 });
});

it('if a renewal fails in the middle of a month, the student keeps the question credits of that month, because a part of it is paid', async () => {
  await failRenewalOf(5);
  expect(await credits()).toEqual({ left: 10, monthly: 10, oncePaid: 0 });
});

/** Upgrades by a bank debit that is rejected. @returns the id of the upgrade's invoice */
async function rejectUpgrade(plan: PaidPlan): Promise<string> {
  const { payments } = app.caller(user);
  const { todayCents } = await payments.previewPlanChange({ plan });
  app.sandbox.delayDebits(1);
  await payments.changePlan({ plan, expectedTodayCents: todayCents });
  const { latest_invoice_id: invoice } = await subscriptionOf(app, user);
  app.sandbox.settleDebit(invoice ?? '', false);
  await delivery.deliverNew();
  return invoice ?? '';
}

it('if the bank debit of an upgrade is rejected and then the renewal fails, the student keeps the question credits of the former tier in that month', async () => {
  await passUntil(endOfMonth() + 2 * dayMs);
  await subscribe(app, user, 'silver');
  const month = endOfMonth();
  await passUntil(month - 2 * dayMs);
  const upgrade = await rejectUpgrade('gold');
  await replaceCard(app, user, 'pm_card_chargeCustomerFail');
  await passUntil(month + 3 * dayMs);
  const { latest_invoice_id: renewal } = await subscriptionOf(app, user);
  expect(renewal).not.toBe(upgrade);
  expect(await mine()).toMatchObject({ plan: 'gold', status: 'past_due' });
  expect(await credits()).toEqual({ left: 1, monthly: 1, oncePaid: 3 });
});

it('if the renewal after a rejected upgrade is a bank debit, the renewal counts as unpaid when the debit is rejected, not when the debit is started', async () => {
  await passUntil(endOfMonth() + 27 * dayMs);
  await subscribe(app, user, 'silver');
  await passUntil(renewsAt(await mine()) - 2 * dayMs);
  const month = endOfMonth();
  const upgrade = await rejectUpgrade('diamond');
  app.sandbox.delayDebits(1);
  await passUntil(month + minuteMs);
  const { latest_invoice_id: renewal } = await subscriptionOf(app, user);
  expect(renewal).not.toBe(upgrade);
  expect((await credits()).monthly).toBe(1);
  app.sandbox.settleDebit(renewal ?? '', false);
  await delivery.deliverNew();
  expect((await credits()).monthly).toBe(1);
  await payInvoice(app, user, upgrade);
  await delivery.deliverNew();
  expect((await credits()).monthly).toBe(10);
  await passUntil(month + 7 * dayMs);
  expect(await planOf(app, user)).toBe('diamond');
  await passUntil(month + 7 * dayMs + 2 * minuteMs);
  expect(await planOf(app, user)).toBe('free');
});

it.each([
  ['paid', 10],
  ['voided', 1],
])(
  'if the invoice of a rejected upgrade is %s while the bank debit of the renewal is being processed, the grace period starts when that debit is rejected',
  async (outcome, monthly) => {
    await passUntil(endOfMonth() + 2 * dayMs);
    const { id } = await subscribe(app, user, 'silver');
    const renewal = renewsAt(await mine());
    await passUntil(renewal - 2 * dayMs);
    const upgrade = await rejectUpgrade('diamond');
    const failures = async () =>
      (await planEmailsOf(app, user)).filter((kind) => kind === 'subscription_payment_failed').length;
    expect(await failures()).toBe(1);
    app.sandbox.delayDebits(1);
    await passUntil(renewal + 4 * dayMs);
    if (outcome === 'paid') await payInvoice(app, user, upgrade);
    else await app.deps.stripe.invoices.voidInvoice(upgrade);
    await delivery.deliverNew();
    for (const days of [5, 9, 13]) {
      await passUntil(renewal + days * dayMs);
      await syncSubscription(app.deps, id);
      expect((await credits()).monthly).toBe(monthly);
      expect(await planOf(app, user)).toBe('diamond');
    }
    expect(await failures()).toBe(1);
    await passUntil(renewal + 14 * dayMs);
    app.sandbox.settleDebit((await subscriptionOf(app, user)).latest_invoice_id ?? '', false);
    await delivery.deliverNew();
    expect(await failures()).toBe(2);
    await syncSubscription(app.deps, id);
    await passUntil(renewal + 21 * dayMs - minuteMs);
    await syncSubscription(app.deps, id);
    expect(await planOf(app, user)).toBe('diamond');
    await passUntil(renewal + 21 * dayMs + minuteMs);
    expect(await planOf(app, user)).toBe('free');
  },
);

/**
 * The bank debit of an upgrade to Diamond is rejected, and the renewal fails two days later.
 * @returns the id of the upgrade's invoice
 */
async function failRenewalAfterUpgrade(): Promise<string> {
  await passUntil(endOfMonth() + 3 * dayMs);
  await subscribe(app, user, 'silver');
  await passUntil(renewsAt(await mine()) - 2 * dayMs);
  const upgrade = await rejectUpgrade('diamond');
  await replaceCard(app, user, 'pm_card_chargeCustomerFail');
  await passUntil(renewsAt(await mine()) + minuteMs);
  return upgrade;
}

it('if the invoice of a rejected upgrade is voided after the renewal has failed, the grace period starts with the failed renewal', async () => {
  const upgrade = await failRenewalAfterUpgrade();
  const {
    id,
    past_due_since: upgradeFailedAt,
    unpaid_since: renewalFailedAt,
  } = await subscriptionOf(app, user);
  expect(Date.parse(renewalFailedAt ?? '') - Date.parse(upgradeFailedAt ?? '')).toBeGreaterThan(dayMs);
  await syncSubscription(app.deps, id);
  expect((await subscriptionOf(app, user)).past_due_since).toBe(upgradeFailedAt);
  await app.deps.stripe.invoices.voidInvoice(upgrade);
  for (let count = 0; count < 2; count += 1) {
    await syncSubscription(app.deps, id);
    expect(await subscriptionOf(app, user)).toMatchObject({
      past_due_since: renewalFailedAt,
      unpaid_since: null,
    });
  }
  expect((await credits()).monthly).toBe(1);
});

it('if a server of the previous version has not stored when the renewal after a rejected upgrade failed, the next sync stores it', async () => {
  await failRenewalAfterUpgrade();
  const stored = await subscriptionOf(app, user);
  await app.deps.db
    .updateTable('subscriptions')
    .set({ unpaid_since: null })
    .where('id', '=', stored.id)
    .execute();
  for (const days of [0, 1]) {
    await passUntil(app.sandbox.clock.now() + days * dayMs);
    await syncSubscription(app.deps, stored.id);
    const { past_due_since, unpaid_since } = await subscriptionOf(app, user);
    expect({ past_due_since, unpaid_since }).toEqual({
      past_due_since: stored.past_due_since,
      unpaid_since: stored.unpaid_since,
    });
  }
});

it('if the renewal that failed after a rejected upgrade is charged again by a bank debit, the first failure counts', async () => {
  const upgrade = await failRenewalAfterUpgrade();
  const { id, latest_invoice_id: renewal, past_due_since, unpaid_since } = await subscriptionOf(app, user);
  app.sandbox.delayDebits(1);
  await payInvoice(app, user, renewal ?? '');
  await syncSubscription(app.deps, id);
  const failed = { owes_only_upgrade: false, past_due_since, unpaid_since };
  expect(await subscriptionOf(app, user)).toMatchObject(failed);
  await passUntil(app.sandbox.clock.now() + 2 * dayMs);
  app.sandbox.settleDebit(renewal ?? '', false);
  await delivery.deliverNew();
  expect(await subscriptionOf(app, user)).toMatchObject(failed);
  await app.deps.stripe.invoices.voidInvoice(upgrade);
  await syncSubscription(app.deps, id);
  expect((await subscriptionOf(app, user)).past_due_since).toBe(unpaid_since);
  app.sandbox.delayDebits(1);
  await payInvoice(app, user, renewal ?? '');
  await syncSubscription(app.deps, id);
  expect((await subscriptionOf(app, user)).past_due_since).toBe(unpaid_since);
});

it('if a server of the previous version has recorded a membership as paid, an earlier failed renewal does not count when the next one fails', async () => {
  await passUntil(endOfMonth() + 2 * dayMs);
  const { id } = await subscribe(app, user, 'silver', renewalFailsCard);
  const unpaid_since = new Date(app.sandbox.clock.now());
  await app.deps.db.updateTable('subscriptions').set({ unpaid_since }).where('id', '=', id).execute();
  await passUntil(renewsAt(await mine()) + minuteMs);
  expect(await subscriptionOf(app, user)).toMatchObject({ status: 'past_due', unpaid_since: null });
  expect((await credits()).monthly).toBe(1);
});

it('a membership that a server of the previous version has recorded as paid brings the question credits of the next month', async () => {
  await passUntil(endOfMonth() + 2 * dayMs);
  const { id } = await subscribe(app, user, 'silver');
  // When the membership is paid, a server of the previous version does not clear `unpaid_since`.
  const unpaid_since = new Date(app.sandbox.clock.now());
  await passUntil(endOfMonth() + minuteMs);
  await app.deps.db.updateTable('subscriptions').set({ unpaid_since }).where('id', '=', id).execute();
  expect((await credits()).monthly).toBe(1);
});

it('no date is shown for the next question credits if the membership ends, or changes to a tier without question credits, before the next month', async () => {
  passTime(app, endOfMonth() + 10 * dayMs - app.sandbox.clock.now());
  await subscribe(app, user, 'gold');
  // The paid month ends on the 10th or 11th of the next calendar month.
  await passUntil(endOfMonth() + dayMs);
  const { payments, questions } = app.caller(user);
  const nextAt = async () => (await questions.credits()).nextAt;
  const nextMonth = new Date(endOfMonth()).toISOString();
  expect(await nextAt()).toBe(nextMonth);
  await payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
  expect(await nextAt()).toBe(nextMonth);
  await saveSettings(app.deps, admin, [{ key: 'questionsSilver', value: 0 }], testMetadata);
  expect(await nextAt()).toBeNull();
  await saveSettings(app.deps, admin, [{ key: 'questionsSilver', value: 1 }], testMetadata);
  await payments.cancelSubscription();
  expect(await questions.credits()).toMatchObject({ left: 4, monthly: { count: 4 }, nextAt: null });
  const grant = { userId: user.userId, plan: 'silver' as const, reason: 'A gift' };
  const { grantPlan } = app.caller(admin).admin.subscriptions;
  await grantPlan({ ...grant, endsAt: nextMonth });
  expect(await nextAt()).toBeNull();
  await grantPlan(grant);
  expect(await nextAt()).toBe(nextMonth);
});
