import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminActor } from '../../actor.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import { createAdmin } from '../testing/purchases.ts';
import {
  monthMs,
  openPlan,
  passTime,
  planEmailsOf,
  planOf,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { putOnHold, setUpPlanWorld, subscribePastDue } from '../testing/worlds.ts';

const { app, user, delivery } = setUpPlanWorld();
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});

const asAdmin = () => app.caller(admin).admin;
const reason = 'Wrote that they cannot log in';
const end = (subscriptionId: string, by = admin) =>
  app.caller(by).admin.subscriptions.endRenewals({ subscriptionId, reason });
const charges = () => app.sandbox.charges().length;
const notes = async () => (await asAdmin().users.get({ id: user.userId })).notes.map(({ text }) => text);
const conflict = (message: string) => ({ code: 'CONFLICT', message: expect.stringContaining(message) });

async function entries() {
  const { items } = await asAdmin().audit.list({
    action: 'subscription.end_requested',
    subjectId: user.userId,
  });
  return items;
}

describe('an admin ends the renewals of a membership', () => {
  it('of a suspended student: it lasts until the paid date, and the student is notified and not charged again', async () => {
    const { id, current_period_end: paidUntil } = await subscribe(app, user, 'gold');
    await asAdmin().users.suspend({ id: user.userId, reason: 'Shared the files' });
    expect(await end(id)).toEqual({ endsAt: paidUntil });
    expect(await subscriptionOf(app, user)).toMatchObject({ status: 'active', cancel_at_period_end: true });

    const { subject, body_text: email } = await emailTo(app, user, 'subscription_cancelled');
    expect(subject).toBe('Your subscription is canceled');
    expect(email).toContain('Your account is suspended, so you cannot log in.');
    const { items } = await app.caller(user).notifications.list();
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'subscription_changed', title: 'Your subscription is canceled' }),
    );
    expect(await notes()).toContain(`Ending the renewals of Gold: ${reason}`);
    expect(await entries()).toMatchObject([
      {
        actorId: admin.userId,
        subjectId: id,
        details: [
          { name: 'after', value: 'does not renew' },
          { name: 'before', value: 'gold' },
        ],
      },
    ]);

    const paid = charges();
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(charges()).toBe(paid);
    expect((await subscriptionOf(app, user)).status).toBe('canceled');
  });

  it('of a student who can log in: access stays, and the student resumes it. The email does not say that the student canceled', async () => {
    const { id } = await subscribe(app, user, 'gold');
    await end(id);
    expect(await planOf(app, user)).toBe('gold');
    const { subject, body_text: email } = await emailTo(app, user, 'subscription_cancelled');
    expect(email).toContain(
      'If you want to keep it, choose “Keep Gold” on your billing page before that day.',
    );
    expect(`${subject}\n${email}`).not.toMatch(/you (have )?cancel|your cancel|you asked|your request/i);
    await app.caller(user).payments.resumeSubscription();
    expect(await subscriptionOf(app, user)).toMatchObject({ cancel_at_period_end: false });
    await end(id);
    expect(await subscriptionOf(app, user)).toMatchObject({ cancel_at_period_end: true });
  });

  it('with an unpaid renewal: it ends immediately, and the payment is no longer collected', async () => {
    await subscribePastDue({ app, delivery }, user);
    const { id, latest_invoice_id: invoiceId } = await subscriptionOf(app, user);
    expect(await end(id)).toEqual({ endsAt: null });
    expect(await subscriptionOf(app, user)).toMatchObject({ status: 'canceled' });
    expect((await app.deps.stripe.invoices.retrieve(invoiceId ?? '')).status).toBe('void');
    expect(await planOf(app, user)).toBe('free');
    expect(await countEmails(app, user, 'subscription_ended')).toBe(1);
  });

  it('with a planned downgrade: the downgrade is canceled, too', async () => {
    const { id } = await subscribe(app, user, 'gold');
    await app.caller(user).payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
    await end(id);
    expect(await subscriptionOf(app, user)).toMatchObject({
      plan: 'gold',
      pending_plan: null,
      cancel_at_period_end: true,
    });
  });

  it('with a first payment that the bank is processing: it lasts one period if the payment arrives', async () => {
    const sessionId = await openPlan(app, user, 'gold');
    await app.sandbox.pay(sessionId, 'delayed');
    await app.caller(user).payments.verifySubscription({ sessionId });
    const { id, current_period_end: until } = await subscriptionOf(app, user);
    expect(await end(id)).toEqual({ endsAt: until });
    expect(await planEmailsOf(app, user)).toEqual([]);

    app.sandbox.settleDelayed(sessionId, true);
    await delivery.deliverNew();
    expect(await planOf(app, user)).toBe('gold');
    const { body_text: started } = await emailTo(app, user, 'subscription_started');
    expect(started).not.toContain('It renews');
    expect(await countEmails(app, user, 'subscription_cancelled')).toBe(1);
    const paid = charges();
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(charges()).toBe(paid);
    expect(await subscriptionOf(app, user)).toMatchObject({ status: 'canceled' });
    expect(await planOf(app, user)).toBe('free');
  });

  it('with a membership on hold, whose price at Stripe matches no plan: it ends after the paid period', async () => {
    const { id } = await subscribe(app, user, 'gold');
    await putOnHold({ app, delivery }, id);
    expect(await asAdmin().subscriptions.onHold()).toMatchObject([{ id }]);
    await end(id);
    expect((await app.deps.stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(true);
    passTime(app, monthMs);
    await delivery.deliverNew();
    expect(await subscriptionOf(app, user)).toMatchObject({ status: 'canceled' });
    expect(await planOf(app, user)).toBe('free');
  });

  it('while Stripe cannot be reached: nothing changes, and the next attempt succeeds', async () => {
    const { id } = await subscribe(app, user, 'gold');
    app.sandbox.faults.onRequest = ({ params }) =>
      params.cancel_at_period_end === 'true' ? { kind: 'status', status: 500 } : undefined;
    await expect(end(id)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    app.sandbox.faults.onRequest = undefined;
    expect(await subscriptionOf(app, user)).toMatchObject({ cancel_at_period_end: false, change_key: null });
    await end(id);
    expect(await countEmails(app, user, 'subscription_cancelled')).toBe(1);
    // Each attempt is recorded, because the first one might have reached Stripe.
    expect(await entries()).toHaveLength(2);
  });
});

describe('ending the renewals is rejected', () => {
  it('if the membership does not renew or has ended', async () => {
    const { id } = await subscribe(app, user, 'gold');
    await app.caller(user).payments.cancelSubscription();
    await expect(end(id)).rejects.toMatchObject(conflict('does not renew'));
    passTime(app, monthMs);
    await expect(end(id)).rejects.toMatchObject(conflict('has ended'));
    expect(await entries()).toEqual([]);
    expect(await notes()).toEqual([]);
  });

  it('if Stripe or the academy does not know the membership', async () => {
    await app.deps.db
      .insertInto('subscriptions')
      .values({ id: 'sub_gone1', user_id: user.userId, plan: 'gold', status: 'active', price_cents: 500 })
      .execute();
    await expect(end('sub_gone1')).rejects.toMatchObject(conflict('Stripe does not know'));
    await expect(end('sub_unknown1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await app.deps.db.deleteFrom('subscriptions').where('id', '=', 'sub_gone1').execute();
  });
});

describe('concurrent calls of two admins', () => {
  it.each(['paid', 'unpaid'])('end the renewals of a membership that is %s once', async (state) => {
    if (state === 'paid') await subscribe(app, user, 'gold');
    else await subscribePastDue({ app, delivery }, user);
    const other = await createAdmin(app);
    const { id } = await subscriptionOf(app, user);
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => end(id, index % 2 === 0 ? admin : other)),
    );
    const results = settled.map((one) => (one.status === 'fulfilled' ? 'ok' : one.reason.code));
    expect(results.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'CONFLICT'), 'ok']);
    expect(await entries()).toHaveLength(1);
    expect(await notes()).toHaveLength(1);
    const kind = state === 'paid' ? 'subscription_cancelled' : 'subscription_ended';
    expect(await countEmails(app, user, kind)).toBe(1);
  });
});
