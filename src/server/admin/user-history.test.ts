import { beforeAll, expect, it } from 'vitest';
import { legalVersions } from '../../shared/profile/legal-versions.ts';
import { addDays } from '../../shared/time-zone.ts';
import { httpClient, registration } from '../../testing/http-client.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../testing/test-app.ts';
import type { AdminActor } from '../actor.ts';
import {
  answer,
  answeredQuestion,
  createCoach,
  thought,
  verifiedStudent,
} from '../coaching/testing/asked-questions.ts';
import { createApplicant } from '../kyc/testing/applicants.ts';
import { deliverAll, paymentOf, refundInput } from '../payments/testing/money.ts';
import { buy, createTestProduct } from '../payments/testing/purchases.ts';
import { subscribe } from '../payments/testing/subscriptions.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor & TestUser;

beforeAll(async () => {
  admin = {
    ...(await app.createUser({ role: 'admin', firstName: 'Ada', lastName: 'Reviewer' })),
    role: 'admin',
  };
});

const history = (id: string, cursor?: string) =>
  app.caller(admin).admin.users.history({ id, ...(cursor !== undefined && { cursor }) });

it('the history has the KYC decisions, payments, refunds, messages and suspensions of one user, newest first', async () => {
  const product = await createTestProduct(app, admin, { type: 'session', productNumber: 9 });
  const { user, id: applicationId } = await createApplicant(app);
  await app.caller(admin).admin.kyc.setStatus({
    id: applicationId,
    status: 'rejected',
    reasonCode: 'unreadable',
  });
  const sessionId = await buy(app, user, product);
  const payment = await paymentOf(app, admin, sessionId);
  await app.caller(user).payments.requestRefund({ paymentId: payment.id, reason: 'Bought it twice' });
  await app.caller(user).contact.send({
    name: 'Nora Brandt',
    email: 'nora@example.test',
    topic: 'billing',
    message: 'When do I get my money?',
  });
  await app.caller(admin).admin.payments.refund(refundInput(payment));
  await deliverAll(app);
  await app.caller(admin).admin.users.suspend({ id: user.userId, reason: 'Shared a password' });
  const other = await createApplicant(app);
  await buy(app, other.user, product);

  const { items, nextCursor } = await history(user.userId);
  expect(nextCursor).toBeNull();
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const entry = (action: string) => items.filter((one) => one.action === action);
  expect(entry('kyc.submitted')).toMatchObject([{ caseId: applicationId }]);
  expect(entry('kyc.rejected')).toMatchObject([
    { byName: 'Ada Reviewer', caseId: applicationId, details: { reasonCode: 'unreadable' } },
  ]);
  expect(entry('payment.received')).toMatchObject([
    { amountCents: 1999, paymentId: payment.id, byName: null, note: payment.description },
  ]);
  expect(entry('payment.refund')).toMatchObject([{ amountCents: 1999, byName: 'Ada Reviewer' }]);
  // The audit log's entry for the same refund is left out.
  expect(entry('payment.refunded')).toEqual([]);
  expect(entry('refund_request.sent')).toMatchObject([{ paymentId: payment.id, note: 'Bought it twice' }]);
  expect(entry('contact_message.sent')).toMatchObject([{ note: 'When do I get my money?' }]);
  expect(entry('user.suspended')).toHaveLength(1);
});

it('the history has each text that the user accepted, with its version and the words of the acceptance', async () => {
  const registered = await httpClient(app.app).request('POST', '/api/register', registration());
  const { items } = await history(registered.json().id);
  const common = {
    note: 'By creating an account you accept the Terms of Service and the Privacy Policy.',
    byName: null,
  };
  const accepted = items.filter(({ action }) => action.startsWith('consent.'));
  expect(accepted.toSorted((a, b) => a.action.localeCompare(b.action))).toMatchObject([
    { ...common, action: 'consent.privacy', details: { version: legalVersions.privacy } },
    { ...common, action: 'consent.terms', details: { version: legalVersions.terms } },
  ]);
});

it('the history has each file that the user opened, except captions, which are loaded with their video', async () => {
  const user = await app.createUser();
  const opened = (kind: 'plan' | 'session_video' | 'captions', title: string) => ({
    user_id: user.userId,
    kind,
    title,
    content_type: 'application/octet-stream',
  });
  await app.deps.db
    .insertInto('file_accesses')
    .values([opened('plan', 'Blind Defense'), opened('session_video', 'Reading a Hand')])
    .execute();
  await app.deps.db.insertInto('file_accesses').values(opened('captions', 'Reading a Hand')).execute();
  const { items } = await history(user.userId);
  expect(items.map(({ action, note, byName }) => [action, note, byName]).toSorted()).toEqual([
    ['file.opened', 'Blind Defense', null],
    ['file.opened', 'Reading a Hand', null],
  ]);
});

