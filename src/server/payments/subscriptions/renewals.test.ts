import { describe, expect, it } from 'vitest';
import { localDueText } from '../../../shared/coaching/due-text.ts';
import { dayMs } from '../../../shared/durations.ts';
import { changeUser } from '../../../testing/rows.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import { createAdmin, deliver } from '../testing/purchases.ts';
import {
  monthMs,
  openPlan,
  passTime,
  payLatestInvoice,
  planEmailsOf,
  planOf,
  renewalFailsCard,
  replaceCard,
  setBillingTime,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld, subscribePastDue } from '../testing/worlds.ts';
import { remindOfDates } from './date-reminders.operations.ts';
import { payWithNewCard } from './new-card.operations.ts';

const { app, user, delivery } = setUpPlanWorld();

const payments = () => app.caller(user).payments;
const mine = () => payments().mySubscription();

describe('failed renewals', () => {
  it('end access only after seven days; a payment then restores access immediately', async () => {
    await subscribePastDue({ app, delivery }, user);
    const pastDue = await mine();
    expect(pastDue).toMatchObject({ plan: 'gold', status: 'past_due' });
    expect(Date.parse(pastDue.graceEndsAt ?? '') - Date.parse(pastDue.pastDueSince ?? '')).toBe(7 * dayMs);
    expect(pastDue.payUrl).toMatch(/^http/);
    await expect(payments().previewPlanChange({ plan: 'diamond' })).rejects.toMatchObject({
      message: expect.stringContaining('A payment for your membership was not received'),
    });
    // Stripe's retries do not restart the grace period.
    passTime(app, 4 * dayMs);
    await delivery.deliverNew();
    expect((await mine()).pastDueSince).toBe(pastDue.pastDueSince);
    passTime(app, 3 * dayMs + 60_000);
    expect(await planOf(app, user)).toBe('free');
    expect(await mine()).toMatchObject({ status: 'past_due', subscribedPlan: 'gold' });

    await payLatestInvoice(app, user);
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ plan: 'gold', status: 'active', pastDueSince: null, payUrl: null });
    expect(await countEmails(app, user, 'subscription_payment_failed')).toBe(1);
    expect(await countEmails(app, user, 'subscription_restored')).toBe(1);
    const ledger = await app.deps.db
      .selectFrom('billing_payments')
      .select(['status', 'amount_cents', 'is_first_payment'])
      .where('user_id', '=', user.userId)
      .orderBy('paid_at')
      .execute();
    expect(ledger).toEqual([
      { status: 'paid', amount_cents: 500, is_first_payment: true },
      { status: 'paid', amount_cents: 500, is_first_payment: false },
    ]);
  });

  it('are charged to a new card immediately, and only once; a second declined card changes nothing', async () => {
    await subscribePastDue({ app, delivery }, user);
    const { customer_id: customer } = await subscriptionOf(app, user);
    const attempts = () => app.sandbox.charges().filter((charge) => charge.customer === customer).length;
    const replace = async (card: string) => {
      await replaceCard(app, user, card);
      await delivery.deliverNew();
      await delivery.deliverNew();
    };
    // One charge for the first month, and one for the failed renewal.
    expect(attempts()).toBe(2);
    await replace('pm_card_chargeCustomerFail');
    expect(attempts()).toBe(3);
    const pastDue = await mine();
    expect(pastDue).toMatchObject({ plan: 'gold', status: 'past_due' });
    expect(await countEmails(app, user, 'subscription_payment_failed')).toBe(1);
    await replace('pm_card_visa');
    expect(await mine()).toMatchObject({ plan: 'gold', status: 'active', payUrl: null });
    expect(attempts()).toBe(4);
    for (const event of app.sandbox.events().slice(-30)) await deliver(app, event);
    expect(attempts()).toBe(4);
    const paid = app.sandbox.charges().filter((charge) => charge.customer === customer && charge.paid);
    expect(paid.map(({ amount }) => amount)).toEqual([500, 500]);
  });

  it('are charged to a new card in the second attempt if Stripe is unavailable during the first attempt', async () => {
    await subscribePastDue({ app, delivery }, user);
    const { id } = await subscriptionOf(app, user);
    await replaceCard(app, user, 'pm_card_visa');
    app.sandbox.faults.onRequest = ({ path }) =>
      path.endsWith('/pay') ? { kind: 'status', status: 500 } : undefined;
    await expect(payWithNewCard(app.deps, id)).rejects.toMatchObject({ code: 'payments_unavailable' });
    app.sandbox.faults.onRequest = undefined;
    expect(await mine()).toMatchObject({ status: 'past_due' });
    await payWithNewCard(app.deps, id);
    expect(await mine()).toMatchObject({ status: 'active' });
  });

  it('if a later attempt to charge the card succeeds after access has ended, the membership is restored', async () => {
    app.sandbox.failRenewals(2);
    await subscribe(app, user, 'gold');
    passTime(app, monthMs);
    await delivery.deliverNew();
    passTime(app, 7 * dayMs + 60_000);
    await delivery.deliverNew();
    await remindOfDates(app.deps);
    expect(await planOf(app, user)).toBe('free');
    const { items } = await app.caller(user).notifications.list();
    expect(items[0]?.body).toContain(
      'If it succeeds, your access comes back. To stop further attempts, cancel',
    );
    passTime(app, 2 * dayMs);
    await delivery.deliverNew();
    expect(await planOf(app, user)).toBe('gold');
    const kinds = await planEmailsOf(app, user);
    expect(kinds).toContain('subscription_restored');
    expect(kinds).not.toContain('subscription_ended');
  });

  it('if the user cancels after access has ended, Stripe makes no further attempts, and one notification says so', async () => {
    await subscribePastDue({ app, delivery }, user);
    const { customer_id: customer } = await subscriptionOf(app, user);
    passTime(app, 7 * dayMs + 60_000);
    await delivery.deliverNew();
    await remindOfDates(app.deps);
    await payments().cancelSubscription();
    await delivery.deliverNew();
    const attempts = () => app.sandbox.charges().filter((charge) => charge.customer === customer).length;
    const before = attempts();
    passTime(app, 20 * dayMs);
    await delivery.deliverNew();
    expect(attempts()).toBe(before);
    const { items } = await app.caller(user).notifications.list();
    const ended = items.filter(({ title }) => title === 'Your Gold membership has ended');
    expect(ended.map(({ body }) => body)).toEqual([
      'Your Gold membership has ended. Its missing payment is no longer collected, and nothing more is charged for it.',
    ]);
  });

  it('end the membership, with one email, when Stripe stops trying to charge the card', async () => {
    await subscribePastDue({ app, delivery }, user);
    passTime(app, 20 * dayMs);
    await delivery.deliverNew();
    expect(await mine()).toMatchObject({ plan: 'free', status: null });
    expect(await countEmails(app, user, 'subscription_ended')).toBe(1);
  });

  it('are no longer collected after the user cancels', async () => {
    await subscribePastDue({ app, delivery }, user);
    await payments().cancelSubscription();
    expect(await mine()).toMatchObject({ plan: 'free', status: null });
    const charges = app.sandbox.charges().length;
    passTime(app, 20 * dayMs);
    expect(app.sandbox.charges()).toHaveLength(charges);
  });

  it('are no longer collected after the previous month is refunded at Stripe', async () => {
    await subscribe(app, user, 'gold', renewalFailsCard);
    const first = app.sandbox.charges().at(-1);
    passTime(app, monthMs);
    await delivery.deliverNew();
    await app.deps.stripe.refunds.create({ charge: first?.id ?? '' });
    await delivery.deliverNew();
    const { id } = await subscriptionOf(app, user);
    expect(await app.deps.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
  });

  it('if the bank requires authentication, the emails ask the user to confirm the payment, and name the hour at which access ends', async () => {
    await changeUser(app, user, { time_zone: 'Europe/Berlin' });
    const sessionId = await openPlan(app, user, 'gold');
    await app.sandbox.pay(sessionId, '4000002760003184');
    await app.sandbox.authenticate(sessionId, true);
    await payments().verifySubscription({ sessionId });
    setBillingTime(app);
    passTime(app, monthMs);
    await delivery.deliverNew();
    const { graceEndsAt } = await mine();
    const hour = localDueText(graceEndsAt ?? '', 'Europe/Berlin');
    expect(hour).toMatch(/, \d\d:\d\d \(Europe\/Berlin\)$/);
    const first = await emailTo(app, user, 'subscription_payment_failed');
    expect(first.body_text).toContain(`confirm it by ${hour}.`);
    passTime(app, Date.parse(graceEndsAt ?? '') - dayMs - app.deps.now().getTime());
    await remindOfDates(app.deps);
    const reminder = await emailTo(app, user, 'subscription_grace_ending');
    expect(reminder.subject).toBe(`Confirm your payment by ${hour} to keep your Gold membership`);
    expect(reminder.body_text).toContain('“Confirm payment” on your billing page leads to your bank.');
    expect(reminder.body_text).not.toMatch(/[Pp]ay by/);
    passTime(app, 2 * dayMs);
    await remindOfDates(app.deps);
    const last = await emailTo(app, user, 'subscription_access_ended');
    expect(last.body_text).toContain('Once you confirm the payment, your access comes back.');
    expect(last.body_text).not.toContain('try to charge');
  });

  it('are announced by emails without links if the user’s account is suspended', async () => {
    const suspended = async (kind: string) => {
      const { body_text: text } = await emailTo(app, user, kind);
      expect(text).toContain('Account: Suspended, so you cannot log in. Write to us instead.');
      expect(text).not.toMatch(/https?:/);
    };
    await subscribe(app, user, 'gold');
    const admin = await createAdmin(app);
    await app.caller(admin).admin.users.suspend({ id: user.userId, reason: 'Shared the files' });
    await replaceCard(app, user, 'pm_card_chargeCustomerFail');
    passTime(app, monthMs);
    await delivery.deliverNew();
    await suspended('subscription_payment_failed');
    await payLatestInvoice(app, user);
    await delivery.deliverNew();
    await suspended('subscription_restored');
    await suspended('subscription_receipt');
  });
});
