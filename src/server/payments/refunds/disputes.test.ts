import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DisputeOptions } from '../../../sandbox/stripe/resources/disputes.ts';
import { dayText } from '../../../shared/day-text.ts';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import { findSales } from '../../shop/product-editing.queries.ts';
import { chargeOf, deliverAll, paymentOf, refundInput } from '../testing/money.ts';
import {
  buy,
  deliver,
  eventAbout,
  minutesLater,
  openSession,
  payFor,
  purchaseOf,
} from '../testing/purchases.ts';
import { openRefundWorld } from '../testing/worlds.ts';
import { findEvidence } from './disputes.queries.ts';
import { syncPayment } from './sync.operations.ts';

let app: TestApp;
let admin: AdminActor;
let product: AdminProduct;

beforeAll(async () => {
  ({ app, admin, product } = await openRefundWorld());
});
afterAll(() => app.close());

async function disputed(options: DisputeOptions = {}) {
  const user = await app.createUser();
  const sessionId = await buy(app, user, product);
  const events = app.sandbox.events().length;
  const { id } = app.sandbox.dispute(chargeOf(app, sessionId), 'product_not_received', options);
  const hasAccess = async () => {
    const sessions = await app.caller(user).learning.listSessions();
    return sessions.find((one) => one.id === product.id)?.content === 'Secret';
  };
  return { user, sessionId, id, hasAccess, deliverEvents: () => deliverAll(app, events) };
}

