import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext, type RecordedRequest } from '../../../sandbox/stripe/faults.ts';
import type { AdminProduct } from '../../../shared/products.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { deliverAll, mailsOf, paymentOf, refundInput } from '../testing/money.ts';
import {
  buy,
  createAdmin,
  createTestProduct,
  deliver,
  eventAbout,
  openSession,
  purchaseOf,
} from '../testing/purchases.ts';
import { reconcileRefunds } from './refund-reconciliation.operations.ts';
import { syncPayment } from './refund-sync.operations.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  app = await createTestApp({ stripe: 'sandbox' });
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin, { type: 'session', productNumber: 9, content: 'Secret' });
});
afterAll(() => app.close());

const staff = () => app.caller(admin).payments;

async function buyer(): Promise<{ user: TestUser; sessionId: string; events: number }> {
  const user = await app.createUser();
  const sessionId = await buy(app, user, product);
  return { user, sessionId, events: app.sandbox.events().length };
}

/** What the buyer is let in to, by every door that reads ownership. */
async function access(user: TestUser) {
  const caller = app.caller(user);
  const inShop = (await caller.shop.listProducts()).find(({ id }) => id === product.id);
  const inLibrary = (await caller.shop.listLibrary()).some(({ id }) => id === product.id);
  const session = (await caller.learning.listSessions()).find(({ id }) => id === product.id);
  const keys = (await caller.auth.currentUser()).purchases;
  return {
    shop: inShop?.owned,
    library: inLibrary,
    text: session?.content ?? null,
    key: keys.includes(`session-${product.id}`),
  };
}
const isRefundRequest = ({ method, path }: RecordedRequest) => method === 'POST' && path === '/v1/refunds';
const refundRequests = () => app.sandbox.requests.filter(isRefundRequest);
const refundsOf = (paymentId: string) =>
  app.deps.db.selectFrom('billing_refunds').selectAll().where('payment_id', '=', paymentId).execute();
const setPayment = (
  paymentId: string,
  changes: {
    status?: 'disputed' | 'lost' | 'failed';
    payment_intent_id?: string | null;
    charge_id?: string | null;
  },
) => app.deps.db.updateTable('billing_payments').set(changes).where('id', '=', paymentId).execute();

const open = { shop: true, library: true, text: 'Secret', key: true };
const closed = { shop: false, library: false, text: null, key: false };

