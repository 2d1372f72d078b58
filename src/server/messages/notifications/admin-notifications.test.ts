import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { optionalEmails } from '../../../shared/messages/email-kinds.ts';
import { emailsTo } from '../../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { apologizeForLateReviews } from '../../kyc/late-reviews.operations.ts';
import { createApplicant } from '../../kyc/testing/applicants.ts';
import { chargeOf, deliverAll, paymentOf } from '../../payments/testing/money.ts';
import { buy, createTestProduct } from '../../payments/testing/purchases.ts';
import { setBillingTime, subscribe } from '../../payments/testing/subscriptions.ts';
import { EmailRejected } from '../../platform/smtp.ts';
import { sendQueuedEmail } from '../email/email.operations.ts';

const hour = 60 * 60 * 1000;

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let student: TestUser;

beforeAll(async () => {
  setBillingTime(app);
  admin = { ...(await app.createUser({ role: 'admin' })), role: 'admin' };
  student = await app.createUser({ firstName: 'Nora', lastName: 'Lind' });
});
beforeEach(async () => {
  await app.deps.db.deleteFrom('notifications').where('user_id', '=', admin.userId).execute();
});

const notificationsOfAdmin = async () =>
  (await app.caller(admin).notifications.list()).items.map(({ kind, title, path }) => ({
    kind,
    title,
    path,
  }));

const countEmails = async (user: { userId: string }, kind: string) =>
  (await emailsTo(app, user, kind)).length;

async function sell(productNumber: number): Promise<string> {
  const product = await createTestProduct(app, admin, { type: 'session', productNumber, title: 'Turn Play' });
  return buy(app, student, product);
}

