import { beforeEach, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { remindOfDates } from '../subscriptions/date-reminders.operations.ts';
import { syncSubscription } from '../subscriptions/sync.operations.ts';
import { countEmails } from '../testing/emails.ts';
import {
  monthMs,
  openPlan,
  passTime,
  payLatestInvoice,
  planEmailsOf,
  planOf,
  renewalFailsCard,
  subscribe,
  subscriptionOf,
} from '../testing/subscriptions.ts';
import { reconcileSubscriptions } from './subscriptions.operations.ts';

/** Reconciliation reads payment pages from Stripe only if they were opened more than 15 minutes ago. */
const pagesAreReadAfterMs = 16 * 60_000;

// No webhook is ever delivered in this file.
const app = setUpTestApp({ stripe: 'sandbox' });
let user: TestUser;

beforeEach(async () => {
  user = await app.createUser();
});

const finished = async () =>
  (await app.deps.db.selectFrom('stripe_events').select('id').where('status', '<>', 'received').execute())
    .length;

it('the job starts a paid plan although the buyer never returned and Stripe delivered no event', async () => {
  const sessionId = await openPlan(app, user, 'gold');
  await app.sandbox.pay(sessionId);
  expect(await planOf(app, user)).toBe('free');
  const first = await reconcileSubscriptions(app.deps);
  expect(first.events).toMatchObject({ errors: 0 });
  expect(first.events.handled).toBeGreaterThan(1);
  expect(await planOf(app, user)).toBe('gold');
  const done = await finished();
  const second = await reconcileSubscriptions(app.deps);
  expect(second.events).toMatchObject({ handled: 0, errors: 0 });
  expect(await finished()).toBe(done);
  expect((await planEmailsOf(app, user)).toSorted()).toEqual([
    'subscription_receipt',
    'subscription_started',
  ]);
});

it('the job checks payment pages even when events cannot be fetched', async () => {
  const sessionId = await openPlan(app, user, 'silver');
  await app.sandbox.pay(sessionId);
  app.sandbox.faults.onRequest = ({ path }) =>
    path === '/v1/events' ? { kind: 'status', status: 500 } : undefined;
  app.clock.advance(pagesAreReadAfterMs);
  const counts = await reconcileSubscriptions(app.deps);
  app.sandbox.faults.onRequest = undefined;
  expect(counts).toMatchObject({ events: { errors: 1 }, checkouts: 1, errors: 0 });
  expect(await planOf(app, user)).toBe('silver');
  const { status } = await app.deps.db
    .selectFrom('subscription_checkouts')
    .select('status')
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('completed');
});

it('the job reads subscriptions again even when payment pages cannot be read', async () => {
  const row = await subscribe(app, user, 'gold');
  for (const other of [await app.createUser(), await app.createUser(), await app.createUser()]) {
    await openPlan(app, other, 'gold');
  }
  const synced = new Date(app.deps.now().getTime() - 2 * dayMs);
  await app.deps.db
    .updateTable('subscriptions')
    .set({ synced_at: synced })
    .where('id', '=', row.id)
    .execute();
  app.sandbox.faults.onRequest = ({ path }) =>
    path === '/v1/events' || path.startsWith('/v1/checkout/sessions/')
      ? { kind: 'status', status: 500 }
      : undefined;
  app.clock.advance(pagesAreReadAfterMs);
  const counts = await reconcileSubscriptions(app.deps);
  app.sandbox.faults.onRequest = undefined;
  expect(counts).toMatchObject({ checkouts: 0, errors: 3 });
  expect(counts.subscriptions).toBeGreaterThan(0);
});

it('if the job cannot process an event, its next run processes the event', async () => {
  const sessionId = await openPlan(app, user, 'gold');
  await app.sandbox.pay(sessionId);
  app.sandbox.faults.onRequest = ({ path }) =>
    /^\/v1\/(subscriptions|invoices)\//.test(path) ? { kind: 'status', status: 500 } : undefined;
  expect((await reconcileSubscriptions(app.deps)).events.errors).toBeGreaterThan(0);
  app.sandbox.faults.onRequest = undefined;
  expect(await planOf(app, user)).toBe('free');
  expect((await reconcileSubscriptions(app.deps)).events).toMatchObject({ errors: 0 });
  expect(await planOf(app, user)).toBe('gold');
});

it('the job ends a checkout whose payment page expired unpaid, and a checkout that never reached Stripe', async () => {
  await openPlan(app, user, 'gold');
  const other = await app.createUser();
  await app.deps.db
    .insertInto('subscription_checkouts')
    .values({
      user_id: other.userId,
      plan: 'gold',
      price_cents: 500,
      stripe_price_id: 'price_x',
      customer_id: 'cus_x',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
  app.sandbox.expire(app.sandbox.sessions().at(-1)?.id ?? '');
  app.clock.advance(25 * 60 * 60_000);
  await reconcileSubscriptions(app.deps);
  const rows = await app.deps.db
    .selectFrom('subscription_checkouts')
    .select('status')
    .where('user_id', 'in', [user.userId, other.userId])
    .execute();
  expect(rows).toEqual([{ status: 'ended' }, { status: 'ended' }]);
});

it('the job reads each running subscription again once a day, and stores renewals, failed renewals and cancellations', async () => {
  const failing = await app.createUser();
  const leaving = await app.createUser();
  await subscribe(app, user, 'gold');
  await subscribe(app, failing, 'gold', renewalFailsCard);
  await subscribe(app, leaving, 'gold');
  await app.caller(leaving).payments.cancelSubscription();
  passTime(app, monthMs);
  app.sandbox.faults.onRequest = ({ path }) =>
    path === '/v1/events' ? { kind: 'status', status: 500 } : undefined;
  const counts = await reconcileSubscriptions(app.deps);
  expect(counts.subscriptions).toBeGreaterThanOrEqual(3);
  expect((await reconcileSubscriptions(app.deps)).subscriptions).toBe(0);
  app.sandbox.faults.onRequest = undefined;
  expect(Date.parse((await subscriptionOf(app, user)).current_period_end ?? '')).toBeGreaterThan(
    app.sandbox.clock.now(),
  );
  expect(await subscriptionOf(app, failing)).toMatchObject({ status: 'past_due' });
  expect(await subscriptionOf(app, leaving)).toMatchObject({ status: 'canceled' });
});

it('a second failed month starts a new grace period if the first failed month was paid in the meantime', async () => {
  const row = await subscribe(app, user, 'gold', renewalFailsCard);
  passTime(app, monthMs);
  await syncSubscription(app.deps, row.id);
  const first = await subscriptionOf(app, user);
  expect(first.status).toBe('past_due');

  // Paid with another card, which does not become the default, so the next month fails too.
  await payLatestInvoice(app, user);
  passTime(app, monthMs);
  const openInvoice = app.sandbox.invoices().findLast(({ status }) => status === 'open');
  await syncSubscription(app.deps, row.id);
  const second = await subscriptionOf(app, user);
  expect(second.status).toBe('past_due');
  expect(Date.parse(second.past_due_since ?? '')).toBe((openInvoice?.created ?? 0) * 1000);
  expect(await planOf(app, user)).toBe('gold');
  const failed = (await planEmailsOf(app, user)).filter((kind) => kind === 'subscription_payment_failed');
  expect(failed).toHaveLength(2);
  // Another failed charge for the same month changes nothing.
  passTime(app, 4 * dayMs);
  await syncSubscription(app.deps, row.id);
  expect((await subscriptionOf(app, user)).past_due_since).toBe(second.past_due_since);
});

it('the grace period stays the same when the next month is due and the previous month is unpaid', async () => {
  const row = await subscribe(app, user, 'gold', renewalFailsCard);
  passTime(app, monthMs);
  await syncSubscription(app.deps, row.id);
  const first = await subscriptionOf(app, user);
  // Simulates the next month: the stored invoice is then no longer Stripe's latest one, and was not paid.
  await app.deps.db
    .updateTable('subscriptions')
    .set({ latest_invoice_id: 'in_unknown' })
    .where('id', '=', row.id)
    .execute();
  await syncSubscription(app.deps, row.id);
  expect((await subscriptionOf(app, user)).past_due_since).toBe(first.past_due_since);
});

it('if a change of the plan is scheduled, the user is reminded of the change, not of the renewal', async () => {
  await subscribe(app, user, 'gold');
  await app.caller(user).payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
  const row = await subscriptionOf(app, user);
  passTime(app, Date.parse(row.current_period_end ?? '') - app.sandbox.clock.now() - 6 * dayMs);
  await remindOfDates(app.deps);
  await remindOfDates(app.deps);
  const kinds = await planEmailsOf(app, user);
  expect(kinds).not.toContain('subscription_renewal_soon');
  // One email when the change was scheduled, and one a week before it takes effect.
  expect(await countEmails(app, user, 'subscription_change_scheduled')).toBe(2);
});

it('the user gets no reminder of a renewal if an email about a change or resumption was sent shortly before the reminder is due', async () => {
  const [changing, resuming] = [await app.createUser(), await app.createUser()];
  for (const one of [changing, resuming]) await subscribe(app, one, 'gold');
  await app.caller(resuming).payments.cancelSubscription();
  const row = await subscriptionOf(app, changing);
  // Half a day before the reminder would be due.
  passTime(app, Date.parse(row.current_period_end ?? '') - app.sandbox.clock.now() - 7.5 * dayMs);
  await app.caller(changing).payments.changePlan({ plan: 'silver', expectedTodayCents: 0 });
  await app.caller(resuming).payments.resumeSubscription();
  for (let days = 1; days <= 7; days += 1) {
    passTime(app, dayMs);
    await remindOfDates(app.deps);
  }
  const sent = await planEmailsOf(app, changing);
  expect(sent.filter((kind) => kind === 'subscription_change_scheduled')).toHaveLength(1);
  expect(sent).not.toContain('subscription_renewal_soon');
  expect(await planEmailsOf(app, resuming)).toContain('subscription_resumed');
  expect(await planEmailsOf(app, resuming)).not.toContain('subscription_renewal_soon');
});

it('the user gets one email before a renewal, one before the end of a grace period, and one after that end', async () => {
  await subscribe(app, user, 'gold');
  const failing = await app.createUser();
  await subscribe(app, failing, 'gold', renewalFailsCard);
  const row = await subscriptionOf(app, user);
  await remindOfDates(app.deps);
  expect(await planEmailsOf(app, user)).not.toContain('subscription_renewal_soon');
  passTime(app, Date.parse(row.current_period_end ?? '') - app.sandbox.clock.now() - 6 * dayMs);
  await Promise.all([remindOfDates(app.deps), remindOfDates(app.deps)]);
  await remindOfDates(app.deps);
  const soon = (await planEmailsOf(app, user)).filter((kind) => kind === 'subscription_renewal_soon');
  expect(soon).toHaveLength(1);

  passTime(app, 6 * dayMs + 60_000);
  await reconcileSubscriptions(app.deps);
  const emailsOfKind = async (kind: string) =>
    (await planEmailsOf(app, failing)).filter((known) => known === kind);
  await remindOfDates(app.deps);
  expect(await emailsOfKind('subscription_grace_ending')).toHaveLength(0);
  for (let days = 1; days <= 7; days += 1) {
    passTime(app, dayMs);
    await remindOfDates(app.deps);
  }
  expect(await planOf(app, failing)).toBe('free');
  expect(await emailsOfKind('subscription_payment_failed')).toHaveLength(1);
  expect(await emailsOfKind('subscription_grace_ending')).toHaveLength(1);
  expect(await emailsOfKind('subscription_access_ended')).toHaveLength(1);
  // Stripe may still collect the payment, which would restore the membership.
  expect(await emailsOfKind('subscription_ended')).toHaveLength(0);
  passTime(app, 20 * dayMs);
  await reconcileSubscriptions(app.deps);
  expect(await subscriptionOf(app, failing)).toMatchObject({ status: 'canceled' });
  expect(await emailsOfKind('subscription_ended')).toHaveLength(1);
});
