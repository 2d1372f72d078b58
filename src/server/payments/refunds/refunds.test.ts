import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext } from '../../../sandbox/stripe/faults.ts';
import { dayMs } from '../../../shared/durations.ts';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { listBrokenInvariants } from '../ledger/invariants.operations.ts';
import { reconcileRefunds } from '../reconciliation/refund-recovery.operations.ts';
import { accessTo, closedAccess, openAccess } from '../testing/access.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import { chargeOf, deliverAll, paymentOf, refundAtStripe, refundInput } from '../testing/money.ts';
import {
  buy,
  createAdmin,
  deliver,
  eventAbout,
  minutesLater,
  openSession,
  payFor,
  purchaseOf,
} from '../testing/purchases.ts';
import { openRefundWorld } from '../testing/worlds.ts';
import { syncPayment } from './sync.operations.ts';

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

describe('a refund by an admin', () => {
  it('counts only when Stripe confirms it, then ends access and sends one email', async () => {
    const { user, sessionId, events } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    expect(payment).toMatchObject({ status: 'paid', amountCents: 1999, policyVersion: legalVersions.terms });
    const after = await asAdmin().payments.refund(refundInput(payment));
    expect(after).toMatchObject({ status: 'paid', refundedCents: 0, pendingCents: 1999 });
    expect(await accessTo(app, user, product)).toEqual(openAccess);
    await deliverAll(app, events);
    await deliverAll(app, events);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({
      status: 'refunded',
      refundedCents: 1999,
      pendingCents: 0,
      refunds: [{ status: 'succeeded', amountCents: 1999 }],
    });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', refunded_cents: 1999 });
    expect(await accessTo(app, user, product)).toEqual(closedAccess);
    expect(await countEmails(app, user, 'refund')).toBe(1);
    // A user who was refunded may buy again, but cannot request a refund of that second payment.
    const again = await buy(app, user, product);
    expect(await accessTo(app, user, product)).toEqual(openAccess);
    expect(await paymentOf(app, admin, again)).toMatchObject({ refundable: { code: 'bought_before' } });
  });

  it('notifies the payer even if Stripe confirms the refund more than a week later', async () => {
    const { user, sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await asAdmin().payments.refund(refundInput(payment));
    await minutesLater(app, 8 * 24 * 60, () => syncPayment(app.deps, payment.id));
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'refunded' });
    expect(await countEmails(app, user, 'refund')).toBe(1);
  });

  it('the payer keeps access after a partial refund; partial refunds that add up to the price count as a full refund', async () => {
    const { user, sessionId, events } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await asAdmin().payments.refund(refundInput(payment, { amountCents: 1, endAccess: false }));
    await deliverAll(app, events);
    expect(await accessTo(app, user, product)).toEqual(openAccess);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed', refunded_cents: 1 });
    await asAdmin().payments.refund(refundInput(payment, { amountCents: 1998, expectedCommittedCents: 1 }));
    await deliverAll(app, events);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', refunded_cents: 1999 });
    expect(await accessTo(app, user, product)).toEqual(closedAccess);
  });

  it('the admin can choose that a partial refund ends access, or that a full refund retains access', async () => {
    const [ended, kept] = [await buyer(), await buyer()];
    const part = await paymentOf(app, admin, ended.sessionId);
    await asAdmin().payments.refund(refundInput(part, { amountCents: 500, endAccess: true }));
    const full = await paymentOf(app, admin, kept.sessionId);
    await asAdmin().payments.refund(refundInput(full, { endAccess: false }));
    await deliverAll(app, kept.events);
    expect(await accessTo(app, ended.user, product)).toEqual(closedAccess);
    expect(await accessTo(app, kept.user, product)).toEqual(openAccess);
    await buy(app, ended.user, product);
    expect(await accessTo(app, ended.user, product)).toEqual(openAccess);
    await expect(openSession(app, kept.user, product)).rejects.toMatchObject({ code: 'already_owned' });
  });

  it('is made only once for twenty clicks of two admins', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const other = await createAdmin(app);
    const before = app.sandbox.refunds().length;
    const clicks = Array.from({ length: 20 }, (_, index) =>
      app.caller(index % 2 ? admin : other).admin.payments.refund(refundInput(payment, { amountCents: 700 })),
    );
    const results = await Promise.allSettled(clicks);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
    }
    expect(app.sandbox.refunds()).toHaveLength(before + 1);
  });

  it('an admin who kept access can end it later, and it stays ended when Stripe is read again', async () => {
    const { user, sessionId, events } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const { id: purchaseId } = await purchaseOf(app, sessionId);
    const revoke = (reason = 'Shared the files') => asAdmin().users.revokeProduct({ purchaseId, reason });
    await expect(revoke()).rejects.toMatchObject({ message: expect.stringContaining('Refund the purchase') });
    await asAdmin().payments.refund(refundInput(payment, { endAccess: false }));
    await deliverAll(app, events);
    expect(await accessTo(app, user, product)).toEqual(openAccess);
    await Promise.all(Array.from({ length: 20 }, () => revoke()));
    await expect(revoke('Another reason')).rejects.toMatchObject({ code: 'CONFLICT' });
    await syncPayment(app.deps, payment.id);
    expect(await accessTo(app, user, product)).toEqual(closedAccess);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', access_ended_at: null });
    expect(await listBrokenInvariants(app.deps)).toEqual([]);
    app.sandbox.failRefund(app.sandbox.refunds().at(-1)?.id ?? '');
    await deliverAll(app, events);
    expect(await accessTo(app, user, product)).toEqual(openAccess);
  });

  it('if the bank returns the refund later, the payer gets access again, and the admins are notified', async () => {
    const { user, sessionId, events } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await asAdmin().payments.refund(refundInput(payment));
    await deliverAll(app, events);
    expect(await accessTo(app, user, product)).toEqual(closedAccess);
    const refund = app.sandbox.refunds().at(-1);
    app.sandbox.failRefund(refund?.id ?? '');
    // Banks may take weeks.
    app.clock.advance(20 * dayMs);
    await deliverAll(app, events);
    app.clock.advance(-20 * dayMs);
    expect(await accessTo(app, user, product)).toEqual(openAccess);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({
      status: 'paid',
      refundedCents: 0,
      refunds: [{ status: 'failed', failureReason: 'expired_or_canceled_card' }],
    });
    const emails = await app.deps.db
      .selectFrom('mail_messages')
      .select('subject')
      .where('kind', '=', 'refund_failed')
      .execute();
    expect(emails.length).toBeGreaterThan(0);
  });

  it('if the bank returns the refund later, the payer is notified once that the money did not arrive, and of the access', async () => {
    for (const [part, access] of [
      [{}, 'You have access to it again.'],
      [{ amountCents: 500, endAccess: false }, 'You keep your access.'],
    ] as const) {
      const { user, sessionId, events } = await buyer();
      const payment = await paymentOf(app, admin, sessionId);
      await asAdmin().payments.refund({ ...refundInput(payment), ...part });
      await deliverAll(app, events);
      app.sandbox.failRefund(app.sandbox.refunds().at(-1)?.id ?? '');
      await deliverAll(app, events);
      await syncPayment(app.deps, payment.id);
      expect(await countEmails(app, user, 'refund_returned')).toBe(1);
      const { body_text: text } = await emailTo(app, user, 'refund_returned');
      expect(text).toContain('the bank returned the money to us');
      expect(text).toContain(access);
      const { items } = await app.caller(user).notifications.list();
      const notified = items.filter(({ title }) => title.startsWith('Your refund did not reach you'));
      expect(notified).toMatchObject([{ body: expect.stringContaining(access), path: '/billing' }]);
    }
  });

  it('if a refund fails before Stripe has confirmed it, the payer is not notified', async () => {
    const { user, sessionId, events } = await buyer();
    await asAdmin().payments.refund(refundInput(await paymentOf(app, admin, sessionId)));
    app.sandbox.failRefund(app.sandbox.refunds().at(-1)?.id ?? '');
    await deliverAll(app, events);
    expect(await countEmails(app, user, 'refund_returned')).toBe(0);
  });

  it('if the user bought the product again before the refund failed, the first purchase does not give access again', async () => {
    const { user, sessionId, events } = await buyer();
    await asAdmin().payments.refund(refundInput(await paymentOf(app, admin, sessionId)));
    await deliverAll(app, events);
    const refund = app.sandbox.refunds().at(-1);
    const again = await buy(app, user, product);
    app.sandbox.failRefund(refund?.id ?? '');
    const logged = app.logs.length;
    await deliverAll(app, events);
    const purchase = await purchaseOf(app, sessionId);
    expect(purchase).toMatchObject({ status: 'completed', grants_access: false });
    expect(await purchaseOf(app, again)).toMatchObject({ status: 'completed', grants_access: true });
    // The user has paid for the product twice, because the refund of the first payment failed.
    const alerts = app.logs.slice(logged).map((line): unknown => JSON.parse(line));
    expect(alerts).toContainEqual(
      expect.objectContaining({
        level: 50,
        event: 'restored_twice',
        purchaseId: purchase.id,
        msg: expect.stringContaining('an admin must review it'),
      }),
    );
  });
});