it('a partial refund is in the history once, and does not look like a new payment or the end of a dispute', async () => {
  const product = await createTestProduct(app, admin, { type: 'session', productNumber: 11 });
  const user = await app.createUser();
  const payment = await paymentOf(app, admin, await buy(app, user, product));
  await app.caller(admin).admin.payments.refund(refundInput(payment, { amountCents: 999, endAccess: false }));
  await deliverAll(app);
  const { items } = await history(user.userId);
  expect(items.map(({ action }) => action).filter((action) => action.startsWith('payment.'))).toEqual([
    'payment.refund',
    'payment.received',
  ]);
  const { items: audited } = await app.caller(admin).admin.audit.list({ subjectId: payment.id });
  expect(audited.map(({ action }) => action)).toEqual([
    'payment.partly_refunded',
    'payment.refund_requested',
  ]);
});

it('an admin without a first and last name is shown by email address, not as a deleted user', async () => {
  const nameless = await app.createUser({ role: 'admin', firstName: '', lastName: '' });
  const product = await createTestProduct(app, admin, { type: 'session', productNumber: 12 });
  const { user, id: applicationId } = await createApplicant(app);
  const payment = await paymentOf(app, admin, await buy(app, user, product));
  const calls = app.caller(nameless).admin;
  await calls.kyc.setStatus({ id: applicationId, status: 'approved' });
  await calls.users.addNote({ id: user.userId, text: 'Called' });
  await calls.subscriptions.grantPlan({ userId: user.userId, plan: 'gold', reason: 'Gift' });
  const refunded = await calls.payments.refund(refundInput(payment));
  const page = await calls.users.get({ id: user.userId });
  const { grants } = await calls.subscriptions.ofUser({ userId: user.userId });
  const { application } = await calls.kyc.get({ id: applicationId });
  const { id: openId } = await createApplicant(app);
  const { application: claimed } = await calls.kyc.claim({ id: openId });
  const [text] = await calls.texts.save({ texts: [{ key: 'heroTitle', value: 'Play well', version: 0 }] });
  const settings = await calls.settings.update([{ key: 'timeZone', value: 'Europe/Vienna' }]);
  const sent = await calls.consents.sendNotice({
    document: 'terms',
    summary: 'We moved to another company address.',
    effectiveOn: addDays(app.deps.now().toISOString().slice(0, 10), 7),
  });
  const { rows: messages } =
    await app.deps.pool.query(`insert into contact_messages (name, email, topic, message)
    values ('Ann', 'ann@example.test', 'general', 'Hello') returning id`);
  const messageId = messages[0].id;
  await calls.contact.addNote({ id: messageId, body: 'Called' });
  const thread = await calls.contact.setClosed({ id: messageId, closed: true });
  const names = (await history(user.userId)).items.map(({ byName }) => byName);
  expect(new Set(names)).toEqual(new Set([nameless.email, null]));
  const shown = {
    note: page.notes[0]?.authorName,
    decision: page.applications[0]?.decisions[0]?.byName,
    grant: grants[0]?.grantedByName,
    refund: refunded.refunds[0]?.requestedBy,
    reviewer: application.reviewerName,
    event: application.events.at(-1)?.actorName,
    assignee: claimed.assigneeName,
    text: text?.changedByName,
    setting: settings.find(({ key }) => key === 'timeZone')?.updatedByName,
    notice: sent.notices[0]?.createdByName,
    messageNote: thread.entries[0]?.authorName,
    message: thread.message.closedByName,
  };
  expect(shown).toEqual(Object.fromEntries(Object.keys(shown).map((key) => [key, nameless.email])));
});

