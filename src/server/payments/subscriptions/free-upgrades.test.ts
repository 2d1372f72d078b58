import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { failNext } from '../../../sandbox/stripe/faults.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { monthOf } from '../../coaching/credits.operations.ts';
import { createCoach, savedHand, thought } from '../../coaching/testing/asked-questions.ts';
import { retrieveCustomer } from '../stripe/stripe-calls.ts';
import { createAdmin } from '../testing/purchases.ts';
import {
  passTime,
  payLatestInvoice,
  planOf,
  renewalFailsCard,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';
import { settleInvoice } from './invoices.operations.ts';
import { syncSubscription } from './sync.operations.ts';

const { app, user, delivery } = setUpPlanWorld();

beforeAll(async () => {
  await createCoach(app, await createAdmin(app));
});
beforeEach(async () => {
  const now = new Date(app.sandbox.clock.now());
  // Each test subscribes in the middle of a month, so no month begins between a free upgrade and the renewal.
  await passUntil(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15));
});

const payments = () => app.caller(user).payments;
const credits = () => app.caller(user).questions.credits();
const monthly = async () => (await credits()).monthly.count;

async function passUntil(time: number): Promise<void> {
  passTime(app, time - app.sandbox.clock.now());
  await delivery.deliverNew();
}

/** When the membership renews. */
async function renewal(): Promise<number> {
  return Date.parse((await payments().mySubscription()).currentPeriodEnd ?? '');
}

async function change(plan: PaidPlan): Promise<number> {
  const { todayCents } = await payments().previewPlanChange({ plan });
  await payments().changePlan({ plan, expectedTodayCents: todayCents });
  await delivery.deliverNew();
  return todayCents;
}

async function giveCredit(customer: string | null, cents: number): Promise<void> {
  const credit = { amount: -cents, currency: 'usd' };
  await app.deps.stripe.customers.createBalanceTransaction(customer ?? '', credit);
}

/** Upgrades two hours before the renewal, when an upgrade is free. @returns the time of the renewal */
async function upgradeForFree(plan: PaidPlan): Promise<number> {
  const renewsAt = await renewal();
  await passUntil(renewsAt - 2 * hourMs);
  expect(await change(plan)).toBe(0);
  expect(await planOf(app, user)).toBe(plan);
  return renewsAt;
}

it('a student who upgrades for free before each renewal, and downgrades at the renewal, gets only the question credits of the lower tier', async () => {
  await subscribe(app, user, 'silver');
  await delivery.deliverNew();
  expect(await credits()).toMatchObject({ left: 1, monthly: { count: 1 } });
  for (const month of [1, 2]) {
    const renewsAt = await upgradeForFree('gold');
    expect(await credits(), `month ${month}`).toMatchObject({ left: 1, monthly: { count: 1 }, oncePaid: 0 });
    await change('silver');
    expect(await credits(), `month ${month}`).toMatchObject({ left: 1, monthly: { count: 1 } });
    await passUntil(renewsAt + dayMs);
    expect(await planOf(app, user)).toBe('silver');
    expect(await credits(), `month ${month}`).toMatchObject({ left: 1, monthly: { count: 1 } });
  }
});

it('the renewal brings the question credits of a free upgrade, and the student sees the number and the date of these question credits beforehand', async () => {
  await subscribe(app, user, 'silver');
  const renewsAt = await renewal();
  await passUntil(renewsAt - 2 * hourMs);
  expect(await payments().previewPlanChange({ plan: 'gold' })).toMatchObject({
    todayCents: 0,
    laterQuestions: 3,
  });
  await change('gold');
  expect((await credits()).nextAt).toBe(new Date(renewsAt).toISOString());
  await change('silver');
  expect((await credits()).nextAt).not.toBe(new Date(renewsAt).toISOString());
  await payments().resumeSubscription();
  await delivery.deliverNew();
  const { id: handId, decisions } = await savedHand(app, user);
  const ask = (number: number) =>
    app.caller(user).questions.ask({ handId, atAction: decisions[number] ?? 0, thought });
  await ask(0);
  await expect(ask(1)).rejects.toMatchObject({ message: 'You have asked your question for this month.' });
  await passUntil(renewsAt + dayMs);
  expect(await credits()).toMatchObject({ left: 3, monthly: { count: 4, spent: 1 } });
});

