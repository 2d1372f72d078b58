import { type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { up as storeSubscriptions } from '../../../../migrations/2026-11-30T0701-membership-questions.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { AdminActor } from '../../actor.ts';
import { entitlementOf, monthOf, settledCredits } from '../../coaching/credits.operations.ts';
import { paymentsOf, refundInput } from '../testing/money.ts';
import { createAdmin } from '../testing/purchases.ts';
import {
  disputePayment,
  openPlan,
  passTime,
  planOf,
  setBillingTime,
  subscribe,
  subscriptionOf,
  subscriptionsOf,
} from '../testing/subscriptions.ts';
import { setUpPlanWorld } from '../testing/worlds.ts';

const { app, user, delivery } = setUpPlanWorld();
let admin: AdminActor;

beforeAll(async () => {
  admin = await createAdmin(app);
});
beforeEach(async () => {
  // A membership that starts in the first seconds of a month could renew right after `passMonth`.
  passTime(app, dayMs);
  await subscribe(app, user, 'gold');
  await delivery.deliverNew();
  expect(await left()).toBe(4);
});

const left = async () => (await app.caller(user).questions.credits()).left;
const adminPayments = () => app.caller(admin).admin.payments;

async function firstPayment() {
  const [payment] = await paymentsOf(app, admin, user.userId);
  if (!payment) throw new Error('the user has no payment');
  return payment;
}

async function dispute(index = 0): Promise<string> {
  const id = await disputePayment(app, user, index);
  await delivery.deliverNew();
  return id;
}

async function close(id: string, outcome: 'won' | 'lost'): Promise<void> {
  app.sandbox.closeDispute(id, outcome);
  await delivery.deliverNew();
  await delivery.deliverNew();
}

it('a full refund that ends the membership voids its unspent question credits; a lower membership that is granted later restores as many as it includes', async () => {
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

it('a full refund that keeps the membership keeps its question credits', async () => {
  await adminPayments().refund(refundInput(await firstPayment(), { endAccess: false, endRenewal: false }));
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('gold');
  expect(await left()).toBe(4);
});

it('a dispute voids the question credits of the membership until the academy wins the dispute', async () => {
  const id = await dispute();
  expect(await left()).toBe(0);
  await close(id, 'won');
  expect(await left()).toBe(4);
});

it('the question credits of a membership whose dispute is lost stay void', async () => {
  await close(await dispute(), 'lost');
  expect(await planOf(app, user)).toBe('free');
  expect(await left()).toBe(0);
});

it('if a membership is canceled immediately without a refund, the student keeps the question credits of the month', async () => {
  await app.deps.stripe.subscriptions.cancel((await subscriptionOf(app, user)).id);
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('free');
  expect(await left()).toBe(4);
});

/** Advances to the next calendar month, which begins before the membership renews. */
function passMonth(): void {
  const now = app.deps.now();
  passTime(app, monthOf(now, null).endsAt.getTime() - now.getTime());
}

async function upgradeTo(plan: PaidPlan): Promise<void> {
  const { todayCents } = await app.caller(user).payments.previewPlanChange({ plan });
  await app.caller(user).payments.changePlan({ plan, expectedTodayCents: todayCents });
  await delivery.deliverNew();
}

/** Ends the user's newest membership immediately, without a refund. */
async function endNewest(): Promise<void> {
  const newest = (await subscriptionsOf(app, user)).at(-1);
  await app.deps.stripe.subscriptions.cancel(newest?.id ?? '');
  await delivery.deliverNew();
}

async function subscribeAgain(plan: PaidPlan): Promise<void> {
  // Stripe's times are in seconds. Two memberships that start in the same second have no order.
  passTime(app, 1_000);
  const sessionId = await openPlan(app, user, plan);
  await app.sandbox.pay(sessionId);
  await app.caller(user).payments.verifySubscription({ sessionId });
  setBillingTime(app);
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe(plan);
}

it('a second dispute also voids the question credits that a new month added during the first dispute', async () => {
  await upgradeTo('diamond');
  expect(await left()).toBe(10);
  await dispute(1);
  expect(await left()).toBe(4);
  passMonth();
  expect(await left()).toBe(4);
  await dispute(0);
  expect(await left()).toBe(0);
});

it('if the payment is disputed while the question credits of a new month are being added, these question credits are void until the dispute is won', async () => {
  passMonth();
  const entitlement = await entitlementOf(app.deps, user.userId);
  const id = await dispute();
  passTime(app, 1_000);
  await settledCredits(app.deps, user.userId, entitlement);
  expect(await left()).toBe(0);
  await close(id, 'won');
  expect(await left()).toBe(4);
});

it('after a disputed membership has ended, the question credits that undisputed payments cover stay valid', async () => {
  await upgradeTo('diamond');
  await dispute(1);
  await endNewest();
  expect(await planOf(app, user)).toBe('free');
  expect(await left()).toBe(4);
});

it('after a refund, a new membership in the same month gives its own question credits, which stay valid after the new membership ends', async () => {
  await adminPayments().refund(refundInput(await firstPayment(), { endAccess: true }));
  await delivery.deliverNew();
  expect(await left()).toBe(0);
  await subscribeAgain('silver');
  expect(await left()).toBe(1);
  await endNewest();
  expect(await planOf(app, user)).toBe('free');
  expect(await left()).toBe(1);
});

it('a refund of a membership does not void the question credits of an ended membership that was paid in the same month', async () => {
  await endNewest();
  await subscribeAgain('diamond');
  expect(await left()).toBe(10);
  await adminPayments().refund(refundInput(await firstPayment(), { endAccess: true }));
  await delivery.deliverNew();
  expect(await planOf(app, user)).toBe('free');
  expect(await left()).toBe(4);
});

/** Runs the migration that stores which subscription gave the unspent question credits. */
async function migrateQuestions(): Promise<void> {
  await sql`alter table question_credits drop column subscription_id`.execute(app.deps.db);
  await storeSubscriptions(app.deps.db as unknown as Kysely<unknown>);
}

it('question credits from before the migration are void while the subscription that gave them is suspended', async () => {
  await migrateQuestions();
  const id = await dispute();
  expect(await left()).toBe(0);
  await close(id, 'won');
  expect(await left()).toBe(4);
});

it('question credits of a granted membership that has ended stay valid after the migration, although an earlier membership was refunded', async () => {
  await adminPayments().refund(refundInput(await firstPayment(), { endAccess: true }));
  await delivery.deliverNew();
  passMonth();
  const { subscriptions } = app.caller(admin).admin;
  const gift = await subscriptions.grantPlan({ userId: user.userId, plan: 'gold', reason: 'A gift' });
  expect(await left()).toBe(4);
  await subscriptions.revokeGrant({ grantId: gift.id, reason: 'It was too long' });
  expect(await left()).toBe(4);
  await migrateQuestions();
  expect(await left()).toBe(4);
});
