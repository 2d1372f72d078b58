import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { localDayText } from '../../../shared/day-text.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import { countEmails, emailTo } from '../testing/emails.ts';
import { paymentsOf, refundInput } from '../testing/money.ts';
import {
  buy,
  createAdmin,
  createTestProduct,
  openSession,
  payFor,
  purchaseOf,
} from '../testing/purchases.ts';
import {
  createDelivery,
  openPlan,
  planEmailsOf,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { stopRenewalsOf } from './stop-renewals.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });

it('stopRenewalsOf cancels a membership at the end of its period, and closes an open payment page', async () => {
  const user = await app.createUser();
  await subscribe(app, user, 'gold');
  await stopRenewalsOf(app.deps, user.userId);
  await stopRenewalsOf(app.deps, user.userId);
  expect(await subscriptionOf(app, user)).toMatchObject({ cancel_at_period_end: true });
  const other = await app.createUser();
  const sessionId = await openPlan(app, other, 'gold');
  await stopRenewalsOf(app.deps, other.userId);
  expect(app.sandbox.sessions().find(({ id }) => id === sessionId)?.status).toBe('expired');
});

it('stopRenewalsOf closes the open payment pages of products, and keeps a payment that is being processed', async () => {
  const admin = await createAdmin(app);
  const [open, processing] = [
    await createTestProduct(app, admin, { productNumber: 1 }),
    await createTestProduct(app, admin, { productNumber: 2 }),
  ];
  const user = await app.createUser();
  const openId = await openSession(app, user, open);
  const processingId = await payFor(app, user, processing, 'delayed');
  const otherId = await openSession(app, await app.createUser(), open);
  await stopRenewalsOf(app.deps, user.userId);
  expect(await app.sandbox.pay(openId)).toMatchObject({ status: 'closed' });
  expect(await purchaseOf(app, openId)).toMatchObject({ status: 'failed', held_reason: null });
  expect(await purchaseOf(app, processingId)).toMatchObject({ status: 'pending' });
  expect(await purchaseOf(app, otherId)).toMatchObject({ status: 'pending' });
});

it('no payment page opens for an account whose deletion was requested after the click', async () => {
  const product = await createTestProduct(app, await createAdmin(app), { productNumber: 3 });
  const user = await app.createUser({ password: testPassword });
  await app.caller(user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
  await expect(openSession(app, user, product)).rejects.toMatchObject({ code: 'not_signed_in' });
});

it('a user who is deleting the account gets no offer to keep the membership', async () => {
  const leaving = await app.createUser({ password: testPassword });
  await subscribe(app, leaving, 'gold');
  await app.caller(leaving).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
  await stopRenewalsOf(app.deps, leaving.userId);
  expect(await subscriptionOf(app, leaving)).toMatchObject({ cancel_at_period_end: true });
  expect(await planEmailsOf(app, leaving)).toEqual(['subscription_started']);
  const events = await app.deps.db
    .selectFrom('analytics_events')
    .select('event_name')
    .where('user_id', '=', leaving.userId)
    .execute();
  expect(events.map(({ event_name: name }) => name)).toContain('subscription_canceled');
});

/** Cancels the deletion of the account with the link in the email. */
async function undoDeletion(user: TestUser): Promise<{ canLogIn: boolean }> {
  const { body_text: text } = await emailTo(app, user, 'deletion_requested');
  const token = /token=([\w-]{43})/.exec(text)?.[1] ?? '';
  return app.caller(null).privacy.undoDeletion({ token });
}

it('when the deletion of an account is canceled, the user is notified that the membership ends, and how to keep it', async () => {
  const user = await app.createUser({ password: testPassword });
  const { privacy } = app.caller(user);
  await subscribe(app, user, 'gold');
  await privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
  await stopRenewalsOf(app.deps, user.userId);
  await undoDeletion(user);
  expect(await planEmailsOf(app, user)).toEqual(['subscription_started', 'subscription_cancelled']);
  const email = await emailTo(app, user, 'subscription_cancelled');
  const { current_period_end: end } = await subscriptionOf(app, user);
  expect(email.body_text).toContain(`Your Gold membership ends on ${localDayText(end ?? '', null)}.`);
  expect(email.body_text).toContain('choose “Keep Gold” on your billing page');
  const { items } = await app.caller(user).notifications.list();
  expect(items.map(({ title }) => title)).toContain('Your subscription is canceled');
});

/** Requests the deletion of the account, stops its renewals, and cancels the deletion. */
async function requestAndUndoDeletion(user: TestUser): Promise<{ canLogIn: boolean }> {
  const input = { password: testPassword, confirmation: 'DELETE' as const };
  await app.caller(user).privacy.requestDeletion(input);
  await stopRenewalsOf(app.deps, user.userId);
  return undoDeletion(user);
}

const cancellations = (user: TestUser) => countEmails(app, user, 'subscription_cancelled');

it('when the deletion of an account is canceled, the user gets no second notification about the same cancellation of a membership', async () => {
  const user = await app.createUser({ password: testPassword });
  await subscribe(app, user, 'gold');
  app.clock.advance(1_000);
  await app.caller(user).payments.cancelSubscription();
  expect(await cancellations(user)).toBe(1);
  expect(await requestAndUndoDeletion(user)).toEqual({ canLogIn: true });
  expect(await cancellations(user)).toBe(1);
  app.clock.advance(1_000);
  await app.caller(user).payments.resumeSubscription();
  app.clock.advance(1_000);
  await requestAndUndoDeletion(user);
  expect(await cancellations(user)).toBe(2);
  await requestAndUndoDeletion(user);
  expect(await cancellations(user)).toBe(2);
});

it('when an admin cancels the deletion of a suspended account, an email says that the user cannot log in, and no email names a page that requires a login', async () => {
  const admin = await createAdmin(app);
  const user = await app.createUser({ password: testPassword });
  await subscribe(app, user, 'gold');
  await app.caller(user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
  await stopRenewalsOf(app.deps, user.userId);
  const change = { id: user.userId, reason: 'Shared the files' };
  await app.caller(admin).admin.users.suspend(change);
  await app.caller(admin).admin.users.withdrawDeletion(change);
  const { body_text: undone } = await emailTo(app, user, 'deletion_undone');
  expect(undone).toContain('The account is suspended, so you cannot log in.');
  expect(undone).not.toMatch(/again|\/auth/);
  const { body_text: canceled } = await emailTo(app, user, 'subscription_cancelled');
  expect(canceled).toContain('You won’t be charged again.');
  expect(canceled).not.toMatch(/billing/);
});

it('an email about a refund to an account that is about to be deleted says so instead of naming the billing page', async () => {
  const admin = await createAdmin(app);
  const user = await app.createUser({ password: testPassword });
  await buy(app, user, await createTestProduct(app, admin, { productNumber: 5 }));
  const { dueAt } = await app
    .caller(user)
    .privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
  const [payment] = await paymentsOf(app, admin, user.userId);
  if (!payment) throw new Error('nothing was paid');
  const delivery = createDelivery(app);
  delivery.skip();
  await app.caller(admin).admin.payments.refund(refundInput(payment));
  await delivery.deliverNew();
  const { body_text: text } = await emailTo(app, user, 'refund');
  expect(text).toContain(`Account: Will be deleted on ${localDayText(new Date(dueAt), null)}`);
  expect(text).not.toContain('/billing');
});

it('when the deletion of an account is canceled, the user gets no notification about a membership that has not started', async () => {
  const user = await app.createUser({ password: testPassword });
  const { payments, privacy } = app.caller(user);
  const sessionId = await openPlan(app, user, 'gold');
  await app.sandbox.pay(sessionId, 'delayed');
  await payments.verifySubscription({ sessionId });
  await privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' });
  await stopRenewalsOf(app.deps, user.userId);
  expect(await subscriptionOf(app, user)).toMatchObject({ status: 'incomplete', cancel_at_period_end: true });
  await undoDeletion(user);
  expect(await planEmailsOf(app, user)).toEqual([]);
});

it('a request to delete an account queues the job that stops its renewals', async () => {
  const leaving = await app.createUser({ password: testPassword });
  const input = { password: testPassword, confirmation: 'DELETE' as const };
  await app.caller(leaving).privacy.requestDeletion(input);
  const { rows } = await sql<{ data: unknown }>`
    select data from pgboss.job where name = 'stop-renewals'`.execute(app.deps.db);
  expect(rows.map(({ data }) => data)).toContainEqual({ userId: leaving.userId });
});
