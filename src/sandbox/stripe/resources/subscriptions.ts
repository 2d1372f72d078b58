import { notInSandbox, referenceMissing, resourceMissing, StripeApiError } from '../api-error.ts';
import {
  changeItem,
  payError,
  paymentBehaviors,
  prorationBehaviors,
} from '../billing/change-subscription.ts';
import { collectInvoice } from '../billing/collect-invoice.ts';
import { announceSubscription, startSubscription } from '../billing/start-subscription.ts';
import { endSubscription, itemOf, saveSubscription, withPrice } from '../billing/subscription-object.ts';
import { billingSeconds, type Context, type Handler } from '../context.ts';
import { isInRange, listPage } from '../list-page.ts';
import type { ParamReader } from '../params.ts';
import type { SubscriptionRecord, WireSubscription } from '../records.ts';
import { findLiveCustomer } from './customers.ts';
import { methodOf } from './payment-methods.ts';
import { readChangedItem, readNewItem } from './subscription-item-params.ts';

const unsupported = [
  'add_invoice_items',
  'application_fee_percent',
  'automatic_tax',
  'backdate_start_date',
  'billing_cycle_anchor_config',
  'billing_schedules',
  'billing_thresholds',
  'currency',
  'customer_account',
  'days_until_due',
  'default_source',
  'default_tax_rates',
  'discounts',
  'invoice_settings',
  'on_behalf_of',
  'pause_collection',
  'pending_invoice_item_interval',
  'transfer_data',
  'trial_end',
  'trial_from_plan',
  'trial_period_days',
  'trial_settings',
];

export function findSubscription(context: Context, id: string): SubscriptionRecord {
  const record = context.store.get('subscriptions', id);
  if (!record) throw resourceMissing('subscription', id, 'id');
  return record;
}

function readMethod(context: Context, params: ParamReader, customer: string): string | undefined {
  const id = params.text('default_payment_method');
  if (id === undefined || methodOf(context, id, customer)) return id;
  throw referenceMissing('PaymentMethod', id, 'default_payment_method');
}

export const createSubscription: Handler = (context, params) => {
  params.rejectUnsupported([
    ...unsupported,
    'billing_cycle_anchor',
    'payment_settings',
    'cancel_at',
    'cancel_at_period_end',
  ]);
  params.boolean('off_session');
  params.oneOf('collection_method', ['charge_automatically']);
  params.oneOf('proration_behavior', prorationBehaviors);
  params.object('billing_mode')?.oneOf('type', ['flexible']);
  const id = params.requiredText('customer');
  const customer = findLiveCustomer(context, id);
  if (!customer) throw referenceMissing('customer', id, 'customer');
  const item = readNewItem(context, params);
  const method = readMethod(context, params, id);
  const behavior = params.oneOf('payment_behavior', paymentBehaviors) ?? 'allow_incomplete';
  const input = {
    customer,
    price: item.price,
    quantity: item.quantity,
    itemMetadata: item.metadata,
    metadata: params.metadata('metadata'),
    description: params.text('description', 500) ?? null,
    defaultPaymentMethod: method ?? null,
    usesBalance: true,
  };
  params.rejectUnread();
  const started = startSubscription(context, input);
  const waits = behavior === 'default_incomplete' || started.invoice.status !== 'open';
  const hasCard = method !== undefined || customer.invoice_settings.default_payment_method !== null;
  if (!waits && !hasCard) {
    throw new StripeApiError(
      400,
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    );
  }
  const { decline } = waits ? {} : collectInvoice(context, started.invoice);
  if (decline && behavior === 'error_if_incomplete') throw payError(decline);
  return announceSubscription(context, started.id);
};

/**
 * The subscription with its price in its current state: its metadata may have changed, and it may have been archived.
 */
function asOfNow(context: Context, subscription: WireSubscription): WireSubscription {
  const { price, quantity } = itemOf(subscription);
  return withPrice(subscription, context.store.get('prices', price.id) ?? price, quantity);
}

export const retrieveSubscription: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return asOfNow(context, findSubscription(context, id).subscription);
};

const statuses = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;

function matchesStatus({ status }: WireSubscription, wanted: (typeof statuses)[number] | undefined): boolean {
  const isEnded = status === 'canceled' || status === 'incomplete_expired';
  if (wanted === 'all') return true;
  if (wanted === 'ended') return isEnded;
  return wanted === undefined ? status !== 'canceled' : status === wanted;
}

/** Without a status filter, canceled subscriptions are omitted. */
export const listSubscriptions: Handler = (context, params) => {
  const customer = params.text('customer');
  const status = params.oneOf('status', statuses);
  const price = params.text('price');
  const created = params.range('created');
  const periodEnd = params.range('current_period_end');
  const matching = context.store
    .values('subscriptions')
    .map(({ subscription }) => asOfNow(context, subscription))
    .filter((subscription) => customer === undefined || subscription.customer === customer)
    .filter((subscription) => matchesStatus(subscription, status))
    .filter((subscription) => price === undefined || itemOf(subscription).price.id === price)
    .filter((subscription) => isInRange(subscription.created, created))
    .filter((subscription) => isInRange(itemOf(subscription).current_period_end, periodEnd))
    .reverse();
  const page = listPage(matching, params, '/v1/subscriptions');
  params.rejectUnread();
  return page;
};

type Cancellation = { param: 'cancel_at' | 'cancel_at_period_end'; at: number | null };

