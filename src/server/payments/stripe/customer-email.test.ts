import { afterEach, beforeEach, expect, it } from 'vitest';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { openPlan } from '../testing/subscriptions.ts';
import { updateCustomerEmails } from './customer-email.operations.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let user: TestUser;
let customerId: string;

afterEach(() => {
  app.sandbox.faults.onRequest = undefined;
});
beforeEach(async () => {
  user = await app.createUser();
  await openPlan(app, user, 'gold');
  customerId = (await rowOf(user)).stripe_customer_id ?? '';
});

const rowOf = (who: TestUser) =>
  app.deps.db
    .selectFrom('users')
    .select(['email', 'stripe_customer_id', 'stripe_customer_email'])
    .where('id', '=', who.userId)
    .executeTakeFirstOrThrow();

async function changeAddress(who: TestUser): Promise<string> {
  const email = `new-${who.userId}@example.test`;
  await app.deps.db.updateTable('users').set({ email }).where('id', '=', who.userId).execute();
  return email;
}

async function emailAtStripe(id: string): Promise<string | null> {
  const customer = await app.deps.stripe.customers.retrieve(id);
  return customer.deleted ? null : customer.email;
}

it('a changed email address is sent to Stripe once, and nothing is sent while the address is unchanged', async () => {
  expect(await updateCustomerEmails(app.deps)).toBe(0);
  const email = await changeAddress(user);
  expect(await updateCustomerEmails(app.deps)).toBe(1);
  expect(await emailAtStripe(customerId)).toBe(email);
  expect(await updateCustomerEmails(app.deps)).toBe(0);
});

it('if Stripe is unavailable, the next run sends the address', async () => {
  const email = await changeAddress(user);
  app.sandbox.faults.onRequest = ({ path }) =>
    path.startsWith('/v1/customers/') ? { kind: 'status', status: 500 } : undefined;
  await expect(updateCustomerEmails(app.deps)).rejects.toThrow();
  expect((await rowOf(user)).stripe_customer_email).not.toBe(email);
  app.sandbox.faults.onRequest = undefined;
  expect(await updateCustomerEmails(app.deps)).toBe(1);
  expect(await emailAtStripe(customerId)).toBe(email);
});

it('a run forgets a customer that was deleted at Stripe, and continues with the other customers', async () => {
  await app.deps.stripe.customers.del(customerId);
  await changeAddress(user);
  const other = await app.createUser();
  await openPlan(app, other, 'silver');
  const email = await changeAddress(other);
  expect(await updateCustomerEmails(app.deps)).toBe(1);
  expect(await rowOf(user)).toMatchObject({ stripe_customer_id: null, stripe_customer_email: null });
  expect(await emailAtStripe((await rowOf(other)).stripe_customer_id ?? '')).toBe(email);
});
