import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { paymentsOf, refundInput } from '../testing/money.ts';
import { createAdmin } from '../testing/purchases.ts';
import { planOf, subscribe, subscriptionOf } from '../testing/subscriptions.ts';
import { type Delivery, openPlanWorld, settlePlan } from '../testing/worlds.ts';

let app: TestApp;
let admin: AdminActor;
let user: TestUser;
let delivery: Delivery;

beforeAll(async () => {
  ({ app, delivery } = await openPlanWorld());
  admin = await createAdmin(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  delivery.skip();
  user = await app.createUser();
  await subscribe(app, user, 'gold');
  await delivery.deliverNew();
  expect(await left()).toBe(4);
});
afterEach(() => settlePlan(app, user));

const left = async () => (await app.caller(user).questions.credits()).left;
const adminPayments = () => app.caller(admin).admin.payments;

async function firstPayment() {
  const [payment] = await paymentsOf(app, admin, user.userId);
  if (!payment) throw new Error('the user has no payment');
  return payment;
}

async function dispute(): Promise<string> {
  const { customer_id: customer } = await subscriptionOf(app, user);
  const charge = app.sandbox.charges().find((one) => one.customer === customer);
  const { id } = app.sandbox.dispute(charge?.id ?? '');
  await delivery.deliverNew();
  return id;
}

async function close(id: string, outcome: 'won' | 'lost'): Promise<void> {
  app.sandbox.closeDispute(id, outcome);
  await delivery.deliverNew();
  await delivery.deliverNew();
}

it('a full refund that ends the membership voids its unspent questions, also if a lower tier follows', async () => {
  await adminPayments().refund(refundInput(await firstPayment(), { endAccess: true }));
  await delivery.deliverNew();
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('free');
  expect(await left()).toBe(0);
  await app.caller(admin).admin.subscriptions.grantPlan({
    userId: user.userId,
    plan: 'silver',
    reason: 'A gift',
  });
  expect(await left()).toBe(1);
});

it('a full refund that keeps the membership keeps its questions', async () => {
  await adminPayments().refund(refundInput(await firstPayment(), { endAccess: false, endRenewal: false }));
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('gold');
  expect(await left()).toBe(4);
});

it('a dispute voids the questions of the membership until it is won', async () => {
  const id = await dispute();
  expect(await left()).toBe(0);
  await close(id, 'won');
  expect(await left()).toBe(4);
});

it('the questions of a membership whose dispute is lost stay void', async () => {
  await close(await dispute(), 'lost');
  expect(await planOf(app, user)).toBe('free');
  expect(await left()).toBe(0);
});

it('a membership that is canceled at once without a refund keeps the questions of the month', async () => {
  await app.deps.stripe.subscriptions.cancel((await subscriptionOf(app, user)).id);
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('free');
  expect(await left()).toBe(4);
});
