import type Stripe from 'stripe';
import { markPaid } from './billing/collect-invoice.ts';
import { announceSubscription, startSubscription } from './billing/start-subscription.ts';
import type { Context } from './context.ts';
import { promotionCodeOf } from './promotions.ts';
import type { Payer, SessionRecord } from './records.ts';
import type { ChargeMethod } from './resources/charges.ts';
import { findLiveCustomer, setDefaultMethod } from './resources/customers.ts';
import { attachTo, buildPaymentMethod } from './resources/payment-methods.ts';

/** Keeps the card of somebody who subscribes, for renewals; undefined for one-off purchases. */
export function storeCard(
  context: Context,
  { session }: SessionRecord,
  customer: string | null,
  method: ChargeMethod,
  payer: Payer,
): Stripe.PaymentMethod | undefined {
  if (session.mode !== 'subscription' || customer === null || method.kind !== 'card') return undefined;
  const attached = attachTo(context, buildPaymentMethod(context, method.card, payer), customer);
  setDefaultMethod(context, customer, attached.id);
  return attached;
}

/** Starts the subscription of a session and marks its first invoice as paid by this intent. */
export function billCheckout(
  context: Context,
  { lineItems, session, subscriptionData }: SessionRecord,
  card: Stripe.PaymentMethod,
  intent: string,
): { subscription: string; invoice: string } {
  const [item] = lineItems;
  const customer = typeof card.customer === 'string' ? findLiveCustomer(context, card.customer) : undefined;
  if (!item || !customer) throw new Error('A session for a subscription has one line item and a customer');
  const promotionCode = promotionCodeOf(context, session);
  const amount = session.total_details?.amount_discount ?? 0;
  const { id, invoice } = startSubscription(context, {
    customer,
    price: item.price,
    quantity: item.quantity ?? 1,
    metadata: subscriptionData?.metadata ?? {},
    description: subscriptionData?.description ?? null,
    defaultPaymentMethod: card.id,
    usesBalance: false,
    discount: promotionCode && { amount, promotionCode, checkoutSession: session.id },
  });
  markPaid(context, invoice, intent);
  announceSubscription(context, id);
  return { subscription: id, invoice: invoice.id };
}
