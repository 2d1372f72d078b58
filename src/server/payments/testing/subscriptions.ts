import { dayMs } from '../../../shared/durations.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { SubscriptionRow } from '../../platform/db/tables/plan-tables.ts';
import { deliver, sessionIdOf } from './purchases.ts';

/** The first payment succeeds, and renewals are declined. */
export const renewalFailsCard = '4000000000000341';

/** Longer than any month, shorter than two. */
export const monthMs = 31 * dayMs + 60_000;

/** Sets the academy's clock to the real time, for the sandbox's payment pages, which use the real clock. */
export function setRealTime(app: TestApp): void {
  app.clock.set(new Date());
}

/** Sets the academy's clock to the sandbox's own, which its subscriptions use. */
export function setBillingTime(app: TestApp): void {
  app.clock.set(new Date(app.sandbox.clock.now()));
}

/** Advances the clock of the academy and of Stripe, without delivering events. */
export function passTime(app: TestApp, ms: number): void {
  app.sandbox.clock.advance(ms);
  setBillingTime(app);
}

/** Opens a payment page as the Subscribe button does. @returns the id of the Checkout Session */
export async function openPlan(app: TestApp, user: TestUser, plan: PaidPlan): Promise<string> {
  setRealTime(app);
  const { url } = await app.caller(user).payments.createSubscriptionSession({ plan });
  return sessionIdOf(url);
}

/** Subscribes through the whole flow: click, payment, return. @returns the subscription's row */
export async function subscribe(
  app: TestApp,
  user: TestUser,
  plan: PaidPlan,
  card?: string,
): Promise<SubscriptionRow> {
  const sessionId = await openPlan(app, user, plan);
  await app.sandbox.pay(sessionId, card);
  const verified = await app.caller(user).payments.verifySubscription({ sessionId });
  if (!verified.success) throw new Error('the subscription was not verified');
  setBillingTime(app);
  return subscriptionOf(app, user);
}

export async function subscriptionsOf(app: TestApp, user: TestUser): Promise<SubscriptionRow[]> {
  return app.deps.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', user.userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The only subscription of a user. */
export async function subscriptionOf(app: TestApp, user: TestUser): Promise<SubscriptionRow> {
  const [row, second] = await subscriptionsOf(app, user);
  if (!row || second) throw new Error('this user does not have exactly one subscription');
  return row;
}

export function createDelivery(app: TestApp): { deliverNew(): Promise<string[]>; skip(): void } {
  let done = 0;
  return {
    /** Delivers every event that happened since the last call, in order. @returns the types of the events */
    async deliverNew() {
      const fresh = app.sandbox.events().slice(done);
      done += fresh.length;
      for (const event of fresh) await deliver(app, event);
      return fresh.map(({ type }) => type);
    },
    /** Makes `deliverNew` omit the events that happened until now. */
    skip() {
      done = app.sandbox.events().length;
    },
  };
}

/** Gives the user's subscription another card, as in Stripe's portal, without delivering the event. */
export async function replaceCard(app: TestApp, user: TestUser, card: string): Promise<void> {
  const { id, customer_id: customer } = await subscriptionOf(app, user);
  const method = await app.deps.stripe.paymentMethods.attach(card, { customer: customer ?? '' });
  await app.deps.stripe.subscriptions.update(id, { default_payment_method: method.id });
}

/** Pays the user's latest invoice, without delivering the event. The subscription keeps its own card. */
export async function payLatestInvoice(app: TestApp, user: TestUser): Promise<void> {
  await payInvoice(app, user, (await subscriptionOf(app, user)).latest_invoice_id ?? '');
}

/** Like `payLatestInvoice`, for any of the user's invoices. */
export async function payInvoice(app: TestApp, user: TestUser, invoiceId: string): Promise<void> {
  const { customer_id: customer } = await subscriptionOf(app, user);
  const method = await app.deps.stripe.paymentMethods.attach('pm_card_visa', { customer: customer ?? '' });
  await app.deps.stripe.invoices.pay(invoiceId, { payment_method: method.id });
}

/** The kinds of the emails about plans that were queued for a user, in order. */
export async function planEmailsOf(app: TestApp, user: TestUser): Promise<string[]> {
  const rows = await app.deps.db
    .selectFrom('mail_messages')
    .select('kind')
    .where('user_id', '=', user.userId)
    .where((eb) => eb.or([eb('kind', 'like', 'subscription%'), eb('kind', 'like', 'grant%')]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

/** The effective plan. */
export async function planOf(app: TestApp, user: TestUser): Promise<string> {
  return (await app.caller(user).auth.currentUser()).subscriptionPlan;
}

/**
 * Disputes one of the user's payments for memberships, without delivering the event.
 * @param index - 0 is the first payment
 * @returns the dispute's id
 */
export async function disputePayment(app: TestApp, user: TestUser, index: number): Promise<string> {
  const [subscription] = await subscriptionsOf(app, user);
  if (!subscription) throw new Error('this user has no subscription');
  const charges = app.sandbox.charges().filter(({ customer }) => customer === subscription.customer_id);
  return app.sandbox.dispute(charges[index]?.id ?? '').id;
}
