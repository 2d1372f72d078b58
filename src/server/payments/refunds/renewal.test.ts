import { beforeAll, describe, expect, it } from 'vitest';
import { createPlans, type Plans, subscribe } from '../../../sandbox/stripe/testing/billing-fixture.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { recordInvoicePayment } from '../ledger/ledger.operations.ts';
import { refundInput } from '../testing/money.ts';
import { createAdmin } from '../testing/purchases.ts';
import { syncPaymentByStripeIds } from '../webhooks/refund-events.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let plans: Plans;

beforeAll(async () => {
  admin = await createAdmin(app);
  plans = await createPlans(app.deps.stripe);
});

/** A subscription paid at Stripe, with its row and its payment in the database. */
async function subscribed() {
  const user = await app.createUser();
  const subscription = await subscribe(app.sandbox, app.deps.stripe, plans.gold);
  const invoiceId = String(subscription.latest_invoice);
  const { data } = await app.deps.stripe.invoicePayments.list({ invoice: invoiceId });
  const intentId = String(data[0]?.payment.payment_intent);
  await app.deps.db
    .insertInto('subscriptions')
    .values({ id: subscription.id, user_id: user.userId, plan: 'gold', status: 'active', price_cents: 500 })
    .execute();
  const record = (id: string, isSubscriptionStart: boolean, paymentIntentId: string | null) =>
    inTransaction(app.deps.db, (trx) =>
      recordInvoicePayment(app.deps, trx, {
        userId: user.userId,
        subscriptionId: subscription.id,
        invoiceId: id,
        paymentIntentId,
        taxCents: 0,
        discountCents: 0,
        promotionCode: null,
        amountCents: 500,
        currency: 'usd',
        description: 'Gold membership, monthly',
        isSubscriptionStart,
        paidAt: app.deps.now(),
      }),
    );
  const paymentId = await record(invoiceId, true, intentId);
  const payment = await app.caller(admin).admin.payments.get({ paymentId });
  const confirm = () => syncPaymentByStripeIds(app.deps, { paymentIntentId: intentId, chargeId: null });
  const atStripe = () => app.deps.stripe.subscriptions.retrieve(subscription.id);
  const isSuspended = async () => {
    const row = await app.deps.db
      .selectFrom('subscriptions')
      .select('suspended_at')
      .where('id', '=', subscription.id)
      .executeTakeFirstOrThrow();
    return row.suspended_at !== null;
  };
  return { user, invoiceId, intentId, payment, record, confirm, atStripe, isSuspended };
}

// By default, `refundInput` refunds the whole payment and ends both access and renewal.
describe('refunds and disputes of a subscription payment', () => {
  it('a refund that ends access ends the subscription as soon as Stripe confirms the refund', async () => {
    const { payment, confirm, atStripe, isSuspended } = await subscribed();
    await app.caller(admin).admin.payments.refund(refundInput(payment));
    expect((await atStripe()).status).toBe('active');
    await confirm();
    await confirm();
    expect((await atStripe()).status).toBe('canceled');
    expect(await isSuspended()).toBe(true);
  });

  it('if the student resumes the subscription after a refund ended its renewal, a second refund ends the renewal again', async () => {
    const { payment, confirm, atStripe } = await subscribed();
    const part = { amountCents: 100, endAccess: false };
    await app.caller(admin).admin.payments.refund(refundInput(payment, part));
    await confirm();
    const { id } = await atStripe();
    await app.deps.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await app
      .caller(admin)
      .admin.payments.refund(refundInput(payment, { ...part, expectedCommittedCents: 100 }));
    await confirm();
    expect((await atStripe()).cancel_at_period_end).toBe(true);
  });

  it('a refund that only turns off renewal cancels the subscription at the end of the paid period', async () => {
    const { payment, confirm, atStripe, isSuspended } = await subscribed();
    await app.caller(admin).admin.payments.refund(refundInput(payment, { endAccess: false }));
    await confirm();
    expect(await atStripe()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await isSuspended()).toBe(false);
  });

  it('a refund that turns off renewal keeps a cancellation date that is before the end of the paid period', async () => {
    const { payment, confirm, atStripe } = await subscribed();
    const endsAt = Math.floor(Date.now() / 1000) + 24 * 60 * 60;
    const { id } = await atStripe();
    await app.deps.stripe.subscriptions.update(id, { cancel_at: endsAt, proration_behavior: 'none' });
    await app.caller(admin).admin.payments.refund(refundInput(payment, { endAccess: false }));
    await confirm();
    expect(await atStripe()).toMatchObject({ status: 'active', cancel_at: endsAt });
  });

  it('a refund that keeps access and renewal leaves the subscription running', async () => {
    const { payment, confirm, atStripe } = await subscribed();
    const input = refundInput(payment, { endAccess: false, endRenewal: false });
    await app.caller(admin).admin.payments.refund(input);
    await confirm();
    expect(await atStripe()).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  it('a dispute suspends the subscription until the academy wins it', async () => {
    const { intentId, confirm, isSuspended } = await subscribed();
    const charge = app.sandbox.charges().find((one) => one.payment_intent === intentId);
    const { id } = app.sandbox.dispute(charge?.id ?? '');
    await confirm();
    expect(await isSuspended()).toBe(true);
    app.sandbox.closeDispute(id, 'won');
    await confirm();
    expect(await isSuspended()).toBe(false);
  });
});

describe('the ledger of invoices', () => {
  it('has one payment per invoice, and only the first payment of a user is refundable', async () => {
    const { user, invoiceId, intentId, record } = await subscribed();
    await Promise.all(Array.from({ length: 20 }, () => record(invoiceId, true, intentId)));
    await record('in_renewal', false, null);
    await record('in_second_subscription', true, null);
    const mine = await app.caller(user).payments.myPayments();
    // The code `renewal` also stands for the first payment of a second subscription.
    expect(mine.map(({ kind, refundable }) => `${kind} ${refundable.code}`).toSorted()).toEqual([
      'subscription renewal',
      'subscription renewal',
      'subscription within_window',
    ]);
  });
});
