import type Stripe from 'stripe';
import { billingSeconds, type Context } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import type { WireInvoice, WirePrice, WirePromotionCode, WireSubscription } from '../records.ts';
import { nextBoundary } from './calendar.ts';
import { finalizeInvoice } from './collect-invoice.ts';
import { buildInvoice, periodLine } from './invoice-object.ts';
import { buildItem, itemList, recurrenceOf } from './subscription-object.ts';

/** A promotion code with a `once` coupon, from a Checkout Session. */
type FirstDiscount = { amount: number; promotionCode: WirePromotionCode; checkoutSession: string };

export type NewSubscription = {
  customer: Stripe.Customer;
  price: WirePrice;
  quantity: number;
  itemMetadata?: Record<string, string>;
  metadata: Record<string, string>;
  description: string | null;
  defaultPaymentMethod: string | null;
  /** False: the invoice is for the full price, regardless of the customer's balance. */
  usesBalance: boolean;
  /** Discount on the first invoice, in cents. */
  discount?: FirstDiscount | undefined;
};

function buildSubscription(context: Context, input: NewSubscription): WireSubscription {
  const at = billingSeconds(context);
  const id = newId.subscription();
  const period = { start: at, end: nextBoundary(at, at, recurrenceOf(input.price)) };
  const item = buildItem(id, input.price, input.quantity, period, input.itemMetadata);
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: at,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: at,
    currency: input.price.currency,
    customer: input.customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: input.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: input.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: itemList(id, [item]),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: at,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}

function storeDiscount(context: Context, subscription: WireSubscription, from: FirstDiscount): string {
  const discount: Stripe.Discount = {
    id: newId.discount(),
    object: 'discount',
    checkout_session: from.checkoutSession,
    customer: subscription.customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: from.promotionCode.id,
    source: { coupon: from.promotionCode.promotion.coupon, type: 'coupon' },
    start: subscription.created,
    subscription: subscription.id,
    subscription_item: null,
  };
  context.store.put('discounts', discount.id, discount);
  return discount.id;
}

/**
 * Stores an incomplete subscription that has not been announced yet, and its first invoice: open, or paid when
 * nothing is due.
 */
export function startSubscription(
  context: Context,
  input: NewSubscription,
): { id: string; invoice: WireInvoice } {
  const subscription = buildSubscription(context, input);
  const lines = subscription.items.data.map((item) =>
    periodLine(context, item, { start: item.current_period_start, end: item.current_period_end }),
  );
  const at = subscription.created;
  const { discount } = input;
  const draft = buildInvoice(context, {
    subscription,
    customer: input.customer,
    lines,
    reason: 'subscription_create',
    period: { start: at, end: at },
    discount: discount && { id: storeDiscount(context, subscription, discount), amount: discount.amount },
  });
  context.store.put('subscriptions', subscription.id, {
    subscription: { ...subscription, latest_invoice: draft.id },
    pendingLines: [],
    ...(discount && { periodDiscount: discount.amount }),
    isAnnounced: false,
  });
  return { id: subscription.id, invoice: finalizeInvoice(context, draft, input.usesBalance) };
}

/** Records `customer.subscription.created` with the state of the subscription after the first payment attempt. */
export function announceSubscription(context: Context, id: string): WireSubscription {
  const record = context.store.get('subscriptions', id);
  if (!record) throw new Error(`There is no subscription ${id}`);
  context.store.put('subscriptions', id, { ...record, isAnnounced: true });
  emit(context, 'customer.subscription.created', record.subscription);
  return record.subscription;
}