it('the pages of the history neither repeat nor miss an entry, and the entry of a login names the device', async () => {
  const user = await app.createUser({ password: testPassword });
  await httpClient(app.app).request('POST', '/api/login', { email: user.email, password: testPassword });
  for (let count = 0; count < 40; count += 1) {
    await app.caller(admin).admin.users.addNote({ id: user.userId, text: `Note ${count}` });
  }
  const first = await history(user.userId);
  expect(first.items).toHaveLength(30);
  await app.caller(admin).admin.users.addNote({ id: user.userId, text: 'Meanwhile' });
  const second = await history(user.userId, first.nextCursor ?? '');
  expect(second.nextCursor).toBeNull();
  const all = [...first.items, ...second.items];
  // 40 notes and the login. The note that was added after the first page is newer than both pages.
  expect(new Set(all.map(({ key }) => key)).size).toBe(41);
  expect(all.at(-1)).toMatchObject({
    action: 'sign_in.signed_in',
    device: expect.any(String),
    address: '127.0.0.1',
    details: { method: 'password' },
  });
  for (const cursor of ['nonsense', '2026-01-01 00:00:00+00|elsewhere|1', "2026-01-01 00:00:00+00|audit|'"]) {
    await expect(history(user.userId, cursor)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  }
});

it('the history links replies to their messages, and has questions and published answers without their texts', async () => {
  const student = await verifiedStudent(app);
  const coach = await createCoach(app, admin);
  await app.caller(student).contact.send({
    name: 'Nora Brandt',
    email: 'nora@example.test',
    topic: 'general',
    message: 'May I ask about two hands?',
  });
  const { items } = await app.caller(admin).admin.contact.list({ filter: 'open' });
  const messageId = items.find(({ message }) => message.startsWith('May I ask'))?.id ?? '';
  const { version } = await app.caller(admin).admin.contact.thread({ id: messageId });
  const body = `Yes. ${'Ask away! '.repeat(40)}`.trim();
  await app.caller(admin).admin.contact.reply({ id: messageId, version, body, close: true });
  await answeredQuestion(app, student, coach);

  const entriesOf = async () => (await history(student.userId)).items;
  const before = await entriesOf();
  expect(before.filter(({ action }) => action.startsWith('question.'))).toMatchObject([
    { action: 'question.asked', note: null, byName: null },
  ]);
  // The answer is published once the coach can no longer undo it.
  app.clock.advance(10_000);
  const entries = await entriesOf();
  const entry = (action: string) => entries.filter((one) => one.action === action);
  expect(entry('question.answered')).toMatchObject([{ note: null, byName: expect.any(String) }]);
  expect(entry('contact_message.sent')).toMatchObject([{ messageId }]);
  expect(entry('contact_message.replied')).toMatchObject([
    { messageId, byName: 'Ada Reviewer', note: `${body.slice(0, 200)}…` },
  ]);
  const written = JSON.stringify(entries);
  expect(written).not.toContain(thought);
  expect(written).not.toContain(answer.reason);
});

const membershipEntries = (items: { action: string; details: Record<string, string> }[]) =>
  items
    .filter(({ action }) => action.startsWith('membership.'))
    .map(({ action, details }) => ({ action, ...details }));

it('the history has the start, the changes and the end of a subscription', async () => {
  const user = await verifiedStudent(app);
  const { payments } = app.caller(user);
  const { id } = await subscribe(app, user, 'silver');
  const { todayCents } = await payments.previewPlanChange({ plan: 'gold' });
  await payments.changePlan({ plan: 'gold', expectedTodayCents: todayCents });
  await app.deps.stripe.subscriptions.cancel(id);
  await deliverAll(app);
  await subscribe(app, await verifiedStudent(app), 'diamond');
  const { items } = await history(user.userId);
  expect(membershipEntries(items)).toEqual([
    { action: 'membership.ended', before: 'gold' },
    { action: 'membership.changed', before: 'silver', after: 'gold' },
    { action: 'membership.started', after: 'silver' },
  ]);
});

it('the history distinguishes an unpaid subscription from one that has ended, and does not show a subscription as ended when it is marked as a duplicate', async () => {
  const [user, twice] = [await app.createUser(), await app.createUser()];
  const { db } = app.deps;
  const running = { plan: 'gold' as const, status: 'active', price_cents: 500 };
  await db
    .insertInto('subscriptions')
    .values([
      { ...running, id: 'sub_unpaid', user_id: user.userId },
      { ...running, id: 'sub_twice', user_id: twice.userId },
    ])
    .execute();
  const change = (id: string, changes: { status?: string; is_duplicate?: boolean }) =>
    db.updateTable('subscriptions').set(changes).where('id', '=', id).execute();
  const started = { action: 'membership.started', after: 'gold' };
  const unpaid = { action: 'membership.no_access', before: 'gold' };
  await change('sub_unpaid', { status: 'unpaid' });
  expect(membershipEntries((await history(user.userId)).items)).toEqual([unpaid, started]);
  await change('sub_unpaid', { status: 'active' });
  await change('sub_unpaid', { status: 'canceled' });
  const restored = { action: 'membership.restored', after: 'gold' };
  const ended = { action: 'membership.ended', before: 'gold' };
  expect(membershipEntries((await history(user.userId)).items)).toEqual([ended, restored, unpaid, started]);

  await change('sub_twice', { is_duplicate: true });
  expect(membershipEntries((await history(twice.userId)).items)).toEqual([started]);
});

it('a subscription that was unpaid until it was canceled is shown as ended on the day its access ended', async () => {
  const user = await app.createUser();
  const { db } = app.deps;
  await db
    .insertInto('subscriptions')
    .values({ id: 'sub_never_paid', user_id: user.userId, plan: 'gold', status: 'active', price_cents: 500 })
    .execute();
  const setStatus = (status: string, day: string) =>
    db
      .updateTable('subscriptions')
      .set({ status, updated_at: new Date(day) })
      .where('id', '=', 'sub_never_paid')
      .execute();
  await setStatus('unpaid', '2099-11-01T00:00:00Z');
  await setStatus('canceled', '2099-12-01T00:00:00Z');
  expect((await history(user.userId)).items).toMatchObject([
    { action: 'membership.ended', at: '2099-11-01T00:00:00.000Z' },
    { action: 'membership.started' },
  ]);
});
