import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productQuestionDays } from '../../../shared/coaching/question-limits.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { syncPayment } from '../refunds/sync.operations.ts';
import { accessTo, openAccess } from '../testing/access.ts';
import { countEmails } from '../testing/emails.ts';
import { chargeOf, deliverAll, paymentOf, refundInput } from '../testing/money.ts';
import { buy, openSession, purchaseOf } from '../testing/purchases.ts';
import { openRefundWorld } from '../testing/worlds.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  ({ app, admin, product } = await openRefundWorld());
});
afterAll(() => app.close());

describe('paid purchases on hold', () => {
  async function purchaseOnHold() {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    // With this amount, the payment of $19.99 does not match the purchase, so the purchase is put on hold.
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
    const isAdminNotified = async () => {
      const rows = await app.deps.db
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', admin.userId)
        .where('dedupe_key', '=', `on_hold:${id}`)
        .execute();
      return rows.length === 1;
    };
    const find = async () => {
      const { items } = await app.caller(admin).admin.payments.purchasesOnHold({ paymentId });
      expect(items.length).toBeLessThan(2);
      return items[0];
    };
    return { user, sessionId, id, find, isAdminNotified };
  }

  it('of twenty concurrent deliveries of a purchase on hold, one succeeds, with one receipt, one notification and one entry in the audit log', async () => {
    const { user, sessionId, id, find, isAdminNotified } = await purchaseOnHold();
    expect(await isAdminNotified()).toBe(true);
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
    const { email } = await app.deps.db
      .updateTable('users')
      .set({ first_name: '', last_name: '' })
      .where('id', '=', admin.userId)
      .returning('email')
      .executeTakeFirstOrThrow();
    const { timeline } = await app.caller(admin).admin.payments.page({ paymentId });
    const delivered = timeline.find(({ kind }) => kind === 'delivered');
    expect(delivered).toMatchObject({ note: input.note, by: email });
    expect(timeline.find(({ kind }) => kind === 'held')).toMatchObject({ note: 'amount_mismatch' });
    expect(await countEmails(app, user, 'receipt')).toBe(1);
    expect((await app.caller(user).notifications.list()).items).toMatchObject([
      { kind: 'purchase_completed', title: 'River Bluffs is yours' },
    ]);
    expect(await isAdminNotified()).toBe(false);
  });

  it('the question credits of a purchase on hold are valid from the delivery, not from the payment', async () => {
    const { user, id } = await purchaseOnHold();
    const purchasedAt = new Date(app.deps.now().getTime() - (productQuestionDays + 1) * dayMs);
    await app.deps.db
      .updateTable('purchases')
      .set({ question_credits: 2, purchased_at: purchasedAt })
      .where('id', '=', id)
      .execute();
    await app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'Checked at Stripe' });
    const credits = (await app.caller(user).questions.credits()).items.find(
      ({ source }) => source === 'product',
    );
    expect(credits).toMatchObject({ count: 2 });
    const validMs = Date.parse(credits?.expiresAt ?? '') - app.deps.now().getTime();
    expect(Math.round(validMs / dayMs)).toBe(productQuestionDays);
  });

  it('after a purchase on hold was refunded, it cannot be delivered, and its product can be bought again, with the right to a refund', async () => {
    const { user, sessionId, id, find, isAdminNotified } = await purchaseOnHold();
    await expect(openSession(app, user, product)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Our team needs to review your payment'),
    });
    const events = app.sandbox.events().length;
    const payment = (await find())?.payment;
    if (!payment) throw new Error('the purchase on hold has no payment');
    // There is no access to keep, so `endAccess` has no effect.
    await app.caller(admin).admin.payments.refund(refundInput(payment, { endAccess: false }));
    await deliverAll(app, events);
    // `amount_cents` is now $19.99, the amount that was paid, instead of 5 cents, so it equals the refunded amount.
    expect(await purchaseOf(app, sessionId)).toMatchObject({
      status: 'refunded',
      amount_cents: 1999,
      refunded_cents: 1999,
      grants_access: false,
    });
    expect(await isAdminNotified()).toBe(false);
    expect(await find()).toBeUndefined();
    await expect(
      app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'After all' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await buy(app, user, product);
    const payments = await app.caller(user).payments.myPayments();
    // The first purchase was never delivered, so this one is the first.
    expect(payments.filter(({ status }) => status === 'paid')).toMatchObject([
      { refundable: { code: 'within_window' } },
    ]);
  });

  it('a purchase on hold stays on hold after a partial refund', async () => {
    const { sessionId, id, find } = await purchaseOnHold();
    const events = app.sandbox.events().length;
    const before = await find();
    const payment = before?.payment;
    if (!payment) throw new Error('the purchase on hold has no payment');
    await app
      .caller(admin)
      .admin.payments.refund(refundInput(payment, { amountCents: 999, endAccess: false }));
    await deliverAll(app, events);
    expect(await purchaseOf(app, sessionId)).toMatchObject({
      status: 'failed',
      held_reason: 'amount_mismatch',
      amount_cents: 1999,
      refunded_cents: 999,
      access_ended_at: null,
      grants_access: false,
    });
    expect(await find()).toMatchObject({ id, heldAt: before?.heldAt, payment: { refundedCents: 999 } });
    await app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'The rest is the price' });
    expect(await find()).toBeUndefined();
  });

  it('a delivery gives access, even if an admin chose to end access when partially refunding the purchase on hold', async () => {
    const { user, sessionId, id, find } = await purchaseOnHold();
    const events = app.sandbox.events().length;
    const payment = (await find())?.payment;
    if (!payment) throw new Error('the purchase on hold has no payment');
    await app
      .caller(admin)
      .admin.payments.refund(refundInput(payment, { amountCents: 999, endAccess: true }));
    await deliverAll(app, events);
    await app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'The rest is the price' });
    await syncPayment(app.deps, payment.id);
    expect(await purchaseOf(app, sessionId)).toMatchObject({
      status: 'completed',
      refunded_cents: 999,
      grants_access: true,
    });
    // After the delivery, a refund of the remaining amount ends access.
    const delivered = await paymentOf(app, admin, sessionId);
    const rest = refundInput(delivered, { amountCents: 1000, endAccess: true, expectedCommittedCents: 999 });
    await app.caller(admin).admin.payments.refund(rest);
    await syncPayment(app.deps, payment.id);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', grants_access: false });
    expect(await openSession(app, user, product)).toMatch(/^cs_/);
  });

  it('a delivery keeps the time of payment of a purchase that was restored from Stripe', async () => {
    const { sessionId, id } = await purchaseOnHold();
    const paidAt = '2026-01-02T12:00:00.000Z';
    await app.deps.db
      .updateTable('purchases')
      .set({ purchased_at: paidAt })
      .where('checkout_session_id', '=', sessionId)
      .execute();
    await app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'Checked at Stripe' });
    expect((await purchaseOf(app, sessionId)).purchased_at).toBe(paidAt);
  });

  it('the time of a purchase on hold is the time of its payment', async () => {
    const { sessionId, id } = await purchaseOnHold();
    const { paid_at: paidAt } = await app.deps.db
      .selectFrom('billing_payments')
      .select('paid_at')
      .where('purchase_id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await purchaseOf(app, sessionId)).purchased_at).toBe(paidAt);
  });

  it('a delivered purchase without a time gets the time of its payment, and the evidence states the time of the delivery', async () => {
    const { sessionId, id } = await purchaseOnHold();
    const paidAt = '2026-01-02T12:00:00.000Z';
    const { db } = app.deps;
    await db.updateTable('purchases').set({ purchased_at: null }).where('id', '=', id).execute();
    const times = { paid_at: paidAt, created_at: paidAt };
    await db.updateTable('billing_payments').set(times).where('purchase_id', '=', id).execute();
    await app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'Checked at Stripe' });
    const { purchased_at: soldAt } = await purchaseOf(app, sessionId);
    expect(soldAt).toBe(paidAt);
    const events = app.sandbox.events().length;
    const { id: disputeId } = app.sandbox.dispute(chargeOf(app, sessionId));
    await deliverAll(app, events);
    const { text } = await app.caller(admin).admin.payments.disputeEvidence({ disputeId });
    expect(text).toContain('Paid at: 2 Jan 2026');
    expect(text).toMatch(/Access granted at: (?!2 Jan 2026)\d/);
  });

  it('the receipt of a purchase on hold names the day of the payment, even if the purchase is delivered later', async () => {
    const { id } = await purchaseOnHold();
    const { db } = app.deps;
    await db.updateTable('purchases').set({ purchased_at: null }).where('id', '=', id).execute();
    await db
      .updateTable('billing_payments')
      .set({ paid_at: '2026-01-02T12:00:00.000Z' })
      .where('purchase_id', '=', id)
      .execute();
    await app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'Checked at Stripe' });
    const { body_text: text } = await app.deps.db
      .selectFrom('mail_messages')
      .select('body_text')
      .where('dedupe_key', '=', `receipt:${id}`)
      .executeTakeFirstOrThrow();
    expect(text).toContain('2 Jan 2026');
  });

  it('in a dispute over a purchase on hold, the evidence says that nothing was delivered, and the notification to the payer does not mention access', async () => {
    const { user, sessionId } = await purchaseOnHold();
    const events = app.sandbox.events().length;
    const { id: disputeId } = app.sandbox.dispute(chargeOf(app, sessionId));
    await deliverAll(app, events);
    const { items } = await app.caller(user).notifications.list();
    expect(items.find(({ kind }) => kind === 'payment_disputed')?.body).toBe(
      'Your bank disputes the payment of $19.99. If you did not ask your bank for this, write to us.',
    );
    const { text } = await app.caller(admin).admin.payments.disputeEvidence({ disputeId });
    expect(text).toContain('Access granted at: on hold, not delivered');
  });

  it('a purchase on hold cannot be delivered while a full refund is pending', async () => {
    const { sessionId, id, find } = await purchaseOnHold();
    const payment = (await find())?.payment;
    if (!payment) throw new Error('the purchase on hold has no payment');
    await app.caller(admin).admin.payments.refund(refundInput(payment));
    expect(await find()).toMatchObject({ obstacle: expect.stringContaining('being refunded') });
    await expect(
      app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'After all' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'failed', grants_access: false });
  });

  it('after a concurrent delivery and partial refund, the later of the two decides whether the buyer has access', async () => {
    const { sessionId, id, find } = await purchaseOnHold();
    const payment = (await find())?.payment;
    if (!payment) throw new Error('the purchase on hold has no payment');
    const part = refundInput(payment, { amountCents: 999, endAccess: true });
    await Promise.all([
      app.caller(admin).admin.payments.refund(part),
      app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'The rest is the price' }),
      ...Array.from({ length: 20 }, () => syncPayment(app.deps, payment.id)),
    ]);
    await syncPayment(app.deps, payment.id);
    const { refunds } = await paymentOf(app, admin, sessionId);
    // The delivery clears `endAccess` of earlier refunds. If the refund still has it, the delivery came first.
    const refundCameLast = refunds[0]?.endAccess === true;
    expect(await purchaseOf(app, sessionId)).toMatchObject({
      status: 'completed',
      grants_access: !refundCameLast,
    });
  });

  it('a purchase on hold cannot be delivered to a user who already owns the product', async () => {
    const { user, id, find } = await purchaseOnHold();
    const gift = { id: user.userId, productId: product.id, reason: 'To make up for the wait' };
    await app.caller(admin).admin.users.grantProduct(gift);
    expect((await find())?.obstacle).toContain('another purchase');
    await expect(
      app.caller(admin).admin.payments.deliverOnHold({ purchaseId: id, note: 'Twice' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('when a duplicate payment is refunded, the buyer is notified that the access to the product remains', async () => {
    const user = await app.createUser();
    const twice = await openSession(app, user, product);
    // As if the first checkout had been ended while its payment page was still open in another browser.
    await app.deps.db
      .updateTable('purchases')
      .set({ status: 'failed' })
      .where('checkout_session_id', '=', twice)
      .execute();
    await buy(app, user, product);
    await app.sandbox.pay(twice);
    expect((await app.caller(user).payments.completePurchase({ sessionId: twice })).status).toBe('held');
    const payment = await paymentOf(app, admin, twice);
    const mine = await app.caller(user).payments.myPayments();
    expect(mine.find(({ id }) => id === payment.id)?.refundable).toMatchObject({ code: 'within_window' });
    const events = app.sandbox.events().length;
    await app.caller(admin).admin.payments.refund(refundInput(payment));
    await deliverAll(app, events);
    expect(await accessTo(app, user, product)).toEqual(openAccess);
    const { items } = await app.caller(user).notifications.list();
    expect(items.find(({ kind }) => kind === 'purchase_refunded')?.body).toContain('You keep your access.');
  });
});
