import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { reconcileRefunds } from '../reconciliation/refund-recovery.operations.ts';
import { accessTo, closedAccess, openAccess } from '../testing/access.ts';
import { chargeOf, deliverAll, paymentOf, refundInput } from '../testing/money.ts';
import { buy, openSession, purchaseOf } from '../testing/purchases.ts';
import { openRefundWorld } from '../testing/worlds.ts';
import { syncPayment } from './sync.operations.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  ({ app, admin, product } = await openRefundWorld());
});
afterAll(() => app.close());

/** Buys the product as a new user, and opens an inquiry about the payment. */
async function openInquiry() {
  const user = await app.createUser();
  const sessionId = await buy(app, user, product);
  const events = app.sandbox.events().length;
  const { id } = app.sandbox.dispute(chargeOf(app, sessionId), 'unrecognized', { isInquiry: true });
  return { user, sessionId, id, deliverEvents: () => deliverAll(app, events) };
}

async function notificationsOf(user: TestUser): Promise<string[]> {
  const rows = await app.deps.db
    .selectFrom('notifications')
    .select('title')
    .where('user_id', '=', user.userId)
    .where('kind', '=', 'payment_disputed')
    .orderBy('created_at')
    .execute();
  return rows.map(({ title }) => title);
}

async function staffEmails(disputeId: string): Promise<string[]> {
  const rows = await app.deps.db
    .selectFrom('mail_messages')
    .select('subject')
    .where('dedupe_key', 'like', `%:${disputeId}:%`)
    .where('user_id', '=', admin.userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ subject }) => subject);
}

async function standingOf(id: string) {
  return (await app.caller(admin).admin.payments.disputes({})).items.find((one) => one.id === id)?.standing;
}

describe('an inquiry', () => {
  it("does not affect the student's access, and is shown and reported to admins only", async () => {
    const { user, sessionId, id, deliverEvents } = await openInquiry();
    await deliverEvents();
    await deliverEvents();
    expect(await accessTo(app, user, product)).toEqual(openAccess);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'paid' });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ suspended_at: null, grants_access: true });
    expect(await standingOf(id)).toBe('inquiry');
    expect(await notificationsOf(user)).toEqual([]);
    expect(await staffEmails(id)).toEqual(['A bank asks about a payment: River Bluffs']);
    await expect(openSession(app, user, product)).rejects.toMatchObject({ code: 'already_owned' });
  });

  it('allows a refund, and access stays ended after the bank closes the inquiry', async () => {
    const { user, sessionId, id, deliverEvents } = await openInquiry();
    await deliverEvents();
    const payment = await paymentOf(app, admin, sessionId);
    await app.caller(admin).admin.payments.refund(refundInput(payment));
    await deliverEvents();
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'refunded', refundedCents: 1999 });
    expect(await accessTo(app, user, product)).toEqual(closedAccess);
    app.sandbox.closeDispute(id, 'warning_closed');
    await deliverEvents();
    expect(await standingOf(id)).toBe('settled');
    expect(await accessTo(app, user, product)).toEqual(closedAccess);
    expect(await notificationsOf(user)).toEqual([]);
  });

  it('keeps access after a partial refund', async () => {
    const { user, sessionId, deliverEvents } = await openInquiry();
    await deliverEvents();
    const payment = await paymentOf(app, admin, sessionId);
    const part = refundInput(payment, { amountCents: 500, endAccess: false });
    await app.caller(admin).admin.payments.refund(part);
    await deliverEvents();
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'paid', refundedCents: 500 });
    expect(await accessTo(app, user, product)).toEqual(openAccess);
  });

  it('does not prevent the student from requesting a refund', async () => {
    const { user, sessionId, deliverEvents } = await openInquiry();
    await deliverEvents();
    const { id: paymentId } = await paymentOf(app, admin, sessionId);
    const request = app.caller(user).payments.requestRefund({ paymentId, reason: 'I did not know the name' });
    expect(await request).toMatchObject({ status: 'open' });
  });

  it('counts as a dispute once it is escalated: reported again, access suspended, not refundable', async () => {
    const { user, sessionId, id, deliverEvents } = await openInquiry();
    await deliverEvents();
    app.sandbox.escalateInquiry(id);
    // The job reads the escalation from Stripe, weeks after the payment and before the event arrives.
    app.clock.advance(20 * dayMs);
    try {
      await reconcileRefunds(app.deps);
    } finally {
      app.clock.advance(-20 * dayMs);
    }
    await deliverEvents();
    expect(await standingOf(id)).toBe('open');
    expect(await accessTo(app, user, product)).toMatchObject({ text: null, purchaseKey: false });
    const payment = await paymentOf(app, admin, sessionId);
    expect(payment).toMatchObject({ status: 'disputed' });
    await expect(app.caller(admin).admin.payments.refund(refundInput(payment))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await notificationsOf(user)).toEqual(['Your bank disputes a payment: River Bluffs']);
    expect(await staffEmails(id)).toEqual([
      'A bank asks about a payment: River Bluffs',
      'A payment is disputed: River Bluffs',
    ]);
    app.sandbox.closeDispute(id, 'won');
    await deliverEvents();
    expect(await accessTo(app, user, product)).toEqual(openAccess);
    expect(await notificationsOf(user)).toHaveLength(2);
  });

  it('makes a refund fail if it is escalated before Stripe receives the refund', async () => {
    const { sessionId, id, deliverEvents } = await openInquiry();
    await deliverEvents();
    const payment = await paymentOf(app, admin, sessionId);
    app.sandbox.escalateInquiry(id);
    const before = app.sandbox.refunds().length;
    // No event has arrived yet. Stripe rejects the refund, and the server then reads the dispute from Stripe.
    await expect(app.caller(admin).admin.payments.refund(refundInput(payment))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(app.sandbox.refunds()).toHaveLength(before);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({
      status: 'disputed',
      pendingCents: 0,
      refunds: [{ status: 'failed' }],
    });
  });

  it('that was wrongly recorded as a dispute gives access back once it is read from Stripe again', async () => {
    const { user, sessionId, id, deliverEvents } = await openInquiry();
    await deliverEvents();
    const { id: paymentId } = await paymentOf(app, admin, sessionId);
    await app.deps.db
      .updateTable('billing_disputes')
      .set({ standing: 'open' })
      .where('id', '=', id)
      .execute();
    await app.deps.db
      .updateTable('billing_payments')
      .set({ status: 'disputed' })
      .where('id', '=', paymentId)
      .execute();
    await app.deps.db
      .updateTable('purchases')
      .set({ suspended_at: app.deps.now() })
      .where('checkout_session_id', '=', sessionId)
      .execute();
    await syncPayment(app.deps, paymentId);
    expect(await accessTo(app, user, product)).toEqual(openAccess);
    expect(await standingOf(id)).toBe('inquiry');
  });
});