describe('notifications of admins', () => {
  it('a sale causes one notification, which names nobody, even if the payment is reported several times', async () => {
    const sessionId = await sell(20);
    await Promise.all(
      Array.from({ length: 10 }, () => app.caller(student).payments.completePurchase({ sessionId })),
    );
    const { id } = await paymentOf(app, admin, sessionId);
    expect(await notificationsOfAdmin()).toEqual([
      { kind: 'admin_sale', title: 'Sold: Turn Play', path: `/admin/payments/${id}` },
    ]);
    expect(JSON.stringify(await app.caller(admin).notifications.list())).not.toContain('Nora');
    expect((await app.caller(student).notifications.list()).items).toMatchObject([
      {
        kind: 'purchase_completed',
        title: 'Turn Play is yours',
        path: expect.stringMatching(/^\/coaching\/\d+$/),
      },
    ]);
  });

  it('a sale is reported by email only to admins who turned these emails on', async () => {
    expect(await countEmails(admin, 'admin_sale')).toBe(0);
    await app.caller(admin).email.setPreference({ kind: 'admin_sale', enabled: true });
    await sell(21);
    expect(await countEmails(admin, 'admin_sale')).toBe(1);
  });

  it('a new membership and a dispute cause one notification each', async () => {
    await subscribe(app, student, 'gold');
    await deliverAll(app);
    expect(await notificationsOfAdmin()).toMatchObject([
      { kind: 'admin_sale', title: 'New membership: Gold membership, monthly' },
    ]);
    app.sandbox.dispute(chargeOf(app, await sell(22)), 'product_not_received');
    await deliverAll(app);
    await deliverAll(app);
    expect((await notificationsOfAdmin()).filter(({ kind }) => kind === 'admin_dispute')).toMatchObject([
      { title: 'Dispute: Turn Play', path: expect.stringMatching(/^\/admin\/payments\//) },
    ]);
  });

  it.each([
    ['lost', 'Dispute lost: Turn Play', 24],
    ['won', 'Dispute won: Turn Play', 25],
  ] as const)(
    'the notification of a dispute disappears when evidence is sent, and another one says that the dispute was %s',
    async (outcome, title, number) => {
      const { id } = app.sandbox.dispute(chargeOf(app, await sell(number)), 'product_not_received');
      await deliverAll(app);
      const titles = async () =>
        (await notificationsOfAdmin())
          .filter(({ kind }) => kind === 'admin_dispute')
          .map((notification) => notification.title);
      expect(await titles()).toEqual(['Dispute: Turn Play']);
      await app.caller(admin).admin.payments.sendEvidence({ disputeId: id, statement: '' });
      expect(await titles()).toEqual([]);
      app.sandbox.closeDispute(id, outcome);
      await deliverAll(app);
      await deliverAll(app);
      expect(await titles()).toEqual([title]);
      const emails = await app.deps.db
        .selectFrom('mail_messages')
        .select('subject')
        .where('user_id', '=', admin.userId)
        .where('dedupe_key', 'like', `dispute_%:${id}:%`)
        .execute();
      expect(emails).toEqual([{ subject: title }]);
    },
  );

  it('the notification of a dispute with an unknown status disappears when the dispute is decided', async () => {
    const sessionId = await sell(26);
    const { id: paymentId } = await paymentOf(app, admin, sessionId);
    const dispute = app.sandbox.dispute(chargeOf(app, sessionId), 'product_not_received');
    const unknown = { autoPagingToArray: async () => [{ ...dispute, status: 'appeal_under_review' }] };
    const list = vi.spyOn(app.deps.stripe.disputes, 'list').mockReturnValue(unknown as never);
    await app.caller(admin).admin.payments.reread({ paymentId });
    list.mockRestore();
    const titles = async () =>
      (await notificationsOfAdmin())
        .filter(({ kind }) => kind === 'admin_dispute')
        .map((notification) => notification.title);
    expect(await titles()).toEqual(['Dispute: Turn Play']);
    app.sandbox.closeDispute(dispute.id, 'lost');
    await deliverAll(app);
    expect(await titles()).toEqual(['Dispute lost: Turn Play']);
  });

  it('a message and a refund request cause one notification each', async () => {
    await app.caller(student).contact.send({
      name: 'Nora Lind',
      email: 'nora@example.test',
      topic: 'privacy',
      message: 'Please send me my data',
      website: '',
    });
    const { id } = await paymentOf(app, admin, await sell(23));
    await app.caller(student).payments.requestRefund({ paymentId: id, reason: 'It is not for me' });
    expect((await notificationsOfAdmin()).map(({ title }) => title).toSorted()).toEqual([
      'New message: Privacy',
      'Refund requested: Turn Play',
      'Sold: Turn Play',
    ]);
  });

  it('a notification disappears when its message is answered or closed, or its refund request is declined', async () => {
    const write = () =>
      app.caller(student).contact.send({
        name: 'Nora Lind',
        email: 'nora@example.test',
        topic: 'billing',
        message: 'Where is my receipt?',
        website: '',
      });
    await write();
    await write();
    const { id: paymentId } = await paymentOf(app, admin, await sell(26));
    await app.caller(student).payments.requestRefund({ paymentId, reason: 'It is not for me' });
    const waiting = async () =>
      (await notificationsOfAdmin()).filter(({ kind }) => kind !== 'admin_sale').map(({ kind }) => kind);
    expect(await waiting()).toHaveLength(3);
    const { contact, payments } = app.caller(admin).admin;
    const ids = (await notificationsOfAdmin()).flatMap(
      ({ path }) => /&case=(.+)$/.exec(path ?? '')?.[1] ?? [],
    );
    const [answered = '', closed = ''] = ids;
    await contact.reply({ id: answered, version: 1, body: 'In your profile.', close: false });
    await contact.setClosed({ id: closed, closed: true });
    expect(await waiting()).toEqual(['admin_refund_request']);
    const [request] = (await payments.refundRequests({ paymentId })).items;
    await payments.declineRefund({ requestId: request?.id ?? '', answer: 'The refund period has ended.' });
    expect(await waiting()).toEqual([]);
  });

  it('a late identity review causes one notification, and all failed emails of a day together cause one', async () => {
    const { id } = await createApplicant(app);
    // By default, the settings promise a review within 48 hours.
    app.clock.advance(49 * hour);
    await apologizeForLateReviews(app.deps);
    await apologizeForLateReviews(app.deps);
    expect((await notificationsOfAdmin()).filter(({ kind }) => kind !== 'admin_application')).toEqual([
      { kind: 'admin_late_review', title: 'An identity review is late', path: `/admin?tab=kyc&case=${id}` },
    ]);
    expect(await countEmails(admin, 'admin_late_review')).toBe(1);
    const queued = await app.deps.db
      .selectFrom('mail_messages')
      .select('id')
      .where('status', '=', 'queued')
      .limit(2)
      .execute();
    for (const mail of queued) {
      await sendQueuedEmail(app.deps, () => Promise.reject(new EmailRejected('550 no')), mail.id);
    }
    expect((await notificationsOfAdmin()).filter(({ kind }) => kind === 'admin_failed_email')).toHaveLength(
      1,
    );
  });
});

describe('emails for admins', () => {
  it('are listed in the email preferences of admins; those of students list no emails for admins or coaches', async () => {
    const kinds = async (user: TestUser | AdminActor) =>
      (await app.caller(user).email.preferences()).map(({ kind }) => kind);
    expect(await kinds(admin)).toContain('admin_sale');
    const ofStudent = await kinds(student);
    expect(ofStudent).toContain('kyc_received');
    expect(ofStudent.filter((kind) => optionalEmails[kind].forAdmins)).toEqual([]);
    expect(ofStudent.filter((kind) => 'forCoaches' in optionalEmails[kind])).toEqual([]);
  });
});
