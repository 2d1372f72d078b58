import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import { createAdmin, createTestProduct, minutesLater, openSession } from '../testing/purchases.ts';
import { createDelivery, openPlan } from '../testing/subscriptions.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
const delivery = createDelivery(app);
let product: AdminProduct;

beforeAll(async () => {
  product = await createTestProduct(app, await createAdmin(app));
});

const unconfirmedOf = (user: TestUser) => app.caller(user).payments.myUnconfirmedPayments();

describe('the list of unconfirmed payments', () => {
  it('contains an open payment page, for the payer only, until the event of the payment arrives', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    expect(await unconfirmedOf(user)).toEqual([
      { id: expect.any(String), description: product.title, amountCents: product.price },
    ]);
    expect(await unconfirmedOf(await app.createUser())).toEqual([]);
    await app.sandbox.pay(sessionId);
    expect(await unconfirmedOf(user)).toHaveLength(1);
    await delivery.deliverNew();
    expect(await unconfirmedOf(user)).toEqual([]);
    expect(await app.caller(user).payments.myPayments()).toMatchObject([{ status: 'paid' }]);
  });

  it('does not contain a payment page that has expired', async () => {
    const user = await app.createUser();
    const sessionId = await openSession(app, user, product);
    await app.sandbox.expire(sessionId);
    await delivery.deliverNew();
    expect(await unconfirmedOf(user)).toEqual([]);
  });

  it('contains a membership until its first payment is recorded, for at most an hour after the subscription starts', async () => {
    const user = await app.createUser();
    const sessionId = await openPlan(app, user, 'gold');
    const gold = [{ id: expect.any(String), description: 'Gold membership, monthly', amountCents: 500 }];
    expect(await unconfirmedOf(user)).toEqual(gold);
    await app.sandbox.pay(sessionId);
    await app.caller(user).payments.verifySubscription({ sessionId });
    expect(await app.caller(user).payments.mySubscription()).toMatchObject({ subscribedPlan: 'gold' });
    expect(await unconfirmedOf(user)).toEqual(gold);
    // By then, a reconciliation job has recorded a payment whose event was lost.
    expect(await minutesLater(app, 61, () => unconfirmedOf(user))).toEqual([]);
    await delivery.deliverNew();
    expect(await unconfirmedOf(user)).toEqual([]);
    expect(await app.caller(user).payments.myPayments()).toMatchObject([{ status: 'paid' }]);
  });
});
