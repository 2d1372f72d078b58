import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { TestUser } from '../../../testing/test-app.ts';
import { day, type MoneyWorld } from './money-world.ts';
import { checkoutInput, sessionIdOf } from './purchases.ts';
import { renewalFailsCard, subscriptionsOf } from './subscriptions.ts';

/** The users of the scenario. The key says what happens to the user. */
export type ScenarioUsers = Map<string, TestUser>;

const declinedCard = '4000000000000002';
const fraudWarningCard = '4000000000005423';
const authenticationCard = '4000002760003184';

/**
 * A fixed scenario of payments: purchases with different outcomes, refunds, disputes, and subscriptions that start,
 * change, end or cannot be renewed. Buyers of products never return from the payment page.
 * @param afterEach - runs after every step and handles the events that no earlier call has handled
 */
export async function playMoneyScenario(
  world: MoneyWorld,
  afterEach: () => Promise<void>,
): Promise<ScenarioUsers> {
  const { app, sandbox, products } = world;
  const users: ScenarioUsers = new Map();
  const [product] = products;
  if (!product) throw new Error('there is nothing to sell');

  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = await work();
    await world.pass(30_000);
    await afterEach();
    return result;
  };
  const enter = async (name: string): Promise<TestUser> => {
    const user = await app.createUser();
    users.set(name, user);
    return user;
  };
  const open = async (name: string): Promise<string> => {
    const user = await enter(name);
    const checkout = await app.caller(user).payments.createPurchaseSession(checkoutInput(product));
    return sessionIdOf(checkout.url);
  };
  const chargeOf = (sessionId: string): string => {
    const session = sandbox.sessions().find(({ id }) => id === sessionId);
    const charge = sandbox.charges().findLast(({ payment_intent: id }) => id === session?.payment_intent);
    return charge?.id ?? '';
  };
  const pay = async (name: string, card?: string): Promise<string> => {
    const sessionId = await open(name);
    await step(() => sandbox.pay(sessionId, card));
    return sessionId;
  };
  const subscribe = async (name: string, plan: PaidPlan, card?: string): Promise<TestUser> => {
    const user = await enter(name);
    const payments = app.caller(user).payments;
    const sessionId = sessionIdOf((await payments.createSubscriptionSession({ plan })).url);
    await step(async () => {
      const { status } = await sandbox.pay(sessionId, card);
      if (status === 'requires_authentication') await sandbox.authenticate(sessionId, true);
    });
    // Later steps need the subscription in the database; the page after the payment stores it.
    await payments.verifySubscription({ sessionId });
    return user;
  };
  const changePlan = async (user: TestUser, plan: PaidPlan): Promise<void> => {
    const payments = app.caller(user).payments;
    const { todayCents } = await payments.previewPlanChange({ plan });
    await step(() => payments.changePlan({ plan, expectedTodayCents: todayCents }));
  };

  await pay('buys');
  await pay('is declined', declinedCard);
  await pay('has a fraud warning', fraudWarningCard);
  const accepted = await pay('has a delayed payment that succeeds', 'delayed');
  const failed = await pay('has a delayed payment that fails', 'delayed');
  await step(async () => sandbox.settleDelayed(accepted, true));
  await step(async () => sandbox.settleDelayed(failed, false));
  const abandoned = await open('abandons the payment page');
  await step(async () => sandbox.expire(abandoned));

  const returned = chargeOf(await pay('is refunded'));
  await step(() => app.deps.stripe.refunds.create({ charge: returned }));
  const part = chargeOf(await pay('is refunded in part'));
  await step(() => app.deps.stripe.refunds.create({ charge: part, amount: 500 }));
  const failing = chargeOf(await pay('has a refund that fails'));
  const refund = await step(() => app.deps.stripe.refunds.create({ charge: failing }));
  await step(async () => sandbox.failRefund(refund.id));
  for (const outcome of ['won', 'lost'] as const) {
    const charge = chargeOf(await pay(`has a dispute that is ${outcome}`));
    const dispute = await step(async () => sandbox.dispute(charge));
    await step(async () => sandbox.closeDispute(dispute.id, outcome));
  }
  const disputed = chargeOf(await pay('has an open dispute'));
  await step(async () => sandbox.dispute(disputed));

  await subscribe('subscribes', 'gold');
  await changePlan(await subscribe('upgrades', 'silver'), 'diamond');
  await changePlan(await subscribe('downgrades', 'diamond'), 'silver');
  const undecided = await subscribe('downgrades and changes back', 'gold');
  await changePlan(undecided, 'silver');
  await step(() => app.caller(undecided).payments.resumeSubscription());
  const leaving = await subscribe('cancels', 'gold');
  await step(() => app.caller(leaving).payments.cancelSubscription());
  const back = await subscribe('cancels and resumes', 'gold');
  await step(() => app.caller(back).payments.cancelSubscription());
  await step(() => app.caller(back).payments.resumeSubscription());
  const portal = await subscribe('cancels in the portal', 'gold');
  const [canceled] = await subscriptionsOf(app, portal);
  await step(() => app.deps.stripe.subscriptions.update(canceled?.id ?? '', { cancel_at: 'min_period_end' }));
  await subscribe('cannot renew', 'silver', renewalFailsCard);
  await subscribe('must authenticate a renewal', 'gold', authenticationCard);
  const ended = await subscribe('is ended at Stripe', 'gold');
  const [row] = await subscriptionsOf(app, ended);
  await step(() => app.deps.stripe.subscriptions.cancel(row?.id ?? ''));
  await app.caller(back).payments.billingPortal();

  return users;
}

/** The following month: renewals, cancellations, and a declined card. */
export async function playMonthAfter(world: MoneyWorld, afterEach: () => Promise<void>): Promise<void> {
  for (const days of [20, 12]) {
    await world.pass(days * day);
    await afterEach();
  }
}
