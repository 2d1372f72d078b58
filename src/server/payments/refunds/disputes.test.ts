import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import { deliverAll, paymentOf, refundInput } from '../testing/money.ts';
import { buy, deliver, eventAbout, openSession, purchaseOf } from '../testing/purchases.ts';
import { openRefundWorld } from '../testing/worlds.ts';
import { syncPayment } from './sync.operations.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  ({ app, admin, product } = await openRefundWorld());
});
afterAll(() => app.close());

async function disputed(options: { isInquiry?: boolean } = {}) {
  const user = await app.createUser();
  const sessionId = await buy(app, user, product);
  const { payment_intent_id: intent } = await purchaseOf(app, sessionId);
  const charge = app.sandbox.charges().find((one) => one.payment_intent === intent);
  const events = app.sandbox.events().length;
  const { id } = app.sandbox.dispute(charge?.id ?? '', 'product_not_received', options);
  const hasAccess = async () => {
    const sessions = await app.caller(user).learning.listSessions();
    return sessions.find((one) => one.id === product.id)?.content === 'Secret';
  };
  return { user, sessionId, id, hasAccess, tell: () => deliverAll(app, events) };
}

describe('a dispute', () => {
  it('suspends access, blocks refund and repurchase, notifies admins once, and is final when lost', async () => {
    const { user, sessionId, id, hasAccess, tell } = await disputed();
    expect(await hasAccess()).toBe(true);
    await tell();
    await tell();
    expect(await hasAccess()).toBe(false);
    const payment = await paymentOf(app, admin, sessionId);
    expect(payment.status).toBe('disputed');
    await expect(app.caller(admin).admin.payments.refund(refundInput(payment))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(openSession(app, user, product)).rejects.toMatchObject({ code: 'already_owned' });
    const emails = await app.deps.db
      .selectFrom('mail_messages')
      .select('id')
      .where('dedupe_key', 'like', `dispute:${id}:%`)
      .where('user_id', '=', admin.userId)
      .execute();
    expect(emails).toHaveLength(1);
    app.sandbox.closeDispute(id, 'lost');
    await tell();
    expect(await hasAccess()).toBe(false);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', suspended_at: null });
    const lost = await paymentOf(app, admin, sessionId);
    expect(lost.status).toBe('lost');
    const before = app.sandbox.requests.length;
    await expect(app.caller(admin).admin.payments.refund(refundInput(lost))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(app.sandbox.requests).toHaveLength(before);
  });

  it('suspends a purchase immediately that is completed after the dispute began', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    await app.sandbox.pay(sessionId);
    const session = app.sandbox.sessions().find(({ id }) => id === sessionId);
    const charge = app.sandbox.charges().find((one) => one.payment_intent === session?.payment_intent);
    app.sandbox.dispute(charge?.id ?? '');
    await app.caller(user).payments.completePurchase({ sessionId });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed', grants_access: false });
  });

  it('restores access when the dispute is won', async () => {
    const { sessionId, id, hasAccess, tell } = await disputed();
    await tell();
    app.sandbox.closeDispute(id, 'won');
    await tell();
    expect(await hasAccess()).toBe(true);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed', suspended_at: null });
  });

  it('allows one refund after the dispute is won, which ends access', async () => {
    const { user, sessionId, id, hasAccess, tell } = await disputed();
    await tell();
    app.sandbox.closeDispute(id, 'won');
    await tell();
    const payment = await paymentOf(app, admin, sessionId);
    expect(payment).toMatchObject({ status: 'paid', refundedCents: 0 });
    const before = app.sandbox.refunds().length;
    const clicks = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.caller(admin).admin.payments.refund(refundInput(payment))),
    );
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(app.sandbox.refunds()).toHaveLength(before + 1);
    await tell();
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'refunded', refundedCents: 1999 });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', suspended_at: null });
    expect(await hasAccess()).toBe(false);
    // A user who was refunded may buy again.
    expect(await openSession(app, user, product)).toMatch(/^cs_/);
  });

  it('keeps access when the dispute is won and a part is refunded', async () => {
    const { sessionId, id, hasAccess, tell } = await disputed();
    app.sandbox.closeDispute(id, 'won');
    await tell();
    const payment = await paymentOf(app, admin, sessionId);
    const part = refundInput(payment, { amountCents: 500, endAccess: false });
    await app.caller(admin).admin.payments.refund(part);
    await tell();
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'paid', refundedCents: 500 });
    expect(await hasAccess()).toBe(true);
  });

  it('an inquiry ends without effect, events in any order', async () => {
    const { id, hasAccess, tell } = await disputed({ isInquiry: true });
    app.sandbox.closeDispute(id, 'warning_closed');
    await deliver(app, eventAbout('charge.dispute.closed', id));
    await tell();
    expect(await hasAccess()).toBe(true);
  });

  it('limits the evidence to admins, and audits each download', async () => {
    const { user, sessionId, id, tell } = await disputed();
    await tell();
    const listed = (await app.caller(admin).admin.payments.disputes({})).items.find((one) => one.id === id);
    expect(listed).toMatchObject({ standing: 'open', reason: 'product_not_received', amountCents: 1999 });
    expect(listed?.evidenceDueAt).not.toBeNull();
    const practice = { userId: user.userId, properties: { score: 90 }, at: app.deps.now() };
    await recordEvent(app.deps.db, 'drill_tried', practice);
    const pack = await app.caller(admin).admin.payments.disputeEvidence({ disputeId: id });
    const purchase = await purchaseOf(app, sessionId);
    const bought = `purchase completed, product id ${product.id}, $19.99`;
    for (const words of [user.email, purchase.id, legalVersions.terms, bought]) {
      expect(pack.text).toContain(words);
    }
    expect(pack.text).not.toContain('drill');
    await expect(app.caller(user).admin.payments.disputeEvidence({ disputeId: id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const audit = await app.deps.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'dispute.evidence_downloaded')
      .execute();
    expect(audit).toEqual([{ actor_id: admin.userId }]);
  });
});

