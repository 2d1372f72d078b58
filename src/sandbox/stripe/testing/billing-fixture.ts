import Stripe from 'stripe';
import { dayMs } from '../../../shared/durations.ts';
import type { StripeSandbox } from '../sandbox.ts';

/** Longer than any month, shorter than two. */
export const monthMs = 31 * dayMs + 60_000;

export type Plans = { bronze: string; gold: string };

/** Two monthly prices, $1 and $5. */
export async function createPlans(stripe: Stripe): Promise<Plans> {
  const price = async (name: string, unit_amount: number) => {
    const product = await stripe.products.create({ name });
    const recurring = { interval: 'month' } as const;
    return (await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount, recurring })).id;
  };
  return { bronze: await price('Bronze', 100), gold: await price('Gold', 500) };
}

/** Parameters of a subscription Checkout Session. */
export function subscribeParams(
  price: string,
  overrides: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/payment-error?reason=cancelled',
    client_reference_id: 'user-1',
    customer_email: 'dana@example.test',
    subscription_data: { metadata: { userId: 'user-1', plan: 'bronze' } },
    ...overrides,
  };
}

/** Subscribes through Checkout with this card. */
export async function subscribe(
  sandbox: StripeSandbox,
  stripe: Stripe,
  price: string,
  card?: string,
): Promise<Stripe.Subscription> {
  const session = await stripe.checkout.sessions.create(subscribeParams(price));
  const result = await sandbox.pay(session.id, card);
  if (result.status !== 'paid') throw new Error(`The first payment ended as ${result.status}`);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  return stripe.subscriptions.retrieve(String(subscription));
}

/** The only item of a subscription. */
export function onlyItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

/** The error with which the SDK rejects the call. @throws Error if the call succeeds or fails with another error */
export async function stripeErrorOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`Expected a Stripe error, got ${error}`);
  return error;
}
