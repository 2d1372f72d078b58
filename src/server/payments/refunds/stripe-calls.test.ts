import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failNext, type RecordedRequest } from '../../../sandbox/stripe/faults.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { accessTo, closedAccess } from '../testing/access.ts';
import { deliverAll, paymentOf, refundAtStripe, refundInput } from '../testing/money.ts';
import { buy, purchaseOf } from '../testing/purchases.ts';
import { openRefundWorld } from '../testing/worlds.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  ({ app, admin, product } = await openRefundWorld());
});
afterAll(() => app.close());

const asAdmin = () => app.caller(admin).admin;

async function buyer(): Promise<{ user: TestUser; sessionId: string; events: number }> {
  const user = await app.createUser();
  const sessionId = await buy(app, user, product);
  return { user, sessionId, events: app.sandbox.events().length };
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

describe('Stripe calls for a refund by an admin', () => {
  it('a refund is recorded with the admin, the reason, and whether access and renewal end', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await asAdmin().payments.refund(refundInput(payment, { amountCents: 700, endAccess: false }));
    const [refund] = await refundsOf(payment.id);
    expect(refund).toMatchObject({
      status: 'pending',
      stripe_refund_id: expect.stringMatching(/^re_/),
      amount_cents: 700,
      reason: 'Asked for it',
      requested_by: admin.userId,
      end_access: false,
      // A purchase has no renewal, so the choice to end it is ignored.
      end_renewal: false,
    });
    const audit = await app.deps.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_type', 'details'])
      .where('action', '=', 'payment.refund_requested')
      .where('subject_id', '=', payment.id)
      .execute();
    // The details do not contain the reason, because the audit log is never erased.
    const details = { refundId: refund?.id, amountCents: 700, endAccess: false };
    expect(audit).toEqual([
      { actor_id: admin.userId, subject_type: 'payment', details: { ...details, endRenewal: false } },
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

  it('rejects a refund if the admin has not seen an earlier refund or enters more than remains; the error states the amount refunded or remaining', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await asAdmin().payments.refund(refundInput(payment, { amountCents: 700 }));
    await expect(asAdmin().payments.refund(refundInput(payment, { amountCents: 700 }))).rejects.toMatchObject(
      {
        code: 'CONFLICT',
        message: expect.stringContaining(
          'The refunds of this payment have changed: they are now $7.00 in total.',
        ),
      },
    );
    const rest = { expectedCommittedCents: 700 };
    await expect(
      asAdmin().payments.refund(refundInput(payment, { ...rest, amountCents: 1300 })),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { fields: { amountCents: 'At most $12.99 can be refunded' } },
    });
    const after = await asAdmin().payments.refund(refundInput(payment, { ...rest, amountCents: 1299 }));
    expect(after.pendingCents).toBe(1999);
  });

  it.each([
    [{ status: 'disputed' }, 'This payment is disputed. It cannot be refunded until the bank has decided.'],
    [{ status: 'lost' }, 'This payment was lost in a dispute'],
    [{ status: 'failed' }, 'This payment did not go through'],
    [
      { payment_intent_id: null, charge_id: null },
      'Stripe has not reported an id of this payment yet. Try again in a moment.',
    ],
  ] as const)('rejects a refund of a payment with %j', async (changes, message) => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await setPayment(payment.id, changes);
    const before = refundRequests().length;
    await expect(asAdmin().payments.refund(refundInput(payment))).rejects.toMatchObject({
      code: 'CONFLICT',
      message,
    });
    expect(await refundsOf(payment.id)).toEqual([]);
    expect(refundRequests()).toHaveLength(before);
  });

  it('refunds the charge if the payment has no payment intent', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await setPayment(payment.id, { payment_intent_id: null });
    await asAdmin().payments.refund(refundInput(payment, { amountCents: 200 }));
    expect(await refundsOf(payment.id)).toMatchObject([{ status: 'pending', amount_cents: 200 }]);
    expect(refundRequests().at(-1)?.params).toMatchObject({ charge: expect.stringMatching(/^ch_/) });
    await setPayment(payment.id, { payment_intent_id: (await purchaseOf(app, sessionId)).payment_intent_id });
  });

  it.each([
    [{ status: 400, code: 'charge_already_refunded' }, 'charge_already_refunded'],
    [{ status: 401 }, 'refused'],
    [{ status: 403 }, 'refused'],
  ])('a refund that Stripe rejects with %j is stored as failed and can be retried', async (fault, reason) => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    app.sandbox.faults.onRequest = failNext(1, { kind: 'status', ...fault }, isRefundRequest);
    const logged = app.logs.length;
    await expect(asAdmin().payments.refund(refundInput(payment))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Stripe rejected the refund: ./),
      // Stripe's own error, which is logged.
      cause: { cause: { statusCode: fault.status } },
    });
    app.sandbox.faults.onRequest = undefined;
    const [refund] = await refundsOf(payment.id);
    expect(refund).toMatchObject({ status: 'failed', failure_reason: reason, stripe_refund_id: null });
    const alerts = app.logs.slice(logged).map((line): unknown => JSON.parse(line));
    expect(alerts).toContainEqual(
      expect.objectContaining({
        level: 50,
        refundId: refund?.id,
        isRejected: true,
        msg: 'Stripe did not confirm a refund',
      }),
    );
    expect((await asAdmin().payments.refund(refundInput(payment))).pendingCents).toBe(1999);
  });

  it('if Stripe rejects a refund because the payment was already refunded at Stripe, our records are updated immediately', async () => {
    const { user, sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await refundAtStripe(app, sessionId);
    await expect(asAdmin().payments.refund(refundInput(payment))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'refunded', refundedCents: 1999 });
    expect(await accessTo(app, user, product)).toEqual(closedAccess);
  });

  it('if it is unclear whether Stripe made a refund, the refund stays pending, and the error warns against sending it again', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    app.sandbox.faults.onRequest = (request) =>
      isRefundRequest(request) ? { kind: 'status', status: 500 } : undefined;
    await expect(asAdmin().payments.refund(refundInput(payment))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('do not send it a second time'),
      cause: { code: 'payments_unavailable', retryAfterSeconds: 60 },
    });
    app.sandbox.faults.onRequest = undefined;
    expect(await refundsOf(payment.id)).toMatchObject([{ status: 'requested', stripe_refund_id: null }]);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ pendingCents: 1999, refundedCents: 0 });
  });

  it('does not report our own error as an outage of Stripe', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const create = vi.spyOn(app.deps.stripe.refunds, 'create').mockRejectedValueOnce(new TypeError('a slip'));
    try {
      await expect(asAdmin().payments.refund(refundInput(payment))).rejects.toMatchObject({
        code: 'INTERNAL_SERVER_ERROR',
        cause: { message: 'a slip' },
      });
    } finally {
      create.mockRestore();
    }
    // Whether the refund was sent is unknown. Until the reconciliation job finds out, it counts as on its way.
    expect(await refundsOf(payment.id)).toMatchObject([{ status: 'requested' }]);
  });

  it('a failed purchase is not delivered when an admin reads its payment from Stripe again', async () => {
    const { user, sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await app.deps.db
      .updateTable('purchases')
      .set({ status: 'failed' })
      .where('checkout_session_id', '=', sessionId)
      .execute();
    await refundAtStripe(app, sessionId, 100);
    await asAdmin().payments.reread({ paymentId: payment.id });
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ refundedCents: 100 });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'failed', refunded_cents: 0 });
    expect(await accessTo(app, user, product)).toEqual(closedAccess);
  });

  it('rejects an unknown payment', async () => {
    const { sessionId } = await buyer();
    const unknown = { ...(await paymentOf(app, admin, sessionId)), id: crypto.randomUUID() };
    const missing = { code: 'NOT_FOUND', message: 'Payment was not found' };
    await expect(asAdmin().payments.refund(refundInput(unknown))).rejects.toMatchObject(missing);
    await expect(asAdmin().payments.reread({ paymentId: unknown.id })).rejects.toMatchObject(missing);
  });

  it('reading a payment from Stripe again does not change the time at which access ended', async () => {
    const { sessionId, events } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await asAdmin().payments.refund(refundInput(payment, { amountCents: 500, endAccess: true }));
    await deliverAll(app, events);
    const { access_ended_at: endedAt } = await purchaseOf(app, sessionId);
    expect(endedAt).not.toBeNull();
    app.clock.advance(60_000);
    await asAdmin().payments.reread({ paymentId: payment.id });
    app.clock.advance(-60_000);
    expect((await purchaseOf(app, sessionId)).access_ended_at).toEqual(endedAt);
  });
});
