import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext, type RecordedRequest } from '../../../sandbox/stripe/faults.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { waitForLockWaiters } from '../../../testing/lock-waiters.ts';
import { makeErasureDue } from '../../../testing/rows.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { finishDeletions } from '../../profile/privacy/account-deletion.operations.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import { deliverAll, paymentOf, refundAtStripe, refundInput } from '../testing/money.ts';
import { buy } from '../testing/purchases.ts';
import { openRefundWorld } from '../testing/worlds.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  ({ app, admin, product } = await openRefundWorld());
});
afterAll(() => app.close());

const asAdmin = () => app.caller(admin).admin;
const isRefundRequest = ({ method, path }: RecordedRequest) => method === 'POST' && path === '/v1/refunds';

async function buyer(): Promise<{ user: TestUser; sessionId: string }> {
  const user = await app.createUser();
  return { user, sessionId: await buy(app, user, product) };
}

async function openRequestOf(paymentId: string): Promise<string> {
  const { items } = await asAdmin().payments.refundRequests({ paymentId });
  return items.find(({ status }) => status === 'open')?.id ?? '';
}

describe('a refund request', () => {
  it("can be sent only for the payer's own payments, one at a time, and gets one reply", async () => {
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
    const otherUser = app.caller(await app.createUser()).payments;
    await expect(otherUser.requestRefund(input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await otherUser.myPayments()).toEqual([]);
    const clicks = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.caller(user).payments.requestRefund(input)),
    );
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await countEmails(app, user, 'refund_request_received')).toBe(1);
    const request = (await asAdmin().payments.refundRequests({})).items.find(
      ({ payment }) => payment.id === mine?.id,
    );
    expect(request).toMatchObject({ status: 'open', reason: 'Not what I hoped for' });
    await asAdmin().payments.declineRefund({
      requestId: request?.id ?? '',
      answer: 'You have read all of it.',
    });
    await expect(
      asAdmin().payments.declineRefund({ requestId: request?.id ?? '', answer: 'Again' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    const [answered] = await app.caller(user).payments.myPayments();
    expect(answered?.request).toMatchObject({ status: 'declined', answer: 'You have read all of it.' });
    expect(await countEmails(app, user, 'refund_request_answered')).toBe(1);
    await app.caller(user).payments.requestRefund(input);
    await asAdmin().payments.refund(refundInput(await paymentOf(app, admin, sessionId)));
    const [accepted] = await app.caller(user).payments.myPayments();
    expect(accepted?.request).toMatchObject({ status: 'accepted' });
    expect(await countEmails(app, user, 'refund_request_answered')).toBe(2);
  });

  it('gets another email if its refund fails before Stripe has confirmed it, and can then be made again', async () => {
    const { user, sessionId } = await buyer();
    const events = app.sandbox.events().length;
    const payment = await paymentOf(app, admin, sessionId);
    const input = { paymentId: payment.id, reason: 'Not what I hoped for' };
    await app.caller(user).payments.requestRefund(input);
    await asAdmin().payments.refund(refundInput(payment));
    app.sandbox.failRefund(app.sandbox.refunds().at(-1)?.id ?? '');
    await deliverAll(app, events);
    const { body_text: text } = await emailTo(app, user, 'refund_returned');
    expect(text).toContain('the refund of $19.99 could not be made');
    expect(text).toContain('You keep your access.');
    const { items } = await app.caller(user).notifications.list();
    expect(items.map(({ title }) => title)).toContain(`Your refund could not be made: ${product.title}`);
    await app.caller(user).payments.requestRefund(input);
  });

  it('gets no email if a later refund, which was not announced, fails before Stripe has confirmed it', async () => {
    const { user, sessionId } = await buyer();
    const events = app.sandbox.events().length;
    const payment = await paymentOf(app, admin, sessionId);
    await app.caller(user).payments.requestRefund({ paymentId: payment.id, reason: 'Too easy' });
    await asAdmin().payments.refund(refundInput(payment, { amountCents: 500, endAccess: false }));
    await deliverAll(app, events);
    app.clock.advance(1000);
    await asAdmin().payments.refund(refundInput(payment, { amountCents: 300, expectedCommittedCents: 500 }));
    app.sandbox.failRefund(app.sandbox.refunds().at(-1)?.id ?? '');
    await deliverAll(app, events);
    expect(await countEmails(app, user, 'refund_request_answered')).toBe(1);
    expect(await countEmails(app, user, 'refund_returned')).toBe(0);
  });

  it('stays open if Stripe rejects a refund, and is accepted after the payment was refunded at Stripe', async () => {
    const { user, sessionId } = await buyer();
    const [mine] = await app.caller(user).payments.myPayments();
    await app.caller(user).payments.requestRefund({ paymentId: mine?.id ?? '', reason: 'Not for me' });
    const payment = await paymentOf(app, admin, sessionId);
    // The academy does not know of this refund yet, so Stripe rejects the academy's refund of the full amount.
    await refundAtStripe(app, sessionId, 500);
    await expect(asAdmin().payments.refund(refundInput(payment))).rejects.toMatchObject({ code: 'CONFLICT' });
    const request = async () => (await app.caller(user).payments.myPayments())[0]?.request;
    expect(await request()).toMatchObject({ status: 'open' });
    expect(await countEmails(app, user, 'refund_request_answered')).toBe(0);
    await refundAtStripe(app, sessionId);
    await asAdmin().payments.reread({ paymentId: payment.id });
    expect(await request()).toMatchObject({ status: 'accepted' });
    expect(await countEmails(app, user, 'refund_request_answered')).toBe(1);
  });

  it('states in its emails the amount that is requested or refunded, not the amount of the whole payment', async () => {
    const { user, sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const ask = () => app.caller(user).payments.requestRefund({ paymentId: payment.id, reason: 'Too easy' });
    const textOfLast = async (kind: string) => (await emailTo(app, user, kind)).body_text;
    await ask();
    expect(await textOfLast('refund_request_received')).toContain('Amount: $19.99');
    await asAdmin().payments.refund(refundInput(payment, { amountCents: 450, endAccess: false }));
    expect(await textOfLast('refund_request_answered')).toContain('Amount: $4.50');
    await asAdmin().payments.reread({ paymentId: payment.id });
    app.clock.advance(1000);
    await ask();
    expect(await textOfLast('refund_request_received')).toContain('Amount: $15.49');
    await refundAtStripe(app, sessionId);
    await asAdmin().payments.reread({ paymentId: payment.id });
    expect(await textOfLast('refund_request_answered')).toContain('Amount: $15.49');
  });

  it('is rejected while Stripe has not confirmed the refund that an earlier request led to', async () => {
    const { user, sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const ask = () => app.caller(user).payments.requestRefund({ paymentId: payment.id, reason: 'Too easy' });
    await ask();
    await asAdmin().payments.refund(refundInput(payment));
    const [mine] = await app.caller(user).payments.myPayments();
    const reason = 'A refund of this payment is on its way';
    expect(mine).toMatchObject({
      status: 'paid',
      request: { status: 'accepted' },
      refundable: { until: null, code: 'being_refunded', reason },
    });
    await expect(ask()).rejects.toMatchObject({ code: 'CONFLICT', message: reason });
    expect(await countEmails(app, user, 'refund_request_received')).toBe(1);
  });

  it('cannot be declined while Stripe’s response to its refund is missing, and is accepted when Stripe confirms the partial refund', async () => {
    const { user, sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await app.caller(user).payments.requestRefund({ paymentId: payment.id, reason: 'Not for me' });
    app.sandbox.faults.onRequest = failNext(2, { kind: 'reset', when: 'after' }, isRefundRequest);
    const refund = asAdmin().payments.refund(refundInput(payment, { amountCents: 450, endAccess: false }));
    await expect(refund).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    app.sandbox.faults.onRequest = undefined;
    const request = async () => (await app.caller(user).payments.myPayments())[0]?.request;
    const answer = { requestId: (await request())?.id ?? '', answer: 'You have read all of it.' };
    await expect(asAdmin().payments.declineRefund(answer)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('A refund of this payment is on its way.'),
    });
    expect(await request()).toMatchObject({ status: 'open' });
    await asAdmin().payments.reread({ paymentId: payment.id });
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ refundedCents: 450, status: 'paid' });
    expect(await request()).toMatchObject({ status: 'accepted' });
    expect(await countEmails(app, user, 'refund_request_answered')).toBe(1);
    expect((await emailTo(app, user, 'refund_request_answered')).body_text).toContain('Amount: $4.50');
  });

  it('cannot be accepted from an outdated list after another admin has declined it', async () => {
    const { user, sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await app.caller(user).payments.requestRefund({ paymentId: payment.id, reason: 'Too easy' });
    const requestId = await openRequestOf(payment.id);
    await asAdmin().payments.declineRefund({ requestId, answer: 'You have read all of it.' });
    await expect(asAdmin().payments.refund(refundInput(payment, { requestId }))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('This request was declined in the meantime'),
    });
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ refunds: [], pendingCents: 0 });
    const refunded = await asAdmin().payments.refund(refundInput(payment));
    expect(refunded).toMatchObject({ pendingCents: 1999 });
  });

  it('is accepted when an admin makes a refund for it', async () => {
    const { user, sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    await app.caller(user).payments.requestRefund({ paymentId: payment.id, reason: 'Too easy' });
    const requestId = await openRequestOf(payment.id);
    await asAdmin().payments.refund(refundInput(payment, { requestId }));
    const [mine] = await app.caller(user).payments.myPayments();
    expect(mine?.request).toMatchObject({ status: 'accepted' });
    // Another admin, whose list still shows the request, tries to decline it before Stripe has confirmed the refund.
    await expect(asAdmin().payments.declineRefund({ requestId, answer: 'Too late.' })).rejects.toMatchObject({
      message: 'This request is not open',
    });
  });

  it('is not accepted when an admin names it in a refund of another payment', async () => {
    const { user, sessionId } = await buyer();
    const payment = await paymentOf(app, admin, sessionId);
    const { user: other } = await buyer();
    const [paid] = await app.caller(other).payments.myPayments();
    await app.caller(other).payments.requestRefund({ paymentId: paid?.id ?? '', reason: 'Too easy' });
    const requestId = await openRequestOf(paid?.id ?? '');
    const refund = () => asAdmin().payments.refund(refundInput(payment, { requestId }));
    const notFound = { code: 'NOT_FOUND', message: 'Refund request was not found' };
    await expect(refund()).rejects.toMatchObject(notFound);
    await asAdmin().payments.declineRefund({ requestId, answer: 'You have read all of it.' });
    await expect(refund()).rejects.toMatchObject(notFound);
    expect(await app.caller(user).payments.myPayments()).toMatchObject([
      { status: 'paid', refundedCents: 0 },
    ]);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ refunds: [], pendingCents: 0 });
  });

  it.each(['declined', 'accepted'])(
    'can be %s without a deadlock while the student’s account is being erased',
    async (status) => {
      const { user, sessionId } = await buyer();
      const payment = await paymentOf(app, admin, sessionId);
      await app.caller(user).payments.requestRefund({ paymentId: payment.id, reason: 'Too easy' });
      const requestId = await openRequestOf(payment.id);
      await makeErasureDue(app, user);
      const { answering, erasing } = await app.deps.db.transaction().execute(async (trx) => {
        await trx
          .selectFrom('notifications')
          .select('id')
          .where('kind', '=', 'admin_refund_request')
          .forUpdate()
          .execute();
        const answering =
          status === 'declined'
            ? asAdmin().payments.declineRefund({ requestId, answer: 'You have read all of it.' })
            : asAdmin().payments.refund(refundInput(payment, { requestId }));
        await waitForLockWaiters(trx, 1);
        const erasing = finishDeletions(app.deps);
        await waitForLockWaiters(trx, 2);
        return { answering, erasing };
      });
      await answering;
      expect(await erasing).toBe(1);
    },
  );

  it('is rejected after 30 days, with the reason', async () => {
    const { user } = await buyer();
    const [mine] = await app.caller(user).payments.myPayments();
    app.clock.advance(30 * dayMs);
    const request = app.caller(user).payments.requestRefund({ paymentId: mine?.id ?? '', reason: 'Late' });
    await expect(request).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Not refundable: the 30 days after the payment have passed',
    });
    app.clock.advance(-30 * dayMs);
  });
});