describe('a refund by an admin (F1, F2)', () => {
  it('counts only when Stripe confirms it, then takes the access and writes one mail', async () => {
    const { user, sessionId, events } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    expect(payment).toMatchObject({ status: 'paid', amountCents: 1999, policyVersion: '2026-11-21' });
    const after = await staff().adminRefund(refundInput(payment));
    expect(after).toMatchObject({ status: 'paid', refundedCents: 0, pendingCents: 1999 });
    expect(await access(user)).toEqual(open);
    await deliverAll(app, events);
    await deliverAll(app, events);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({
      status: 'refunded',
      refundedCents: 1999,
      pendingCents: 0,
      refunds: [{ status: 'succeeded', amountCents: 1999 }],
    });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', refunded_cents: 1999 });
    expect(await access(user)).toEqual(closed);
    expect(await mailsOf(app, user, 'refund')).toBe(1);
    // Who got the money back may buy again.
    const again = await buy(app, user, product);
    expect(await access(user)).toEqual(open);
    expect(await paymentOf(app, admin, again)).toMatchObject({ refundable: { code: 'bought_before' } });
  });

  it('keeps access after a part, and adds the parts up to a full one', async () => {
    const { user, sessionId, events } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await staff().adminRefund(refundInput(payment, { amountCents: 1, endAccess: false }));
    await deliverAll(app, events);
    expect(await access(user)).toEqual(open);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed', refunded_cents: 1 });
    await staff().adminRefund(refundInput(payment, { amountCents: 1998, expectedRefundedCents: 1 }));
    await deliverAll(app, events);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', refunded_cents: 1999 });
    expect(await access(user)).toEqual(closed);
  });

  it('ends access with a part and keeps it with a full one when the admin says so', async () => {
    const [ended, kept] = [await buyer(), await buyer()];
    const part = await paymentOf(app, admin, ended.sessionId);
    await staff().adminRefund(refundInput(part, { amountCents: 500, endAccess: true }));
    const full = await paymentOf(app, admin, kept.sessionId);
    await staff().adminRefund(refundInput(full, { endAccess: false }));
    await deliverAll(app, kept.events);
    expect(await access(ended.user)).toEqual(closed);
    expect(await access(kept.user)).toEqual(open);
    await buy(app, ended.user, product);
    expect(await access(ended.user)).toEqual(open);
    await expect(openSession(app, kept.user, product)).rejects.toMatchObject({ code: 'already_owned' });
  });

  it('refuses more than is left, unknown payments, and nothing reaches Stripe', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const before = app.sandbox.refunds().length;
    await expect(staff().adminRefund(refundInput(payment, { amountCents: 2000 }))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'At most $19.99 can be refunded',
    });
    const unknown = { ...payment, id: crypto.randomUUID() };
    await expect(staff().adminRefund(refundInput(unknown))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(app.sandbox.refunds()).toHaveLength(before);
  });

  it('asks an admin whose sign-in is long ago for a new proof, and nothing reaches Stripe (M8)', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const before = app.sandbox.refunds().length;
    const stale = { ...admin, confirmedAt: new Date(app.deps.now().getTime() - 16 * 60_000).toISOString() };
    await expect(app.caller(stale).payments.adminRefund(refundInput(payment))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      cause: { code: 'step_up_required' },
    });
    expect(app.sandbox.refunds()).toHaveLength(before);
  });

  it('makes one refund of twenty clicks and of two admins', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const other = await createAdmin(app);
    const before = app.sandbox.refunds().length;
    const clicks = Array.from({ length: 20 }, (_, index) =>
      app.caller(index % 2 ? admin : other).payments.adminRefund(refundInput(payment, { amountCents: 700 })),
    );
    const results = await Promise.allSettled(clicks);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
    }
    expect(app.sandbox.refunds()).toHaveLength(before + 1);
  });

  it('gives access back when the bank returns the refund later, and tells the staff', async () => {
    const { user, sessionId, events } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await staff().adminRefund(refundInput(payment));
    await deliverAll(app, events);
    expect(await access(user)).toEqual(closed);
    const refund = app.sandbox.refunds().at(-1);
    app.sandbox.failRefund(refund?.id ?? '');
    await deliverAll(app, events);
    expect(await access(user)).toEqual(open);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({
      status: 'paid',
      refundedCents: 0,
      refunds: [{ status: 'failed', failureReason: 'expired_or_canceled_card' }],
    });
    const mails = await app.deps.db
      .selectFrom('mail_messages')
      .select('subject')
      .where('kind', '=', 'refund_failed')
      .execute();
    expect(mails.length).toBeGreaterThan(0);
  });

  it('does not give a product twice when it was bought again before the refund failed', async () => {
    const { user, sessionId, events } = await buyer();
    await staff().adminRefund(refundInput(await paymentOf(app, admin, sessionId)));
    await deliverAll(app, events);
    const refund = app.sandbox.refunds().at(-1);
    const again = await buy(app, user, product);
    app.sandbox.failRefund(refund?.id ?? '');
    const logged = app.logs.length;
    await deliverAll(app, events);
    const purchase = await purchaseOf(app, sessionId);
    expect(purchase).toMatchObject({ status: 'completed', grants_access: false });
    expect(await purchaseOf(app, again)).toMatchObject({ status: 'completed', grants_access: true });
    // Somebody has the money and the product twice: a person has to look.
    const alerts = app.logs.slice(logged).map((line): unknown => JSON.parse(line));
    expect(alerts).toContainEqual(
      expect.objectContaining({ level: 50, event: 'restored_twice', purchaseId: purchase.id }),
    );
  });
});