describe('refunds made in Stripe’s dashboard, in any order', () => {
  it('refunds that succeeded are added up', async () => {
    const { user, sessionId, events } = await buyer();
    await refundAtStripe(app, sessionId, 999);
    await deliverAll(app, events);
    expect(await accessTo(app, user, product)).toEqual(openAccess);
    await refundAtStripe(app, sessionId);
    for (const event of app.sandbox.events().slice(events).toReversed()) await deliver(app, event);
    expect(await accessTo(app, user, product)).toEqual(closedAccess);
    expect(await countEmails(app, user, 'refund')).toBe(2);
  });

  it('a refund is accepted if Stripe reports it before the completed Checkout Session', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    const refund = await refundAtStripe(app, sessionId);
    await deliver(app, eventAbout('refund.created', refund.id));
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded' });
    await deliver(app, eventAbout('checkout.session.completed', sessionId));
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded' });
    expect(await accessTo(app, user, product)).toEqual(closedAccess);
  });

  it('while Stripe cannot list refunds, reading a payment reports an outage; afterwards the refunds are found', async () => {
    const user = await app.createUser();
    const sessionId = await payFor(app, user, product);
    await refundAtStripe(app, sessionId);
    app.sandbox.faults.onRequest = ({ path }) =>
      path === '/v1/refunds' ? { kind: 'status', status: 500 } : undefined;
    const complete = () => app.caller(user).payments.completePurchase({ sessionId });
    await expect(complete()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const payment = await paymentOf(app, admin, sessionId);
    await expect(app.caller(admin).admin.payments.reread({ paymentId: payment.id })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    app.sandbox.faults.onRequest = undefined;
    await app.caller(admin).admin.payments.reread({ paymentId: payment.id });
    expect((await complete()).status).toBe('refunded');
  });

  it('reading a payment from Stripe does not overwrite the result of a read that began later', async () => {
    const user = await app.createUser();
    const sessionId = await buy(app, user, product);
    const { id } = await paymentOf(app, admin, sessionId);
    await refundAtStripe(app, sessionId);
    const setSequence = (read_sequence: number) =>
      app.deps.db.updateTable('billing_payments').set({ read_sequence }).where('id', '=', id).execute();
    await setSequence(2_000_000_000);
    await syncPayment(app.deps, id);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'paid', refunds: [] });
    await setSequence(0);
    await syncPayment(app.deps, id);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'refunded' });
  });

  it('reading a payment from Stripe twenty times concurrently records its refund once', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await refundAtStripe(app, sessionId, 250);
    await Promise.all(Array.from({ length: 20 }, () => syncPayment(app.deps, payment.id)));
    const after = await paymentOf(app, admin, sessionId);
    expect(after.refunds).toHaveLength(1);
    expect(after.refundedCents).toBe(250);
  });
});