/** The time set by `cancel_at` or `cancel_at_period_end`; undefined when neither was sent. */
function readCancellation(
  params: ParamReader,
  subscription: WireSubscription,
  proration: (typeof prorationBehaviors)[number],
): Cancellation | undefined {
  const { current_period_end: end } = itemOf(subscription);
  const endsWithPeriod = params.boolean('cancel_at_period_end');
  if (!params.has('cancel_at')) {
    if (endsWithPeriod === undefined || endsWithPeriod === subscription.cancel_at_period_end)
      return undefined;
    return { param: 'cancel_at_period_end', at: endsWithPeriod ? end : null };
  }
  if (endsWithPeriod !== undefined) {
    throw new StripeApiError(
      400,
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      { param: 'cancel_at' },
    );
  }
  const sent = params.nullableText('cancel_at') ?? null;
  if (sent === null) return { param: 'cancel_at', at: null };
  if (sent === 'min_period_end' || sent === 'max_period_end') return { param: 'cancel_at', at: end };
  const at = params.requiredInteger('cancel_at');
  // The sandbox does not compute partial periods after the paid one, nor the credit for part of a paid one.
  if (at > end || (at < end && proration !== 'none')) throw notInSandbox('cancel_at');
  return { param: 'cancel_at', at };
}

function withCancellation(
  context: Context,
  subscription: WireSubscription,
  asked: Cancellation | undefined,
): WireSubscription {
  if (asked === undefined) return subscription;
  const { param, at } = asked;
  if (subscription.schedule !== null) {
    throw new StripeApiError(
      400,
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param },
    );
  }
  const now = billingSeconds(context);
  if (at !== null && at < now) {
    throw new StripeApiError(400, 'The cancel_at timestamp must be in the future.', { param });
  }
  const details = { comment: null, feedback: null, feedback_option: null };
  return {
    ...subscription,
    cancel_at_period_end: param === 'cancel_at_period_end' && at !== null,
    cancel_at: at,
    canceled_at: at === null ? null : now,
    cancellation_details: { ...details, reason: at === null ? null : 'cancellation_requested' },
  };
}

/**
 * Schedules the cancellation of a subscription at period end in the portal, or reverts it. With flexible billing the
 * portal sets `cancel_at` and leaves `cancel_at_period_end` false.
 */
export function setCancellation(context: Context, id: string, isAsked: boolean): void {
  const record = findSubscription(context, id);
  const at = isAsked ? itemOf(record.subscription).current_period_end : null;
  const subscription = withCancellation(context, record.subscription, { param: 'cancel_at', at });
  saveSubscription(context, { ...record, subscription });
}

export const updateSubscription: Handler = (context, params, [id = '']) => {
  const record = findSubscription(context, id);
  const { subscription } = record;
  params.rejectUnsupported([...unsupported, 'payment_settings', 'customer']);
  params.boolean('off_session');
  params.oneOf('billing_cycle_anchor', ['unchanged']);
  params.object('cancellation_details')?.rejectUnsupported(['comment', 'feedback', 'feedback_option']);
  const item = readChangedItem(context, params, subscription);
  const proration = params.oneOf('proration_behavior', prorationBehaviors) ?? 'create_prorations';
  const at = readProrationDate(context, params, subscription);
  const payment = params.oneOf('payment_behavior', paymentBehaviors) ?? 'allow_incomplete';
  if (payment === 'pending_if_incomplete') rejectWithPending(params);
  const changed = withCancellation(context, subscription, readCancellation(params, subscription, proration));
  const fields = {
    metadata: params.metadata('metadata', subscription.metadata),
    description: params.has('description')
      ? (params.nullableText('description', 500) ?? null)
      : subscription.description,
    default_payment_method:
      readMethod(context, params, subscription.customer) ?? subscription.default_payment_method,
  };
  params.rejectUnread();
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
    throw new StripeApiError(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  }
  const saved = { ...record, subscription: { ...changed, ...fields } };
  if (item) {
    changeItem(context, saved, { ...item, proration, at }, payment);
  } else saveSubscription(context, saved);
  return findSubscription(context, id).subscription;
};

/** `proration_date`, or the current time; it must be within the current period. */
export function readProrationDate(
  context: Context,
  params: ParamReader | undefined,
  subscription: WireSubscription,
): number {
  const { current_period_end: end, current_period_start: start } = itemOf(subscription);
  const at = params?.integer('proration_date') ?? Math.min(Math.max(billingSeconds(context), start), end);
  if (at >= start && at <= end) return at;
  throw new StripeApiError(400, 'Invalid proration_date: it must lie in the current billing period.', {
    param: params?.nameOf('proration_date') ?? 'proration_date',
  });
}

function rejectWithPending(params: ParamReader): void {
  for (const name of [
    'metadata',
    'cancel_at',
    'cancel_at_period_end',
    'description',
    'default_payment_method',
  ]) {
    if (!params.has(name)) continue;
    throw new StripeApiError(
      400,
      `You cannot update \`${name}\` when \`payment_behavior\` is set to \`pending_if_incomplete\`.`,
      { param: name },
    );
  }
}

/** Cancels immediately without a refund: the rest of the period is lost unless it is refunded separately. */
export const cancelSubscription: Handler = (context, params, [id = '']) => {
  const record = findSubscription(context, id);
  params.rejectUnsupported(['invoice_now', 'prorate']);
  params.object('cancellation_details')?.rejectUnsupported(['comment', 'feedback', 'feedback_option']);
  params.rejectUnread();
  if (record.subscription.status === 'canceled') throw resourceMissing('subscription', id, 'id');
  return endSubscription(context, record, 'cancellation_requested').subscription;
};