describe('refunds that are made at Stripe, in any order', () => {
  it('count by the sum of what succeeded', async () => {
    const { user, sessionId, events } = await buyer();
    const { payment_intent_id: intent } = await purchaseOf(app, sessionId);
    await app.deps.stripe.refunds.create({ payment_intent: intent ?? '', amount: 999 });
    await deliverAll(app, events);
    expect(await access(user)).toEqual(open);
    await app.deps.stripe.refunds.create({ payment_intent: intent ?? '' });
    for (const event of app.sandbox.events().slice(events).toReversed()) await deliver(app, event);
    expect(await access(user)).toEqual(closed);
    expect(await mailsOf(app, user, 'refund')).toBe(2);
  });

  it('may be told before the completion', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    await app.sandbox.pay(sessionId);
    const session = app.sandbox.sessions().find(({ id }) => id === sessionId);
    await app.deps.stripe.refunds.create({ payment_intent: String(session?.payment_intent) });
    const refund = app.sandbox.refunds().at(-1);
    await deliver(app, eventAbout('refund.created', refund?.id ?? ''));
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded' });
    await deliver(app, eventAbout('checkout.session.completed', sessionId));
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded' });
    expect(await access(user)).toEqual(closed);
  });

  it('are seen by the completion itself', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    await app.sandbox.pay(sessionId);
    const session = app.sandbox.sessions().find(({ id }) => id === sessionId);
    await app.deps.stripe.refunds.create({ payment_intent: String(session?.payment_intent) });
    expect(await app.caller(user).payments.completePurchase({ sessionId })).toMatchObject({
      success: false,
      status: 'refunded',
    });
  });

  it('that cannot be read are told as an outage, and found by the next look (PAY-12)', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    await app.sandbox.pay(sessionId);
    await app.deps.stripe.refunds.create({ charge: app.sandbox.charges().at(-1)?.id ?? '' });
    app.sandbox.faults.onRequest = ({ path }) =>
      path === '/v1/refunds' ? { kind: 'status', status: 500 } : undefined;
    const complete = () => app.caller(user).payments.completePurchase({ sessionId });
    await expect(complete()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const payment = await paymentOf(app, admin, sessionId);
    await expect(
      app.caller(admin).payments.adminRereadPayment({ paymentId: payment.id }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    app.sandbox.faults.onRequest = undefined;
    await app.caller(admin).payments.adminRereadPayment({ paymentId: payment.id });
    expect((await complete()).status).toBe('refunded');
  });

  it('are not taken back by a read that began earlier (PAY-16)', async () => {
    const user = await app.createUser();
    const sessionId = await buy(app, user, product);
    const { id } = await paymentOf(app, admin, sessionId);
    const { payment_intent_id: intent } = await purchaseOf(app, sessionId);
    await app.deps.stripe.refunds.create({ payment_intent: intent ?? '' });
    const setSequence = (read_sequence: number) =>
      app.deps.db.updateTable('billing_payments').set({ read_sequence }).where('id', '=', id).execute();
    await setSequence(2_000_000_000);
    await syncPayment(app.deps, id);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'paid', refunds: [] });
    await setSequence(0);
    await syncPayment(app.deps, id);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'refunded' });
  });

  it('are written down once by twenty reads at once', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const { payment_intent_id: intent } = await purchaseOf(app, sessionId);
    await app.deps.stripe.refunds.create({ payment_intent: intent ?? '', amount: 250 });
    await Promise.all(Array.from({ length: 20 }, () => syncPayment(app.deps, payment.id)));
    const after = await paymentOf(app, admin, sessionId);
    expect(after.refunds).toHaveLength(1);
    expect(after.refundedCents).toBe(250);
  });

  it('of payments that are not ours are ignored', async () => {
    const session = await app.deps.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 700, product_data: { name: 'Elsewhere' } },
        },
      ],
      success_url: 'https://elsewhere.example/',
    });
    await app.sandbox.pay(session.id);
    const charge = app.sandbox.charges().at(-1);
    await app.deps.stripe.refunds.create({ charge: charge?.id ?? '' });
    expect(await deliver(app, eventAbout('charge.refunded', charge?.id ?? ''))).toEqual({
      status: 'ignored',
    });
    expect(await deliver(app, eventAbout('refund.created', 're_unknown'))).toEqual({ status: 'ignored' });
  });
});

