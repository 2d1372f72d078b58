import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import {
  disputePayment,
  monthMs,
  passTime,
  planOf,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';

const { app, user, delivery } = setUpPlanWorld();

const payments = () => app.caller(user).payments;
const mine = () => payments().mySubscription();

async function upgradeTo(plan: PaidPlan): Promise<void> {
  const { todayCents } = await payments().previewPlanChange({ plan });
  await payments().changePlan({ plan, expectedTodayCents: todayCents });
  await delivery.deliverNew();
}

async function dispute(index: number): Promise<string> {
  await delivery.deliverNew();
  const id = await disputePayment(app, user, index);
  await delivery.deliverNew();
  return id;
}

async function close(id: string, outcome: 'won' | 'lost'): Promise<void> {
  app.sandbox.closeDispute(id, outcome);
  await delivery.deliverNew();
  // Closing the dispute changes the subscription at Stripe, which sends more events.
  await delivery.deliverNew();
}

/** The body of the notification that a dispute was opened or lost. */
async function notificationBody(event: 'opened' | 'lost'): Promise<string | undefined> {
  const title = { opened: 'Your bank disputes a payment', lost: 'Your bank returned your payment' }[event];
  const { items } = await app.caller(user).notifications.list();
  return items.find((item) => item.title.startsWith(title))?.body;
}

async function atStripe() {
  return app.deps.stripe.subscriptions.retrieve((await subscriptionOf(app, user)).id);
}

describe('a dispute over one payment of a membership', () => {
  it('does not affect the higher tier if another payment of the period paid for that tier', async () => {
    await subscribe(app, user, 'silver');
    passTime(app, 2 * dayMs);
    await upgradeTo('gold');
    await dispute(0);
    expect(await planOf(app, user)).toBe('gold');
    expect(await mine()).toMatchObject({ plan: 'gold', suspension: null });
    expect(await notificationBody('opened')).toContain('You keep your membership');
  });

  it('a dispute over an upgrade reduces the membership to the earlier tier; if the dispute is won, the upgrade is restored', async () => {
    await subscribe(app, user, 'silver');
    passTime(app, 2 * dayMs);
    await upgradeTo('diamond');
    const { currentPeriodEnd } = await mine();
    const id = await dispute(1);
    expect(await planOf(app, user)).toBe('silver');
    expect(await mine()).toMatchObject({
      plan: 'silver',
      subscribedPlan: 'diamond',
      suspension: {
        coveredPlan: 'silver',
        until: currentPeriodEnd,
        payments: [{ description: 'Change to the Diamond membership', status: 'disputed' }],
      },
    });
    await close(id, 'won');
    expect(await mine()).toMatchObject({ plan: 'diamond', suspension: null });
  });

  it('a payment for the next period restores the tier that a dispute had suspended', async () => {
    await subscribe(app, user, 'gold');
    await dispute(0);
    expect(await planOf(app, user)).toBe('free');
    expect(await mine()).toMatchObject({ source: 'none', suspension: { coveredPlan: null } });
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await planOf(app, user)).toBe('gold');
    expect(await mine()).toMatchObject({ plan: 'gold', suspension: null });
  });

  it('during a dispute, a failed renewal starts no grace period', async () => {
    await subscribe(app, user, 'gold');
    await dispute(0);
    app.sandbox.failRenewals(1);
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect((await mine()).status).toBe('past_due');
    expect(await planOf(app, user)).toBe('free');
    const { items } = await app.caller(user).notifications.list();
    const failed = items.find(({ title }) => title === 'Your payment did not go through');
    expect(failed?.body).toMatch(
      /We will try again\. To keep your membership, pay by \w+ \d+ \w+, \d\d:\d\d \(UTC\)\.$/,
    );
    expect(failed?.body).not.toMatch(/access|You keep/);
  });

  it('if the student cancels the membership during a dispute, no message promises access until the end of the period', async () => {
    await subscribe(app, user, 'gold');
    await dispute(0);
    const ending = /^You won’t be charged again\. Your Gold membership ends on \d+ \w+ \d{4}\.$/;
    expect((await payments().cancelSubscription()).message).toMatch(ending);
    await delivery.deliverNew();
    const { items } = await app.caller(user).notifications.list();
    expect(items.find(({ title }) => title === 'Your subscription is canceled')?.body).toMatch(ending);
  });

  it('a dispute over an earlier period removes no access; if the dispute is lost, the membership does not renew', async () => {
    await subscribe(app, user, 'gold');
    passTime(app, monthMs);
    const id = await dispute(0);
    expect(await planOf(app, user)).toBe('gold');
    await close(id, 'lost');
    expect(await atStripe()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await mine()).toMatchObject({ plan: 'gold', suspension: null, cancelAtPeriodEnd: true });
    // Reading the dispute from Stripe again does not undo the user's later choice to resume the membership.
    await payments().resumeSubscription();
    passTime(app, 2 * dayMs);
    await delivery.deliverNew();
    expect((await atStripe()).cancel_at_period_end).toBe(false);
  });

  it('a lost dispute ends the subscription immediately if no other payment covers the period', async () => {
    await subscribe(app, user, 'gold');
    const id = await dispute(0);
    await close(id, 'lost');
    expect((await atStripe()).status).toBe('canceled');
    expect(await planOf(app, user)).toBe('free');
  });

  it('after a lost dispute over an upgrade, the tier that the earlier payment covers remains until the end of the period', async () => {
    await subscribe(app, user, 'silver');
    passTime(app, 2 * dayMs);
    await upgradeTo('gold');
    await close(await dispute(1), 'lost');
    expect(await atStripe()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await mine()).toMatchObject({
      plan: 'silver',
      suspension: { coveredPlan: 'silver', payments: [{ status: 'lost' }] },
    });
    expect(await notificationBody('lost')).toContain('so the membership that it paid for has ended.');
  });

  it('the notifications of a dispute over an ended membership do not mention the membership', async () => {
    await subscribe(app, user, 'gold');
    await payments().cancelSubscription();
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await planOf(app, user)).toBe('free');
    const id = await dispute(0);
    expect(await notificationBody('opened')).toMatch(
      /^Your bank disputes the payment of \$[\d.]+\. If you did not ask/,
    );
    await close(id, 'lost');
    expect(await notificationBody('lost')).toBe('Your bank has returned the money to you.');
  });

  it('if a granted membership is as high as the disputed one, no notification says that access is suspended or has ended', async () => {
    await subscribe(app, user, 'silver');
    const admin = await app.createUser({ role: 'admin' });
    const grant = { userId: user.userId, plan: 'gold' as const, reason: 'Won the tournament' };
    await app.caller(admin).admin.subscriptions.grantPlan(grant);
    const id = await dispute(0);
    expect(await planOf(app, user)).toBe('gold');
    expect(await notificationBody('opened')).toMatch(
      /^Your bank disputes the payment of \$1\.00\. If you did not/,
    );
    await close(id, 'lost');
    expect(await planOf(app, user)).toBe('gold');
    expect(await notificationBody('lost')).toBe('Your bank has returned the money to you.');
  });

  it('if a dispute begins in the grace period after a failed renewal, the notification says that access is suspended', async () => {
    await subscribe(app, user, 'gold');
    app.sandbox.failRenewals(1);
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect((await mine()).status).toBe('past_due');
    expect(await planOf(app, user)).toBe('gold');
    await dispute(0);
    expect(await planOf(app, user)).toBe('free');
    expect(await notificationBody('opened')).toContain('is suspended until your bank has decided');
  });

  it('the student cannot change the tier while a tier is suspended', async () => {
    await subscribe(app, user, 'silver');
    await dispute(0);
    await expect(payments().previewPlanChange({ plan: 'gold' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Part of your membership is suspended'),
    });
  });
});

