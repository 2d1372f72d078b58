import type Stripe from 'stripe';
import { billingSeconds, type Context, find } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { resource, type WireInvoice, type WirePrice, type WireSubscription } from '../records.ts';
import { finalizeInvoice } from './collect-invoice.ts';
import { buildInvoice, periodLine } from './invoice-object.ts';
import { itemOf, nextBoundary } from './subscription-object.ts';

export type NewSubscription = {
  customer: Stripe.Customer;
  price: WirePrice;
  metadata: Record<string, string>;
  default_payment_method: string;
  /** False: the invoice is for the full price, regardless of the customer's balance. */
  usesBalance: boolean;
  /** Discount on the first invoice, in cents. */
  discount: number;
  isTaxed: boolean;
};

/**
 * Stores a subscription and its first invoice: open, or paid when nothing is due. The subscription is incomplete until
 * that invoice is paid. `emitSubscriptionCreated` emits the event `customer.subscription.created`.
 */
export function startSubscription(
  context: Context,
  input: NewSubscription,
): { id: string; invoice: WireInvoice } {
  const { customer, price, metadata, default_payment_method, discount } = input;
  const at = billingSeconds(context);
  const id = newId.subscription();
  const item = {
    id: newId.subscriptionItem(),
    object: 'subscription_item' as const,
    current_period_end: nextBoundary(at, at),
    current_period_start: at,
    price,
  };
  const subscription = resource<WireSubscription>({
    id,
    object: 'subscription',
    automatic_tax: { enabled: input.isTaxed },
    billing_cycle_anchor: at,
    cancel_at: null,
    cancel_at_period_end: false,
    created: at,
    currency: price.currency,
    customer: customer.id,
    default_payment_method,
    items: { object: 'list', data: [item], has_more: false },
    livemode: false,
    metadata,
    schedule: null,
    status: 'incomplete',
  });
  const lines = [periodLine(context, itemOf(subscription))];
  const draft = buildInvoice(context, {
    subscription,
    customer,
    lines,
    reason: 'subscription_create',
    discount,
  });
  context.store.put('subscriptions', id, {
    subscription: { ...subscription, latest_invoice: draft.id },
    periodDiscount: discount,
    isCreatedEventPending: true,
  });
  return { id, invoice: finalizeInvoice(context, draft, input.usesBalance) };
}

/** Emits `customer.subscription.created` with the state of the subscription after the first payment attempt. */
export function emitSubscriptionCreated(context: Context, id: string): WireSubscription {
  const record = find(context, 'subscriptions', id);
  context.store.put('subscriptions', id, { ...record, isCreatedEventPending: false });
  emit(context, 'customer.subscription.created', record.subscription);
  return record.subscription;
}
