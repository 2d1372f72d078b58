import { beforeAll, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { emailTo } from '../testing/emails.ts';
import { deliverAll } from '../testing/money.ts';
import { brokenInvariants, buy, createAdmin, createTestProduct } from '../testing/purchases.ts';
import { subscribe } from '../testing/subscriptions.ts';

/** The tax as a share of a price that includes it: the sandbox's buyers pay 21% on the net price. */
const taxShare = 21 / 121;

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});

const setTax = (value: boolean) => app.caller(admin).admin.settings.update([{ key: 'automaticTax', value }]);

function paymentsOf({ userId }: TestUser) {
  return app.deps.db
    .selectFrom('billing_payments')
    .select(['amount_cents', 'tax_cents', 'status'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

async function receiptOf(user: TestUser, kind: string): Promise<string> {
  return (await emailTo(app, user, kind)).body_text;
}

it('a payment includes no tax until an admin enables tax', async () => {
  const product = await createTestProduct(app, admin, { productNumber: 1 });
  const user = await app.createUser();
  await buy(app, user, product);
  expect(await paymentsOf(user)).toEqual([{ amount_cents: 1999, tax_cents: 0, status: 'paid' }]);
  expect(await receiptOf(user, 'receipt')).not.toContain('Tax included');
});

it('tax does not change the price; the included tax is stored and shown once, even if events are repeated', async () => {
  await setTax(true);
  const product = await createTestProduct(app, admin, { productNumber: 2 });
  const user = await app.createUser();
  await buy(app, user, product);
  await deliverAll(app);
  await deliverAll(app);
  expect(await paymentsOf(user)).toEqual([{ amount_cents: 1999, tax_cents: 347, status: 'paid' }]);
  expect(await receiptOf(user, 'receipt')).toMatch(/Tax included.*\$3\.47/);
  const { items } = await app.caller(admin).admin.payments.search({ userId: user.userId });
  expect(items).toMatchObject([{ grossCents: 1999, taxCents: 347 }]);
  const { payment } = await app.caller(admin).admin.payments.page({ paymentId: items[0]?.paymentId ?? '' });
  expect(payment.taxCents).toBe(347);
  expect(await brokenInvariants(app)).toEqual([]);
});

it('a membership and its renewals are taxed; a membership that started without tax stays untaxed', async () => {
  await setTax(false);
  const earlier = await app.createUser();
  await subscribe(app, earlier, 'silver');
  await setTax(true);
  const user = await app.createUser();
  await subscribe(app, user, 'gold');
  app.sandbox.clock.advance(32 * dayMs);
  await deliverAll(app);
  const [first, renewal] = await paymentsOf(user);
  expect(first).toMatchObject({
    status: 'paid',
    tax_cents: Math.round((first?.amount_cents ?? 0) * taxShare),
  });
  expect(renewal).toMatchObject({ status: 'paid', tax_cents: first?.tax_cents });
  const receipt = await receiptOf(user, 'subscription_receipt');
  expect(receipt).toContain('Tax included');
  expect(receipt).toMatch(/^Date: \d+ \w{3} \d{4} \(UTC\)$/m);
  expect((await paymentsOf(earlier)).map(({ tax_cents }) => tax_cents)).toEqual([0, 0]);
});

it('when a user subscribes, the existing price at Stripe is marked as including tax', async () => {
  const price = await app.deps.stripe.prices.create({
    currency: 'usd',
    unit_amount: 1_000,
    recurring: { interval: 'month' },
    metadata: { plan: 'diamond' },
    lookup_key: 'academy_diamond_1000_usd_month',
    product_data: { name: 'Diamond plan' },
  });
  expect(price.tax_behavior).toBe('unspecified');
  const user = await app.createUser();
  await subscribe(app, user, 'diamond');
  await deliverAll(app);
  expect((await app.deps.stripe.prices.retrieve(price.id)).tax_behavior).toBe('inclusive');
  expect((await paymentsOf(user))[0]).toMatchObject({ amount_cents: 1_000, tax_cents: 174 });
});