describe('paid purchases on hold', () => {
  async function buyOnHold() {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    await app.deps.db
      .updateTable('purchases')
      .set({ amount_cents: 5 })
      .where('checkout_session_id', '=', sessionId)
      .execute();
    await app.sandbox.pay(sessionId);
    await app.caller(user).payments.completePurchase({ sessionId });
    const { id } = await purchaseOf(app, sessionId);
    const { payment_id: paymentId } = await app.deps.db
      .selectFrom('billing_payments')
      .select('id as payment_id')
      .where('purchase_id', '=', id)
      .executeTakeFirstOrThrow();
    const find = async () => {
      const { items } = await app.caller(admin).admin.payments.purchasesOnHold({ paymentId });
      expect(items.length).toBeLessThan(2);
      return items[0];
    };
    return { user, sessionId, id, find };
  }

  it('delivers a held purchase once, with a receipt and an entry in the audit log', async () => {
    const { user, sessionId, id, find } = await buyOnHold();
    expect(await find()).toMatchObject({
      heldReason: 'amount_mismatch',
      obstacle: null,
      payment: { amountCents: 1999, status: 'paid' },
    });
    const input = { purchaseId: id, note: 'Paid in full, checked at Stripe' };
    const clicks = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.caller(admin).admin.payments.deliverOnHold(input)),
    );
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await find()).toBeUndefined();
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed', grants_access: true });
    const audit = await app.deps.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'purchase.delivered')
      .where('subject_id', '=', id)
      .execute();
    expect(audit).toHaveLength(1);
    const paymentId = (await paymentOf(app, admin, sessionId)).id;
    const { timeline } = await app.caller(admin).admin.payments.page({ paymentId });
    expect(timeline.find(({ kind }) => kind === 'delivered')).toMatchObject({ note: input.note });
    const receipts = await app.deps.db
      .selectFrom('mail_messages')
      .select('id')
      .where('user_id', '=', user.userId)
      .where('kind', '=', 'receipt')
      .execute();
    expect(receipts).toHaveLength(1);
  });

  it('refunds a held purchase instead, and then does not deliver it', async () => {
    const { sessionId, id, find } = await buyOnHold();
    const events = app.sandbox.events().length;
    const payment = (await find())?.payment;
    if (!payment) throw new Error('the held purchase has no payment');
    // There is no access to keep, so the choice has no effect.
    await app.caller(admin).admin.payments.refund(refundInput(payment, { endAccess: false }));
    await deliverAll(app, events);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', grants_access: false });
    expect(await find()).toBeUndefined();
    await expect(
      app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'After all' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('keeps a purchase on hold after a partial refund', async () => {
    const { sessionId, id, find } = await buyOnHold();
    const events = app.sandbox.events().length;
    const before = await find();
    const payment = before?.payment;
    if (!payment) throw new Error('the held purchase has no payment');
    await app
      .caller(admin)
      .admin.payments.refund(refundInput(payment, { amountCents: 999, endAccess: false }));
    await deliverAll(app, events);
    expect(await purchaseOf(app, sessionId)).toMatchObject({
      status: 'failed',
      held_reason: 'amount_mismatch',
      refunded_cents: expect.any(Number),
      access_ended_at: null,
      grants_access: false,
    });
    expect(await find()).toMatchObject({ id, heldAt: before?.heldAt, payment: { refundedCents: 999 } });
    await app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'The rest is the price' });
    expect(await find()).toBeUndefined();
  });

  it('a delivered purchase stays with its buyer, even if a refund while it was held ended access', async () => {
    const { user, sessionId, id, find } = await buyOnHold();
    const events = app.sandbox.events().length;
    const payment = (await find())?.payment;
    if (!payment) throw new Error('the held purchase has no payment');
    await app
      .caller(admin)
      .admin.payments.refund(refundInput(payment, { amountCents: 999, endAccess: true }));
    await deliverAll(app, events);
    await app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'The rest is the price' });
    await syncPayment(app.deps, payment.id);
    expect(await purchaseOf(app, sessionId)).toMatchObject({
      status: 'completed',
      refunded_cents: expect.any(Number),
      grants_access: true,
    });
    // Choices made after the delivery count, and so does a full refund.
    const delivered = await paymentOf(app, admin, sessionId);
    const rest = refundInput(delivered, { amountCents: 1000, endAccess: true, expectedCommittedCents: 999 });
    await app.caller(admin).admin.payments.refund(rest);
    await syncPayment(app.deps, payment.id);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', grants_access: false });
    expect(await openSession(app, user, product)).toMatch(/^cs_/);
  });

  it('keeps the time of payment of a purchase that was restored from Stripe', async () => {
    const { sessionId, id } = await buyOnHold();
    const paidAt = '2026-01-02T12:00:00.000Z';
    await app.deps.db
      .updateTable('purchases')
      .set({ purchased_at: paidAt })
      .where('checkout_session_id', '=', sessionId)
      .execute();
    await app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'Checked at Stripe' });
    expect((await purchaseOf(app, sessionId)).purchased_at).toBe(paidAt);
  });

  it('does not deliver a held purchase while a full refund is pending', async () => {
    const { sessionId, id, find } = await buyOnHold();
    const payment = (await find())?.payment;
    if (!payment) throw new Error('the held purchase has no payment');
    await app.caller(admin).admin.payments.refund(refundInput(payment));
    expect(await find()).toMatchObject({ obstacle: expect.stringContaining('on its way back') });
    await expect(
      app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'After all' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'failed', grants_access: false });
  });

  it('ends consistently when a purchase is delivered and partially refunded concurrently', async () => {
    const { sessionId, id, find } = await buyOnHold();
    const payment = (await find())?.payment;
    if (!payment) throw new Error('the held purchase has no payment');
    const part = refundInput(payment, { amountCents: 999, endAccess: true });
    await Promise.all([
      app.caller(admin).admin.payments.refund(part),
      app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'The rest is the price' }),
      ...Array.from({ length: 20 }, () => syncPayment(app.deps, payment.id)),
    ]);
    await syncPayment(app.deps, payment.id);
    const { refunds } = await paymentOf(app, admin, sessionId);
    const isChoiceLater = refunds[0]?.endAccess === true;
    expect(await purchaseOf(app, sessionId)).toMatchObject({
      status: 'completed',
      grants_access: !isChoiceLater,
    });
  });

  it('does not deliver to a user who already owns the product', async () => {
    const { user, id, find } = await buyOnHold();
    await buy(app, user, product);
    expect((await find())?.obstacle).toContain('another purchase');
    await expect(
      app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'Twice' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('the webhook inbox', () => {
  it('shows received and failed events, and replays them on demand', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    await app.sandbox.pay(sessionId);
    const event = eventAbout('checkout.session.completed', sessionId);
    app.sandbox.faults.onRequest = () => ({ kind: 'status', status: 500 });
    await expect(deliver(app, event)).rejects.toThrow();
    app.sandbox.faults.onRequest = undefined;
    const before = await app.caller(admin).admin.webhooks.list();
    expect(before.unfinished).toMatchObject([{ id: event.id, attempts: 1, lastError: expect.any(String) }]);
    expect(before).toMatchObject({ configured: true, livemode: false });
    expect(before.types.find(({ type }) => type === event.type)?.unfinished).toBe(1);
    const replayed = await app.caller(admin).admin.webhooks.replay({ eventId: event.id });
    expect(replayed).toMatchObject({ status: 'processed', reason: 'completed', lastError: null });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed' });
    expect(await app.caller(admin).admin.webhooks.replay({ eventId: event.id })).toMatchObject({
      status: 'processed',
    });
    expect((await app.caller(admin).admin.webhooks.list()).unfinished).toEqual([]);
    await expect(app.caller(user).admin.webhooks.replay({ eventId: event.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(app.caller(admin).admin.webhooks.replay({ eventId: 'evt_unknown' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