describe('a dispute', () => {
  it('suspends access, blocks refund and repurchase, notifies admins once, and is final when lost', async () => {
    const { user, sessionId, id, hasAccess, deliverEvents } = await disputed();
    expect(await hasAccess()).toBe(true);
    await deliverEvents();
    await deliverEvents();
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
    await deliverEvents();
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

  it('has no due date if the bank accepts no response, which Stripe reports as the time 0', async () => {
    const { sessionId, id, deliverEvents } = await disputed({ acceptsResponse: false });
    await deliverEvents();
    const [dispute] = (await paymentOf(app, admin, sessionId)).disputes;
    expect(dispute).toMatchObject({ id, evidenceDueAt: null });
    const email = await app.deps.db
      .selectFrom('mail_messages')
      .select('body_text')
      .where('dedupe_key', 'like', `dispute:${id}:%`)
      .executeTakeFirstOrThrow();
    expect(email.body_text).toContain('The bank accepts no evidence in this dispute');
    expect(email.body_text).not.toContain('Evidence due');
    const notification = await app.deps.db
      .selectFrom('notifications')
      .select('body')
      .where('dedupe_key', '=', `dispute:${id}:open`)
      .where('user_id', '=', admin.userId)
      .executeTakeFirstOrThrow();
    expect(notification.body).toBe('$19.99');
  });

  it('is not counted among the disputes that wait for admins if the bank accepts no response', async () => {
    const waiting = async () => (await app.caller(admin).admin.dashboard.waiting()).disputes.count;
    const before = await waiting();
    const { id, deliverEvents } = await disputed({ acceptsResponse: false });
    await deliverEvents();
    expect(await waiting()).toBe(before);
    await expect(
      app.caller(admin).admin.payments.sendEvidence({ disputeId: id, statement: '' }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: 'The bank is not waiting for evidence.' });
  });

  it('does not suspend access that a refund has already ended: admins see the access as ended', async () => {
    const user = await app.createUser();
    const sessionId = await buy(app, user, product);
    const before = app.sandbox.events().length;
    const payment = await paymentOf(app, admin, sessionId);
    await app
      .caller(admin)
      .admin.payments.refund(refundInput(payment, { amountCents: 500, endAccess: true }));
    app.sandbox.dispute(chargeOf(app, sessionId));
    await deliverAll(app, before);
    const page = await app.caller(admin).admin.payments.page({ paymentId: payment.id });
    expect(page).toMatchObject({ payment: { status: 'disputed' }, access: { state: 'ended' } });
  });

  it('over a payment that was refunded in full is in the history with its outcome', async () => {
    const sessionId = await buy(app, await app.createUser(), product);
    const payment = await paymentOf(app, admin, sessionId);
    await app.caller(admin).admin.payments.refund(refundInput(payment));
    await syncPayment(app.deps, payment.id);
    const { id } = app.sandbox.dispute(chargeOf(app, sessionId));
    await syncPayment(app.deps, payment.id);
    app.sandbox.closeDispute(id, 'won');
    await syncPayment(app.deps, payment.id);
    const { timeline } = await app.caller(admin).admin.payments.page({ paymentId: payment.id });
    expect(timeline.map(({ kind }) => kind)).toContain('dispute_won');
  });

  it.each([
    ['won', 'Dispute won'],
    ['lost', 'Dispute lost'],
  ] as const)('the admins are notified and emailed once when a dispute is %s', async (outcome, title) => {
    const { id, deliverEvents } = await disputed();
    await deliverEvents();
    app.sandbox.closeDispute(id, outcome);
    await deliverEvents();
    await deliverEvents();
    const notifications = await app.deps.db
      .selectFrom('notifications')
      .select('title')
      .where('user_id', '=', admin.userId)
      .where('dedupe_key', 'in', [`dispute:${id}:settled`, `dispute:${id}:lost`])
      .execute();
    expect(notifications).toEqual([{ title: `${title}: ${product.title}` }]);
    const emails = await app.deps.db
      .selectFrom('mail_messages')
      .select('subject')
      .where('user_id', '=', admin.userId)
      .where('dedupe_key', 'in', [
        `dispute_settled:${id}:${admin.userId}`,
        `dispute_lost:${id}:${admin.userId}`,
      ])
      .execute();
    expect(emails).toEqual([{ subject: `${title}: ${product.title}` }]);
  });

  it('an open dispute is announced even if it is first read from Stripe more than a week after it began', async () => {
    const { user, sessionId, id, hasAccess } = await disputed();
    const payment = await paymentOf(app, admin, sessionId);
    await minutesLater(app, 8 * 24 * 60, () => syncPayment(app.deps, payment.id));
    expect(await hasAccess()).toBe(false);
    const emails = await app.deps.db
      .selectFrom('mail_messages')
      .select('kind')
      .where('user_id', '=', admin.userId)
      .where('dedupe_key', '=', `dispute:${id}:${admin.userId}`)
      .execute();
    expect(emails).toEqual([{ kind: 'dispute' }]);
    const payerNotifications = await app.deps.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', user.userId)
      .where('kind', '=', 'payment_disputed')
      .execute();
    expect(payerNotifications).toHaveLength(1);
  });

  it('if a dispute over a part of the payment is lost, every figure subtracts only that part', async () => {
    const { user, sessionId, id, hasAccess, deliverEvents } = await disputed({ amount: 500 });
    const figures = async () => {
      const { month } = await app.caller(admin).admin.dashboard.overview();
      const sales = await findSales(app.deps.db, product.id);
      return { returned: month.refundedCents, revenue: sales.get(product.id)?.revenueCents ?? 0 };
    };
    await deliverEvents();
    const before = await figures();
    app.sandbox.closeDispute(id, 'lost');
    await deliverEvents();
    const after = await figures();
    expect(after.returned - before.returned).toBe(500);
    expect(before.revenue - after.revenue).toBe(500);
    expect(await hasAccess()).toBe(false);
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({
      status: 'lost',
      refundedCents: 0,
      lostCents: 500,
    });
    const { items, totals } = await app.caller(admin).admin.payments.search({ userId: user.userId });
    expect(items).toMatchObject([{ grossCents: 1999, returnedCents: 500 }]);
    expect(totals).toMatchObject({ grossCents: 1999, returnedCents: 500 });
    const { net_cents: spent } = await app.deps.db
      .selectFrom('users')
      .select('net_cents')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(spent).toBe(1499);
  });

  it('the payer and the admins are notified of a dispute whose status was unknown when it was first read from Stripe', async () => {
    const { user, sessionId, id, deliverEvents } = await disputed();
    const { id: paymentId } = await paymentOf(app, admin, sessionId);
    await app.deps.db
      .insertInto('billing_disputes')
      .values({
        id,
        payment_id: paymentId,
        status: 'appeal_under_review',
        standing: 'unclear',
        reason: 'general',
        amount_cents: 1999,
        created_at: app.deps.now(),
      })
      .execute();
    await deliverEvents();
    const notified = await app.deps.db
      .selectFrom('notifications')
      .select('user_id')
      .where('dedupe_key', 'like', `dispute:${id}:%`)
      .execute();
    expect(notified.map(({ user_id }) => user_id).toSorted()).toEqual([user.userId, admin.userId].toSorted());
  });

  it('the admins are not asked to answer a dispute that is lost before it is first read from Stripe', async () => {
    const { id, deliverEvents } = await disputed();
    app.sandbox.closeDispute(id, 'lost');
    await deliverEvents();
    const notifications = await app.deps.db
      .selectFrom('notifications')
      .select('title')
      .where('user_id', '=', admin.userId)
      .where('dedupe_key', 'like', `dispute:${id}:%`)
      .execute();
    expect(notifications).toEqual([{ title: `Dispute lost: ${product.title}` }]);
  });

  it('restores access when the dispute is won, and then allows a refund, which ends access', async () => {
    const { user, sessionId, id, hasAccess, deliverEvents } = await disputed();
    await deliverEvents();
    app.sandbox.closeDispute(id, 'won');
    await deliverEvents();
    expect(await hasAccess()).toBe(true);
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'completed', suspended_at: null });
    const payment = await paymentOf(app, admin, sessionId);
    expect(payment).toMatchObject({ status: 'paid', refundedCents: 0 });
    await app.caller(admin).admin.payments.refund(refundInput(payment));
    await deliverEvents();
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'refunded', refundedCents: 1999 });
    expect(await purchaseOf(app, sessionId)).toMatchObject({ status: 'refunded', suspended_at: null });
    expect(await hasAccess()).toBe(false);
    // A user who was refunded may buy again.
    expect(await openSession(app, user, product)).toMatch(/^cs_/);
  });

  it('keeps access when the dispute is won and part of the payment is refunded', async () => {
    const { sessionId, id, hasAccess, deliverEvents } = await disputed();
    app.sandbox.closeDispute(id, 'won');
    await deliverEvents();
    const payment = await paymentOf(app, admin, sessionId);
    const part = refundInput(payment, { amountCents: 500, endAccess: false });
    await app.caller(admin).admin.payments.refund(part);
    await deliverEvents();
    expect(await paymentOf(app, admin, sessionId)).toMatchObject({ status: 'paid', refundedCents: 500 });
    expect(await hasAccess()).toBe(true);
  });

  it('an inquiry ends without effect, whatever the order of its events', async () => {
    const { id, hasAccess, deliverEvents } = await disputed({ isInquiry: true });
    app.sandbox.closeDispute(id, 'warning_closed');
    await deliver(app, eventAbout('charge.dispute.closed', id));
    await deliverEvents();
    expect(await hasAccess()).toBe(true);
  });

  it('the evidence names the buyer, the purchase and the terms, but neither drills nor admin actions of the buyer; each download is audited', async () => {
    const { user, sessionId, id, deliverEvents } = await disputed();
    await deliverEvents();
    const listed = (await app.caller(admin).admin.payments.disputes({})).items.find((one) => one.id === id);
    expect(listed).toMatchObject({ standing: 'open', reason: 'product_not_received', amountCents: 1999 });
    expect(listed?.evidenceDueAt).not.toBeNull();
    const properties = { deckKind: 'coach' as const, score: 90 };
    const practice = { userId: user.userId, properties, at: app.deps.now() };
    await recordEvent(app.deps.db, 'drill_tried', practice);
    const suspension = { actorId: user.userId, action: 'user.suspended', subjectType: 'user' } as const;
    await recordAudit(app.deps.db, { ...suspension, subjectId: admin.userId });
    const pack = await app.caller(admin).admin.payments.disputeEvidence({ disputeId: id });
    const purchase = await purchaseOf(app, sessionId);
    const bought = `, "${product.title}", $19.99`;
    for (const text of [user.email, purchase.id, legalVersions.terms, bought]) {
      expect(pack.text).toContain(text);
    }
    expect(pack.text).toMatch(/^\d+ \w{3} \d{4}, \d\d:\d\d UTC: Bought a product, /m);
    expect(pack.text).not.toMatch(/T\d\d:\d\d:/);
    // The evidence leaves out the buyer's practice, because drills are free.
    expect(pack.text).not.toContain('drill');
    // The evidence leaves out what the buyer did to other users as an admin.
    expect(pack.text).not.toContain('Suspended');
    const audit = await app.deps.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'dispute.evidence_downloaded')
      .execute();
    expect(audit).toEqual([{ actor_id: admin.userId }]);
  });
});