async function giveCredit(): Promise<void> {
  const { customer_id: customer } = await subscriptionOf(app, user);
  const credit = { amount: -9_900, currency: 'usd' };
  await app.deps.stripe.customers.createBalanceTransaction(customer ?? '', credit);
}

async function spendCredit(): Promise<void> {
  const { customer_id: id } = await subscriptionOf(app, user);
  const { customers } = app.deps.stripe;
  const customer = await customers.retrieve(id ?? '');
  const amount = customer.deleted ? 0 : -customer.balance;
  await customers.createBalanceTransaction(customer.id, { amount, currency: 'usd' });
}

describe('after an upgrade that a credit at Stripe paid in full', () => {
  it('a dispute over the payment before the upgrade does not affect the higher tier; if the dispute is lost, the membership no longer renews', async () => {
    await subscribe(app, user, 'silver');
    passTime(app, 2 * dayMs);
    await giveCredit();
    await upgradeTo('gold');
    const id = await dispute(0);
    expect(await mine()).toMatchObject({ plan: 'gold', suspension: null });
    await close(id, 'lost');
    expect(await mine()).toMatchObject({ plan: 'gold', status: 'active', cancelAtPeriodEnd: true });
  });
});

describe('after a renewal that a credit at Stripe paid in full', () => {
  async function renewByCredit(): Promise<void> {
    await giveCredit();
    passTime(app, monthMs);
    await delivery.deliverNew();
  }

  it('a dispute over the payment for the month before does not affect access; if the dispute is lost, the membership no longer renews', async () => {
    await subscribe(app, user, 'gold');
    await renewByCredit();
    const id = await dispute(0);
    expect(await planOf(app, user)).toBe('gold');
    await close(id, 'lost');
    expect(await planOf(app, user)).toBe('gold');
    expect(await mine()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
  });

  it('a dispute over a second upgrade reduces the membership to the tier of the first upgrade, which the credit also paid', async () => {
    await subscribe(app, user, 'silver');
    await renewByCredit();
    await upgradeTo('gold');
    await spendCredit();
    await upgradeTo('diamond');
    await dispute(1);
    expect(await mine()).toMatchObject({ plan: 'gold', suspension: { coveredPlan: 'gold' } });
  });

  it('a membership that a dispute had suspended gives access again', async () => {
    await subscribe(app, user, 'gold');
    await dispute(0);
    expect(await planOf(app, user)).toBe('free');
    await renewByCredit();
    expect(await planOf(app, user)).toBe('gold');
  });
});