describe('when every webhook is lost (PAY-22)', () => {
  it('refunds, failures and disputes are found by the reconciling job', async () => {
    const [refunded, disputed] = [await buyer(), await buyer()];
    await staff().adminRefund(refundInput(await paymentOf(app, admin, refunded.sessionId)));
    const { payment_intent_id: intent } = await purchaseOf(app, disputed.sessionId);
    const charge = app.sandbox.charges().find((one) => one.payment_intent === intent);
    app.sandbox.dispute(charge?.id ?? '');
    expect((await reconcileRefunds(app.deps)).errors).toBe(0);
    expect(await access(refunded.user)).toEqual(closed);
    expect(await access(disputed.user)).toEqual(closed);
    const refund = app.sandbox.refunds().at(-1);
    app.sandbox.failRefund(refund?.id ?? '');
    app.sandbox.closeDispute(app.sandbox.disputes().at(-1)?.id ?? '', 'won');
    await reconcileRefunds(app.deps);
    expect(await access(refunded.user)).toEqual(open);
    expect(await access(disputed.user)).toEqual(open);
    expect((await reconcileRefunds(app.deps)).reread).toBe(0);
  });

  it('a refund that Stripe made without our hearing of it is not made a second time (PAY-29)', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const before = app.sandbox.refunds().length;
    app.sandbox.faults.onRequest = failNext(2, { kind: 'reset', when: 'after' }, isRefundRequest);
    const refund = app.caller(admin).payments.adminRefund(refundInput(payment, { amountCents: 300 }));
    await expect(refund).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    app.sandbox.faults.onRequest = undefined;
    await app.deps.db
      .updateTable('billing_refunds')
      .set({ created_at: new Date(Date.now() - 120_000) })
      .where('payment_id', '=', payment.id)
      .execute();
    await reconcileRefunds(app.deps);
    expect(app.sandbox.refunds()).toHaveLength(before + 1);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ refundedCents: 300, pendingCents: 0 });
  });

  it('a refund whose answer was lost is sent again under the same key', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const before = app.sandbox.refunds().length;
    const id = crypto.randomUUID();
    await app.deps.db
      .insertInto('billing_refunds')
      .values({
        id,
        payment_id: payment.id,
        amount_cents: 300,
        status: 'requested',
        created_at: new Date(Date.now() - 120_000),
      })
      .execute();
    await reconcileRefunds(app.deps);
    await reconcileRefunds(app.deps);
    expect(app.sandbox.refunds()).toHaveLength(before + 1);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ refundedCents: 300, pendingCents: 0 });
  });
});