it('a free upgrade whose renewal fails brings no further question credits until the invoice of the renewal is paid', async () => {
  await subscribe(app, user, 'silver', renewalFailsCard);
  const renewsAt = await upgradeForFree('gold');
  await passUntil(renewsAt + minuteMs);
  expect(await monthly()).toBe(1);
  await passUntil(renewsAt + dayMs);
  expect(await payments().mySubscription()).toMatchObject({ plan: 'gold', status: 'past_due' });
  expect(await credits()).toMatchObject({ left: 1, monthly: { count: 1 }, oncePaid: 3 });
  await payLatestInvoice(app, user);
  await delivery.deliverNew();
  expect(await credits()).toMatchObject({ left: 4, monthly: { count: 4 }, oncePaid: 0 });
});

it('an upgrade that is charged brings its question credits immediately', async () => {
  await subscribe(app, user, 'silver');
  await passUntil((await renewal()) - 4 * dayMs);
  expect(await payments().previewPlanChange({ plan: 'gold' })).toMatchObject({ laterQuestions: 0 });
  expect(await change('gold')).toBeGreaterThanOrEqual(50);
  expect(await credits()).toMatchObject({ left: 4, monthly: { count: 4 } });
});

it('an upgrade that the customer’s credit balance pays for is invoiced immediately and brings its question credits immediately', async () => {
  await subscribe(app, user, 'silver');
  const { invoices, subscriptions } = app.deps.stripe;
  const createPreview = invoices.createPreview.bind(invoices);
  vi.spyOn(invoices, 'createPreview').mockImplementation(async (...given) => ({
    ...(await createPreview(...given)),
    total: -1_000,
    amount_due: 0,
  }));
  const update = vi.spyOn(subscriptions, 'update');
  expect(await payments().previewPlanChange({ plan: 'gold' })).toMatchObject({ laterQuestions: 0 });
  expect(await change('gold')).toBe(0);
  expect(update.mock.calls[0]?.[1]).toMatchObject({ proration_behavior: 'always_invoice' });
  expect(await monthly()).toBe(4);
});

it('an upgrade that is charged after a free one brings the question credits of the higher tier', async () => {
  await subscribe(app, user, 'silver');
  await passUntil((await renewal()) - 3.5 * dayMs);
  expect(await change('gold')).toBe(0);
  expect(await monthly()).toBe(1);
  expect(await change('diamond')).toBeGreaterThanOrEqual(50);
  expect(await monthly()).toBe(10);
});

it('a month that begins between a free upgrade and the renewal brings the question credits of the lower tier until the renewal', async () => {
  const now = new Date(app.sandbox.clock.now());
  await passUntil(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2));
  await subscribe(app, user, 'silver');
  const renewsAt = await renewal();
  await passUntil(renewsAt - 3 * dayMs);
  expect(await change('gold')).toBe(0);
  const { month } = (await credits()).monthly;
  await passUntil(renewsAt - 2 * hourMs);
  expect((await credits()).monthly).toEqual({ count: 1, spent: 0, month: expect.not.stringMatching(month) });
  await passUntil(renewsAt + dayMs);
  expect(await credits()).toMatchObject({ left: 4, monthly: { count: 4 } });
});

it('after a free upgrade, a dispute of the only payment leaves no question credits until the academy wins the dispute', async () => {
  await subscribe(app, user, 'silver');
  await delivery.deliverNew();
  await upgradeForFree('gold');
  const { id } = app.sandbox.dispute(app.sandbox.charges().at(-1)?.id ?? '');
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('free');
  expect((await credits()).left).toBe(0);
  app.sandbox.closeDispute(id, 'won');
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('gold');
  expect((await credits()).left).toBe(1);
});