describe('lost webhooks', () => {
  it('the reconciliation job finds refunds, failed refunds, and disputes that were opened or won', async () => {
    const [refunded, disputed] = [await buyer(), await buyer()];
    await asAdmin().payments.refund(refundInput(await paymentOf(app, admin, refunded.sessionId)));
    app.sandbox.dispute(chargeOf(app, disputed.sessionId));
    expect((await reconcileRefunds(app.deps)).errors).toBe(0);
    expect(await accessTo(app, refunded.user, product)).toEqual(closedAccess);
    expect(await accessTo(app, disputed.user, product)).toEqual(closedAccess);
    const refund = app.sandbox.refunds().at(-1);
    app.sandbox.failRefund(refund?.id ?? '');
    app.sandbox.closeDispute(app.sandbox.disputes().at(-1)?.id ?? '', 'won');
    await reconcileRefunds(app.deps);
    expect(await accessTo(app, refunded.user, product)).toEqual(openAccess);
    expect(await accessTo(app, disputed.user, product)).toEqual(openAccess);
    expect((await reconcileRefunds(app.deps)).reread).toBe(0);
  });

  it('if Stripe has made a refund but the response was lost, the job does not make it again', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const before = app.sandbox.refunds().length;
    app.sandbox.faults.onRequest = failNext(
      2,
      { kind: 'reset', when: 'after' },
      ({ method, path }) => method === 'POST' && path === '/v1/refunds',
    );
    const refund = app.caller(admin).admin.payments.refund(refundInput(payment, { amountCents: 300 }));
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

  it('a recorded refund that never reached Stripe is sent only once by two runs of the job', async () => {
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

  it('the job does not send a refund that was recorded two days ago, but marks it as failed and emails the admins', async () => {
    const { sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const { id } = await app.deps.db
      .insertInto('billing_refunds')
      .values({
        payment_id: payment.id,
        amount_cents: 300,
        status: 'requested',
        created_at: new Date(Date.now() - 2 * dayMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await reconcileRefunds(app.deps);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ refunds: [{ status: 'failed' }] });
    const emails = await app.deps.db
      .selectFrom('mail_messages')
      .select('id')
      .where('kind', '=', 'refund_failed')
      .where('dedupe_key', 'like', `%${id}%`)
      .execute();
    expect(emails.length).toBeGreaterThan(0);
  });
});
