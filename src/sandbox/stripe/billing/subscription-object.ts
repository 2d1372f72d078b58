import { StripeApiError } from '../api-error.ts';
import { billingSeconds, type Context } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import type {
  SubscriptionRecord,
  WireList,
  WirePlan,
  WirePrice,
  WireSubscription,
  WireSubscriptionItem,
} from '../records.ts';
import { productOf, type Recurrence } from '../resources/prices.ts';

/** How often a price is charged. @throws StripeApiError 400 for one-off prices. */
export function recurrenceOf(price: WirePrice): Recurrence {
  const recurring = price.recurring;
  const interval = (['day', 'week', 'month', 'year'] as const).find((name) => name === recurring?.interval);
  if (recurring && interval) return { interval, count: recurring.interval_count };
  throw new StripeApiError(
    400,
    `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
    { param: 'items' },
  );
}

/** The legacy form of a price, which subscription items still include. */
function planOf(price: WirePrice): WirePlan {
  const { interval, count } = recurrenceOf(price);
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval,
    interval_count: count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: productOf(price),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export type Period = { start: number; end: number };

export function buildItem(
  subscription: string,
  price: WirePrice,
  quantity: number,
  period: Period,
  metadata: Record<string, string> = {},
): WireSubscriptionItem {
  return {
    id: newId.subscriptionItem(),
    object: 'subscription_item',
    billing_thresholds: null,
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata,
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

export function itemList(subscription: string, data: WireSubscriptionItem[]): WireList<WireSubscriptionItem> {
  return {
    object: 'list',
    data,
    has_more: false,
    url: `/v1/subscription_items?subscription=${subscription}`,
  };
}

/** The only item of a subscription: the sandbox supports one. */
export function itemOf(subscription: WireSubscription): WireSubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

/** The subscription with another price or quantity for its item, in the same period. */
export function withPrice(
  subscription: WireSubscription,
  price: WirePrice,
  quantity: number,
): WireSubscription {
  const item = { ...itemOf(subscription), plan: planOf(price), price, quantity };
  return { ...subscription, items: itemList(subscription.id, [item]) };
}

export function withPeriod(subscription: WireSubscription, period: Period): WireSubscription {
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  return { ...subscription, items: itemList(subscription.id, data) };
}

/** Stores a change. If a visible field changed, records `customer.subscription.updated` with the previous values. */
export function saveSubscription(context: Context, record: SubscriptionRecord): SubscriptionRecord {
  const { subscription } = record;
  const before = context.store.get('subscriptions', subscription.id)?.subscription;
  context.store.put('subscriptions', subscription.id, record);
  if (!before || !record.isAnnounced) return record;
  const previous = Object.fromEntries(
    Object.entries(before).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(Object(subscription)[key]),
    ),
  );
  if (Object.keys(previous).length > 0) {
    emit(context, 'customer.subscription.updated', subscription, previous);
  }
  return record;
}

/**
 * Ends a subscription immediately and records `customer.subscription.deleted`. Open invoices are no longer collected.
 */
export function endSubscription(
  context: Context,
  record: SubscriptionRecord,
  reason: 'cancellation_requested' | 'payment_failed',
): SubscriptionRecord {
  const at = billingSeconds(context);
  const { subscription } = record;
  const details = subscription.cancellation_details;
  const ended: WireSubscription = {
    ...subscription,
    status: 'canceled',
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? at,
    cancellation_details: {
      comment: details?.comment ?? null,
      feedback: details?.feedback ?? null,
      feedback_option: null,
      reason,
    },
    ended_at: at,
    pending_update: null,
    schedule: null,
  };
  const saved = { ...record, subscription: ended, pendingLines: [] };
  context.store.put('subscriptions', subscription.id, saved);
  emit(context, 'customer.subscription.deleted', ended);
  const schedule = subscription.schedule && context.store.get('schedules', subscription.schedule);
  if (schedule && schedule.status === 'active') {
    const canceled = { ...schedule, status: 'canceled' as const, canceled_at: at, current_phase: null };
    context.store.put('schedules', schedule.id, canceled);
    emit(context, 'subscription_schedule.canceled', canceled);
  }
  for (const invoice of context.store.values('invoices')) {
    if (invoice.status !== 'open' || invoice.next_payment_attempt === null) continue;
    if (invoice.parent?.subscription_details?.subscription !== subscription.id) continue;
    context.store.put('invoices', invoice.id, {
      ...invoice,
      auto_advance: false,
      next_payment_attempt: null,
    });
  }
  return saved;
}