describe('a request of the payer (F3)', () => {
  it('is theirs alone, one at a time, and answered once', async () => {
    const { user, sessionId } = await buyer();
    const [mine] = await app.caller(user).payments.myPayments();
    expect(mine).toMatchObject({
      kind: 'purchase',
      amountCents: 1999,
      description: product.title,
      refundable: { code: 'within_window' },
      request: null,
    });
    const input = { paymentId: mine?.id ?? '', reason: 'Not what I hoped for' };
    await expect(app.caller(null).payments.requestRefund(input)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const stranger = app.caller(await app.createUser()).payments;
    await expect(stranger.requestRefund(input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await stranger.myPayments()).toEqual([]);
    const clicks = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.caller(user).payments.requestRefund(input)),
    );
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await mailsOf(app, user, 'refund_request_received')).toBe(1);
    const request = (await staff().adminRefundRequests()).find(({ payment }) => payment.id === mine?.id);
    expect(request).toMatchObject({ status: 'open', reason: 'Not what I hoped for' });
    await staff().adminDeclineRefund({ requestId: request?.id ?? '', answer: 'You have read all of it.' });
    await expect(
      staff().adminDeclineRefund({ requestId: request?.id ?? '', answer: 'Again' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    const [answered] = await app.caller(user).payments.myPayments();
    expect(answered?.request).toMatchObject({ status: 'declined', answer: 'You have read all of it.' });
    expect(await mailsOf(app, user, 'refund_request_answered')).toBe(1);
    await app.caller(user).payments.requestRefund(input);
    await staff().adminRefund(refundInput(await paymentOf(app, admin, sessionId)));
    const [accepted] = await app.caller(user).payments.myPayments();
    expect(accepted?.request).toMatchObject({ status: 'accepted' });
    expect(await mailsOf(app, user, 'refund_request_answered')).toBe(2);
  });

  it('is refused with the reason 30 days after', async () => {
    const { user } = await buyer();
    const [mine] = await app.caller(user).payments.myPayments();
    app.clock.advance(30 * 24 * 60 * 60 * 1000);
    const late = app.caller(user).payments.requestRefund({ paymentId: mine?.id ?? '', reason: 'Late' });
    await expect(late).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Not refundable: the 30 days after the payment are over',
    });
    app.clock.advance(-30 * 24 * 60 * 60 * 1000);
  });
});

