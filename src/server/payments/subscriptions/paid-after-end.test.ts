import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { AdminActor } from '../../actor.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { createAdmin, deliver } from '../testing/purchases.ts';
import {
  monthMs,
  openPlan,
  passTime,
  payLatestInvoice,
  planOf,
  renewalFailsCard,
  setRealTime,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld, subscribePastDue } from '../testing/worlds.ts';

const { app, user, delivery } = setUpPlanWorld();
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});
beforeEach(() => setRealTime(app));

/** A membership whose renewal was declined. */
async function openPastDue(): Promise<SubscriptionRow> {
  await subscribePastDue({ app, delivery }, user);
  const row = await subscriptionOf(app, user);
  expect(row).toMatchObject({ status: 'past_due' });
  return row;
}

/** A membership whose first payment, a bank debit, was rejected. */
async function openUnpaid(): Promise<SubscriptionRow> {
  const sessionId = await openPlan(app, user, 'gold');
  await app.sandbox.pay(sessionId, 'delayed');
  app.sandbox.settleDelayed(sessionId, false);
  await delivery.deliverNew();
  const row = await subscriptionOf(app, user);
  expect(row).toMatchObject({ status: 'unpaid' });
  return row;
}

const cancel = () => app.caller(user).payments.cancelSubscription();

async function invoiceStatusOf({ latest_invoice_id: id }: SubscriptionRow) {
  return (await app.deps.stripe.invoices.retrieve(id ?? '')).status;
}

function failToVoid(): void {
  app.sandbox.faults.onRequest = ({ path }) =>
    path.endsWith('/void') ? { kind: 'status', status: 500 } : undefined;
}

describe('the open invoice of a membership that ends immediately', () => {
  it('is voided when the student cancels', async () => {
    const row = await openPastDue();
    await cancel();
    expect(await invoiceStatusOf(row)).toBe('void');
  });

  it('is voided when the student cancels before the first payment', async () => {
    const row = await openUnpaid();
    await cancel();
    expect(await invoiceStatusOf(row)).toBe('void');
  });

  it('is voided when a refund at Stripe ends the membership', async () => {
    await subscribe(app, user, 'gold', renewalFailsCard);
    const first = app.sandbox.charges().at(-1);
    passTime(app, monthMs);
    await delivery.deliverNew();
    await app.deps.stripe.refunds.create({ charge: first?.id ?? '' });
    await delivery.deliverNew();
    await delivery.deliverNew();
    expect(await invoiceStatusOf(await subscriptionOf(app, user))).toBe('void');
  });

  it('is voided when Stripe ends the membership after the last attempt to charge it', async () => {
    const row = await openPastDue();
    passTime(app, 20 * dayMs);
    await delivery.deliverNew();
    expect(await invoiceStatusOf(row)).toBe('void');
  });

  it('is voided when the event about the end is delivered again, if the first attempt to void it failed', async () => {
    const row = await openPastDue();
    failToVoid();
    expect(await cancel()).toMatchObject({ success: true });
    await expect(delivery.deliverNew()).rejects.toMatchObject({ code: 'payments_unavailable' });
    expect(await subscriptionOf(app, user)).toMatchObject({ status: 'canceled' });
    app.sandbox.faults.onRequest = undefined;
    const ended = app.sandbox.events().findLast(({ type }) => type === 'customer.subscription.deleted');
    if (!ended) throw new Error('the subscription has not ended');
    await deliver(app, ended);
    expect(await invoiceStatusOf(row)).toBe('void');
  });
});

describe('an invoice that is paid although its membership has ended', () => {
  const tasks = async () =>
    (await app.caller(admin).admin.payments.tasks()).filter(({ payment }) => payment.userId === user.userId);
  const emailsTo = async ({ userId }: { userId: string }) =>
    app.deps.db
      .selectFrom('mail_messages')
      .select(['kind', 'body_text as text'])
      .where('user_id', '=', userId)
      .where('kind', 'in', ['subscription_receipt', 'admin_on_hold', 'admin_sale'])
      .orderBy('created_at')
      .execute();

  async function payEnded(): Promise<void> {
    failToVoid();
    await cancel();
    app.sandbox.faults.onRequest = undefined;
    // Delivering the events of the cancellation would void the invoice.
    delivery.skip();
    passTime(app, 60_000);
    await payLatestInvoice(app, user);
    await delivery.deliverNew();
  }

  it('becomes a task for admins, which a refund settles; the receipt says that the membership had already ended', async () => {
    await openPastDue();
    await payEnded();
    expect(await planOf(app, user)).toBe('free');
    const [task, second] = await tasks();
    expect(second).toBeUndefined();
    expect(task).toMatchObject({ kind: 'paid_after_end', payment: { status: 'paid', amountCents: 500 } });
    const receipts = (await emailsTo(user)).filter(({ kind }) => kind === 'subscription_receipt');
    expect(receipts.at(-1)?.text).toContain('the membership had already ended');
    expect(receipts.at(0)?.text).not.toContain('already ended');
    expect(await emailsTo(admin)).toContainEqual(expect.objectContaining({ kind: 'admin_on_hold' }));
    await app.deps.stripe.refunds.create({ charge: app.sandbox.charges().at(-1)?.id ?? '' });
    await delivery.deliverNew();
    expect(await tasks()).toEqual([]);
  });

  it('stays a task for admins while the payment is disputed, and after the academy has won the dispute', async () => {
    await openPastDue();
    await payEnded();
    const { id } = app.sandbox.dispute(app.sandbox.charges().at(-1)?.id ?? '');
    await delivery.deliverNew();
    expect(await tasks()).toMatchObject([{ kind: 'paid_after_end', payment: { status: 'disputed' } }]);
    app.sandbox.closeDispute(id, 'won');
    await delivery.deliverNew();
    expect(await tasks()).toMatchObject([{ kind: 'paid_after_end', payment: { status: 'paid' } }]);
  });

  it('sends admins no email about a sale, even if it is the first invoice of the membership', async () => {
    await openUnpaid();
    const before = (await emailsTo(admin)).filter(({ kind }) => kind === 'admin_sale').length;
    await payEnded();
    expect(await tasks()).toMatchObject([{ kind: 'paid_after_end' }]);
    expect((await emailsTo(admin)).filter(({ kind }) => kind === 'admin_sale')).toHaveLength(before);
  });
});
