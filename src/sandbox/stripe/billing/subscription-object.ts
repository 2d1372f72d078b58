import { addMonths } from '../../../shared/time-zone.ts';
import { billingSeconds, type Context, find } from '../context.ts';
import { emit } from '../emit.ts';
import type { SubscriptionRecord, WireSubscription, WireSubscriptionItem } from '../records.ts';

/**
 * The first period end after `after`, in seconds. Periods are counted from `anchor`: with an anchor on 31 January, they
 * end on 28 February, then on 31 March.
 */
export function nextBoundary(anchor: number, after: number): number {
  const boundary = (months: number) => addMonths(new Date(anchor * 1000), months).getTime() / 1000;
  let months = 1;
  while (boundary(months) <= after) months += 1;
  return boundary(months);
}

/** The only item of a subscription: the sandbox supports one. */
export function itemOf(subscription: WireSubscription): WireSubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

export function withItem(
  subscription: WireSubscription,
  changes: Partial<WireSubscriptionItem>,
): WireSubscription {
  const data = [{ ...itemOf(subscription), ...changes }];
  return { ...subscription, items: { ...subscription.items, data } };
}

/** The subscription with the current state of its price, which may have new metadata or be archived. */
export function withCurrentPrice(context: Context, subscription: WireSubscription): WireSubscription {
  return withItem(subscription, { price: find(context, 'prices', itemOf(subscription).price.id) });
}

/**
 * Stores a change. Emits `customer.subscription.updated` if the change is visible in the API and
 * `customer.subscription.created` was emitted before.
 */
export function saveSubscription(context: Context, record: SubscriptionRecord): void {
  const { subscription } = record;
  const before = context.store.get('subscriptions', subscription.id)?.subscription;
  context.store.put('subscriptions', subscription.id, record);
  const isChanged = JSON.stringify(before) !== JSON.stringify(subscription);
  if (isChanged && !record.isCreatedEventPending)
    emit(context, 'customer.subscription.updated', subscription);
}

export function changeSubscription(
  context: Context,
  record: SubscriptionRecord,
  changes: Partial<WireSubscription>,
): void {
  saveSubscription(context, { ...record, subscription: { ...record.subscription, ...changes } });
}

/**
 * Ends a subscription and its schedule immediately and emits `customer.subscription.deleted`. Because the
 * subscription is canceled, `renewals.ts` no longer collects its open invoice.
 */
export function endSubscription(context: Context, record: SubscriptionRecord): WireSubscription {
  const { schedule: scheduleId } = record.subscription;
  const ended: WireSubscription = {
    ...record.subscription,
    status: 'canceled',
    cancel_at_period_end: false,
    ended_at: billingSeconds(context),
    schedule: null,
  };
  context.store.put('subscriptions', ended.id, { ...record, subscription: ended });
  emit(context, 'customer.subscription.deleted', ended);
  const schedule = scheduleId === null ? undefined : context.store.get('schedules', scheduleId);
  if (schedule?.status === 'active') {
    const canceled = { ...schedule, status: 'canceled' as const, current_phase: null };
    context.store.put('schedules', schedule.id, canceled);
    emit(context, 'subscription_schedule.canceled', canceled);
  }
  return ended;
}