// Last: some of these leave payments that every reconciliation has to look at again.
describe('a refund by an admin, to the letter (F1, M8, PAY-29)', () => {
  it('is written down with who, why and what it ends', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await staff().adminRefund(refundInput(payment, { amountCents: 700, endAccess: false }));
    const [refund] = await refundsOf(payment.id);
    expect(refund).toMatchObject({
      status: 'pending',
      stripe_refund_id: expect.stringMatching(/^re_/),
      amount_cents: 700,
      reason: 'Asked for it',
      requested_by: admin.userId,
      end_access: false,
      // A purchase renews nothing, whatever was asked.
      end_renewal: false,
    });
    const audit = await app.deps.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_type', 'details'])
      .where('action', '=', 'payment.refund_requested')
      .where('subject_id', '=', payment.id)
      .execute();
    const details = { refundId: refund?.id, amountCents: 700, reason: 'Asked for it', endAccess: false };
    expect(audit).toEqual([
      { actor_id: admin.userId, subject_type: 'payment', details: { ...details, endRenewal: true } },
    ]);
    const sent = refundRequests().at(-1);
    expect(sent).toMatchObject({
      idempotencyKey: `refund:${refund?.id}`,
      params: {
        amount: '700',
        reason: 'requested_by_customer',
        metadata: { refundId: refund?.id, paymentId: payment.id },
      },
    });
  });

  it('tells what was refunded meanwhile and how much is left', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await staff().adminRefund(refundInput(payment, { amountCents: 700 }));
    await expect(staff().adminRefund(refundInput(payment, { amountCents: 700 }))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Another refund of this payment was made meanwhile: $7.00 in total.'),
    });
    const rest = { expectedRefundedCents: 700 };
    await expect(
      staff().adminRefund(refundInput(payment, { ...rest, amountCents: 1300 })),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { fields: { amountCents: 'At most $12.99 can be refunded' } },
    });
    const after = await staff().adminRefund(refundInput(payment, { ...rest, amountCents: 1299 }));
    expect(after.pendingCents).toBe(1999);
  });

  it.each([
    [{ status: 'disputed' }, 'A bank decides over this payment: it cannot be refunded meanwhile'],
    [{ status: 'lost' }, 'The bank has given this payment back'],
    [{ status: 'failed' }, 'This payment did not go through'],
    [
      { payment_intent_id: null, charge_id: null },
      'Stripe has told no id of this payment yet. Try again in a moment.',
    ],
  ] as const)('is refused when the payment is %j', async (changes, message) => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await setPayment(payment.id, changes);
    const before = refundRequests().length;
    await expect(staff().adminRefund(refundInput(payment))).rejects.toMatchObject({
      code: 'CONFLICT',
      message,
    });
    expect(await refundsOf(payment.id)).toEqual([]);
    expect(refundRequests()).toHaveLength(before);
  });

  it('goes by the charge when the payment has no other id', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await setPayment(payment.id, { payment_intent_id: null });
    await staff().adminRefund(refundInput(payment, { amountCents: 200 }));
    expect(await refundsOf(payment.id)).toMatchObject([{ status: 'pending', amount_cents: 200 }]);
    expect(refundRequests().at(-1)?.params).toMatchObject({ charge: expect.stringMatching(/^ch_/) });
    await setPayment(payment.id, { payment_intent_id: (await purchaseOf(app, sessionId)).payment_intent_id });
  });

  it.each([
    [{ status: 400, code: 'charge_already_refunded' }, 'charge_already_refunded'],
    [{ status: 401 }, 'refused'],
    [{ status: 403 }, 'refused'],
  ])('that Stripe refuses with %j has failed, and may be tried again', async (fault, reason) => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    app.sandbox.faults.onRequest = failNext(1, { kind: 'status', ...fault }, isRefundRequest);
    const logged = app.logs.length;
    await expect(staff().adminRefund(refundInput(payment))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Stripe refused the refund: ./),
    });
    app.sandbox.faults.onRequest = undefined;
    const [refund] = await refundsOf(payment.id);
    expect(refund).toMatchObject({ status: 'failed', failure_reason: reason, stripe_refund_id: null });
    const alerts = app.logs.slice(logged).map((line): unknown => JSON.parse(line));
    expect(alerts).toContainEqual(
      expect.objectContaining({ level: 50, refundId: refund?.id, isRefusal: true }),
    );
    expect((await staff().adminRefund(refundInput(payment))).pendingCents).toBe(1999);
  });

  it('of which Stripe knew more than we did is seen at once, after it was refused', async () => {
    const { user, sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const { payment_intent_id: intent } = await purchaseOf(app, sessionId);
    await app.deps.stripe.refunds.create({ payment_intent: intent ?? '' });
    await expect(staff().adminRefund(refundInput(payment))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'refunded', refundedCents: 1999 });
    expect(await access(user)).toEqual(closed);
  });

  it('without a clear answer stays on its way, and says when to look again', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    app.sandbox.faults.onRequest = (request) =>
      isRefundRequest(request) ? { kind: 'status', status: 500 } : undefined;
    await expect(staff().adminRefund(refundInput(payment))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('do not send it a second time'),
      cause: { code: 'payments_unavailable', retryAfterSeconds: 60 },
    });
    app.sandbox.faults.onRequest = undefined;
    expect(await refundsOf(payment.id)).toMatchObject([{ status: 'requested', stripe_refund_id: null }]);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ pendingCents: 1999, refundedCents: 0 });
  });

  it('cannot be read again for a payment that is not there', async () => {
    const unknown = { paymentId: crypto.randomUUID() };
    await expect(staff().adminRereadPayment(unknown)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Payment was not found',
    });
  });

  it('keeps the moment at which access ended, however often it is read again', async () => {
    const { sessionId, events } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await staff().adminRefund(refundInput(payment, { amountCents: 500, endAccess: true }));
    await deliverAll(app, events);
    const { access_ended_at: endedAt } = await purchaseOf(app, sessionId);
    expect(endedAt).not.toBeNull();
    app.clock.advance(60_000);
    await staff().adminRereadPayment({ paymentId: payment.id });
    app.clock.advance(-60_000);
    expect((await purchaseOf(app, sessionId)).access_ended_at).toEqual(endedAt);
  });
});