it('an upgrade minutes before the renewal, whose prorated price rounds to $0.00, brings no question credits before the renewal', async () => {
  // The academy lets Stripe prorate from the start of the hour, which is about 20 minutes before this renewal.
  passTime(app, 20 * minuteMs);
  await subscribe(app, user, 'silver');
  await passUntil((await renewal()) - 2 * minuteMs);
  expect(await change('gold')).toBe(0);
  expect(await planOf(app, user)).toBe('gold');
  expect(await monthly()).toBe(1);
});

it('no free upgrade is possible in the last minute before the renewal, because the renewal could come first', async () => {
  await subscribe(app, user, 'silver');
  await passUntil((await renewal()) - minuteMs + 1_000);
  const message = 'Your membership is about to renew. You can upgrade after that.';
  await expect(payments().previewPlanChange({ plan: 'gold' })).rejects.toMatchObject({ message });
  const upgrade = payments().changePlan({ plan: 'gold', expectedTodayCents: 0 });
  await expect(upgrade).rejects.toMatchObject({ message });
  expect(await payments().previewPlanChange({ plan: 'silver' })).toMatchObject({ kind: 'same' });
});

it('after two free upgrades before one renewal, the student has only the question credits of the paid tier', async () => {
  await subscribe(app, user, 'silver');
  await upgradeForFree('gold');
  // The nine further question credits are counted from Silver, the paid tier, not from Gold.
  expect(await payments().previewPlanChange({ plan: 'diamond' })).toMatchObject({ laterQuestions: 9 });
  expect(await change('diamond')).toBe(0);
  expect(await planOf(app, user)).toBe('diamond');
  expect(await monthly()).toBe(1);
});

it('the payment of an earlier renewal brings the question credits of a free upgrade, although a newer invoice is open', async () => {
  await subscribe(app, user, 'silver', renewalFailsCard);
  const renewsAt = await upgradeForFree('gold');
  await passUntil(renewsAt + minuteMs);
  const { id, latest_invoice_id: unpaid, customer_id: customer } = await subscriptionOf(app, user);
  // Stripe creates a newer invoice although the invoice of the renewal is unpaid. The academy reads the newer invoice
  // before the older one is paid.
  const newer = {
    id: 'in_newer',
    object: 'invoice',
    status: 'open',
    created: app.sandbox.clock.now() / 1000,
  };
  const { invoices, subscriptions } = app.deps.stripe;
  const [retrieve, retrieveInvoice] = [
    subscriptions.retrieve.bind(subscriptions),
    invoices.retrieve.bind(invoices),
  ];
  vi.spyOn(subscriptions, 'retrieve').mockImplementation(async (...given) => {
    const found = await retrieve(...given);
    return Object.assign(found, { status: 'past_due', latest_invoice: newer });
  });
  vi.spyOn(invoices, 'retrieve').mockImplementation(async (invoiceId, ...given) =>
    retrieveInvoice(invoiceId === newer.id ? (unpaid ?? '') : invoiceId, ...given),
  );
  await syncSubscription(app.deps, id);
  expect(await subscriptionOf(app, user)).toMatchObject({ status: 'past_due', latest_invoice_id: newer.id });
  expect(await credits()).toMatchObject({ monthly: { count: 1 }, oncePaid: 3 });
  const method = await app.deps.stripe.paymentMethods.attach('pm_card_visa', { customer: customer ?? '' });
  await invoices.pay(unpaid ?? '', { payment_method: method.id });
  await delivery.deliverNew();
  expect(await subscriptionOf(app, user)).toMatchObject({ status: 'past_due', free_upgrade_from: null });
  expect(await monthly()).toBe(4);
});

