import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';
import { finishDeletions } from '../../profile/privacy/account-deletion.operations.ts';
import { stopRenewalsOf } from '../checkout/stop-renewals.operations.ts';
import { settleInvoice } from '../subscriptions/invoices.operations.ts';
import { checkoutInput, createAdmin, createTestProduct, deliver, sessionIdOf } from '../testing/purchases.ts';
import { monthMs, passTime, setRealTime, subscribe } from '../testing/subscriptions.ts';
import { settleSession } from '../webhooks/webhook.operations.ts';
import { eraseCustomer } from './customer-erasure.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let user: TestUser;

beforeEach(async () => {
  setRealTime(app);
  app.sandbox.faults.onRequest = undefined;
  await sql`delete from pgboss.job where name = 'erase-customer'`.execute(app.deps.db);
  user = await app.createUser({ password: testPassword });
});

type Queued = { data: { userId: string; customerId: string }; seconds: number };

async function queued(): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    select data, extract(epoch from start_after - created_on)::int as seconds from pgboss.job
    where name = 'erase-customer' order by created_on, start_after`.execute(app.deps.db);
  return rows;
}

async function customerOf(who: TestUser): Promise<string> {
  const row = await app.deps.db
    .selectFrom('users')
    .select('stripe_customer_id')
    .where('id', '=', who.userId)
    .executeTakeFirstOrThrow();
  return row.stripe_customer_id ?? '';
}

async function deleteAccount(): Promise<void> {
  await app.caller(user).privacy.requestDeletion({ password: testPassword, confirmation: 'DELETE' as const });
  await stopRenewalsOf(app.deps, user.userId);
  passTime(app, 15 * dayMs);
  expect(await finishDeletions(app.deps)).toBe(1);
}

const isAtStripe = async (customerId: string) =>
  !('deleted' in (await app.deps.stripe.customers.retrieve(customerId)));

it('the erasure deletes the customer at Stripe after the paid period of a deleted account, and keeps the invoices', async () => {
  await subscribe(app, user, 'gold');
  const customerId = await customerOf(user);
  await deleteAccount();
  const [job, ...others] = await queued();
  expect(job?.data).toEqual({ userId: user.userId, customerId });
  expect(others).toEqual([]);

  // The paid month is not cut short: the job checks again a day later.
  if (job) await eraseCustomer(app.deps, job.data);
  expect(await isAtStripe(customerId)).toBe(true);
  const [, later] = await queued();
  expect(later?.data).toEqual(job?.data);
  expect(later?.seconds).toBeGreaterThan(86_000);

  passTime(app, monthMs - 14 * dayMs);
  const before = app.sandbox.invoices().length;
  if (later) await Promise.all(Array.from({ length: 20 }, () => eraseCustomer(app.deps, later.data)));
  expect(await isAtStripe(customerId)).toBe(false);
  expect(app.sandbox.invoices()).toHaveLength(before);
  const audit = await app.deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', user.userId)
    .where('action', '=', 'user.payment_customer_erased')
    .execute();
  expect(audit).toHaveLength(1);
  expect(await queued()).toHaveLength(2);
});

it('if an invoice is read again after the account was deleted, no link to the invoice is stored', async () => {
  await subscribe(app, user, 'gold');
  for (const event of app.sandbox.events()) await deliver(app, event);
  await deleteAccount();
  const links = () =>
    app.deps.db
      .selectFrom('billing_payments')
      .select(['status', 'receipt_url', 'invoice_pdf_url'])
      .where('user_id', '=', user.userId)
      .execute();
  expect(await links()).toEqual([{ status: 'paid', receipt_url: null, invoice_pdf_url: null }]);
  await settleInvoice(app.deps, app.sandbox.invoices().at(-1)?.id ?? '');
  expect(await links()).toEqual([{ status: 'paid', receipt_url: null, invoice_pdf_url: null }]);
});

it('if the Checkout Session of an erased checkout is read again after the account was deleted, the checkout stays erased', async () => {
  await subscribe(app, user, 'gold');
  const checkouts = () =>
    app.deps.db
      .selectFrom('subscription_checkouts')
      .select('checkout_session_id')
      .where('user_id', '=', user.userId)
      .execute();
  const [checkout] = await checkouts();
  await deleteAccount();
  await settleSession(app.deps, checkout?.checkout_session_id ?? '');
  expect(await checkouts()).toEqual([]);
});

it('the erasure deletes the customers that Stripe created for single purchases, and keeps the payments', async () => {
  const admin = await createAdmin(app);
  const product = await createTestProduct(app, admin, { productNumber: 41 });
  const { url } = await app.caller(user).payments.createPurchaseSession(checkoutInput(product));
  const sessionId = sessionIdOf(url);
  await app.sandbox.pay(sessionId);
  await app.caller(user).payments.completePurchase({ sessionId });
  const { customer } = await app.deps.stripe.checkout.sessions.retrieve(sessionId);
  expect(await isAtStripe(String(customer))).toBe(true);
  await deleteAccount();
  const jobs = await queued();
  expect(jobs.map(({ data }) => data)).toEqual([{ userId: user.userId, customerId: customer }]);
  for (const { data } of jobs) await eraseCustomer(app.deps, data);
  expect(await isAtStripe(String(customer))).toBe(false);
  const kept = await app.deps.db
    .selectFrom('purchases')
    .select(['status', 'amount_cents', 'customer_id'])
    .where('checkout_session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({ status: 'completed', amount_cents: product.price, customer_id: null });
  expect(app.sandbox.charges().filter(({ customer: owner }) => owner === customer)).toHaveLength(1);
});

it('the erasure does not delete a customer whose subscription runs', async () => {
  await subscribe(app, user, 'silver');
  const customerId = await customerOf(user);
  await eraseCustomer(app.deps, { userId: user.userId, customerId });
  const own = app.sandbox.subscriptions().filter(({ customer }) => customer === customerId);
  expect(own.map(({ status }) => status)).toEqual(['active']);
  await stopRenewalsOf(app.deps, user.userId);
});

it('the erasure fails while Stripe is unavailable, can be repeated, and is not queued for a user without a customer at Stripe', async () => {
  await subscribe(app, user, 'gold');
  const customerId = await customerOf(user);
  const [running] = app.sandbox.subscriptions().filter(({ customer }) => customer === customerId);
  await app.deps.stripe.subscriptions.cancel(running?.id ?? '');
  app.sandbox.faults.onRequest = ({ method }) =>
    method === 'DELETE' ? { kind: 'status', status: 500 } : undefined;
  const erasure = { userId: user.userId, customerId };
  await expect(eraseCustomer(app.deps, erasure)).rejects.toMatchObject({ code: 'payments_unavailable' });
  expect(await isAtStripe(customerId)).toBe(true);
  app.sandbox.faults.onRequest = undefined;
  await eraseCustomer(app.deps, erasure);
  expect(await isAtStripe(customerId)).toBe(false);

  user = await app.createUser({ password: testPassword });
  await deleteAccount();
  expect(await queued()).toEqual([]);
});