it('the evidence lists at most 200 agreements and 200 studied sessions, the newest of each, newest first', async () => {
  const { userId } = await app.createUser();
  const { db } = app.deps;
  await sql`insert into consents (user_id, kind, version, statement, given_at)
    select ${userId}, 'marketing', n::text, '', timestamptz '2026-01-01Z' + n * interval '1 hour'
    from generate_series(1, 250) n`.execute(db);
  await sql`with sessions as (
      insert into products (type, product_number, title, price_cents)
      select 'session', 1000 + n, 'Session ' || n, 0 from generate_series(1, 250) n returning id, product_number)
    insert into user_progress (user_id, session_id, status, updated_at)
    select ${userId}, id, 'completed', timestamptz '2026-01-01Z' + product_number * interval '1 hour'
    from sessions`.execute(db);
  const { consents, progress } = await findEvidence(db, userId, null);
  // Some of the 200 listed agreements were given at registration, and are not about marketing.
  const newest = Array.from({ length: 200 }, (_, index) => 250 - index);
  const marketing = consents.filter(({ kind }) => kind === 'marketing');
  expect(consents).toHaveLength(200);
  expect(marketing.map(({ version }) => Number(version))).toEqual(newest.slice(0, marketing.length));
  expect(progress.map(({ title }) => title)).toEqual(newest.map((number) => `Session ${number}`));
});

it('the evidence states when access was granted, even if that was hours after the payment', async () => {
  const user = await app.createUser();
  const sessionId = await payFor(app, user, product);
  await minutesLater(app, 180, () => app.caller(user).payments.completePurchase({ sessionId }));
  const { id, purchased_at: paidAt } = await purchaseOf(app, sessionId);
  const { created_at: deliveredAt } = await app.deps.db
    .selectFrom('billing_payments')
    .select('created_at')
    .where('purchase_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(Date.parse(deliveredAt) - Date.parse(paidAt ?? '')).toBeGreaterThan(170 * 60_000);
  const events = app.sandbox.events().length;
  const { id: disputeId } = app.sandbox.dispute(chargeOf(app, sessionId));
  await deliverAll(app, events);
  const { text } = await app.caller(admin).admin.payments.disputeEvidence({ disputeId });
  const minuteOf = (at: string | null) => `${dayText(at ?? '')}, ${at?.slice(11, 16)} UTC`;
  expect(text).toContain(`Paid at: ${minuteOf(paidAt)}\n`);
  expect(text).toContain(`Access granted at: ${minuteOf(deliveredAt)}\n`);
});