it('a renewal that the customer’s credit balance pays completely brings the question credits of a free upgrade', async () => {
  await subscribe(app, user, 'silver');
  const renewsAt = await upgradeForFree('gold');
  const { customer_id: customer } = await subscriptionOf(app, user);
  await giveCredit(customer, 9_900);
  await passUntil(renewsAt + minuteMs);
  const [payment, second] = await payments().myPayments();
  expect([payment?.status, second]).toEqual(['paid', undefined]);
  expect(await monthly()).toBe(4);
});

it('a renewal whose invoice is voided brings no question credits of a free upgrade', async () => {
  await subscribe(app, user, 'silver', renewalFailsCard);
  const renewsAt = await upgradeForFree('gold');
  await passUntil(renewsAt + minuteMs);
  const { latest_invoice_id: invoice } = await subscriptionOf(app, user);
  await app.deps.stripe.invoices.voidInvoice(invoice ?? '');
  await delivery.deliverNew();
  const nextAt = monthOf(app.deps.now(), null).endsAt.toISOString();
  expect(await credits()).toMatchObject({ monthly: { count: 1 }, nextAt });
});

it.each([
  ['is declined', { kind: 'status', status: 402, code: 'card_declined' }, null],
  ['fails at Stripe', { kind: 'status', status: 500 }, 'silver'],
] as const)(
  'an upgrade that %s leaves the question credits unchanged, and a later upgrade that succeeds brings those of the higher tier',
  async (_, fault, from) => {
    await subscribe(app, user, 'silver');
    await delivery.deliverNew();
    app.sandbox.faults.onRequest = failNext(
      9,
      fault,
      ({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'),
    );
    const { todayCents } = await payments().previewPlanChange({ plan: 'gold' });
    await expect(payments().changePlan({ plan: 'gold', expectedTodayCents: todayCents })).rejects.toThrow();
    app.sandbox.faults.onRequest = undefined;
    await delivery.deliverNew();
    expect(await subscriptionOf(app, user)).toMatchObject({ plan: 'silver', free_upgrade_from: from });
    expect(await credits()).toMatchObject({ left: 1, monthly: { count: 1 } });
    await change('gold');
    expect(await credits()).toMatchObject({ left: 4, monthly: { count: 4 } });
  },
);

it('if the customer’s credit balance leaves an amount too small to charge, the amount is waived, so that the next renewal costs what was shown', async () => {
  await subscribe(app, user, 'silver');
  const renewsAt = await renewal();
  await passUntil(renewsAt - 4 * dayMs);
  const { customer_id: customer } = await subscriptionOf(app, user);
  const before = await payments().previewPlanChange({ plan: 'gold' });
  await giveCredit(customer, before.todayCents - 20);
  expect(await payments().previewPlanChange({ plan: 'gold' })).toMatchObject({
    todayCents: 0,
    laterQuestions: 0,
  });
  await change('gold');
  const balance = async () => (await retrieveCustomer(app.deps, customer ?? ''))?.balance;
  expect(await balance()).toBe(0);
  await passUntil(renewsAt + minuteMs);
  expect((await payments().myPayments())[0]?.amountCents).toBe(before.thenCents);
  // The amount is also waived at a renewal, but not a second time when the event of the renewal is repeated.
  await giveCredit(customer, before.thenCents - 20);
  await passUntil((await renewal()) + minuteMs);
  expect(await balance()).toBe(0);
  await giveCredit(customer, -30);
  await settleInvoice(app.deps, (await subscriptionOf(app, user)).latest_invoice_id ?? '');
  expect(await balance()).toBe(30);
  // The request is not sent again: after a day, Stripe would no longer recognize its idempotency key.
  const waive = vi.spyOn(app.deps.stripe.customers, 'createBalanceTransaction');
  await settleInvoice(app.deps, (await subscriptionOf(app, user)).latest_invoice_id ?? '');
  expect(waive).not.toHaveBeenCalled();
});
