import type Stripe from 'stripe';
import { billingSeconds, type Context } from '../context.ts';
import { emit } from '../emit.ts';
import type { SubscriptionRecord } from '../records.ts';
import { withItem } from './subscription-object.ts';

/** Marks a schedule as released. The caller removes the schedule from its subscription. */
export function releaseSchedule(
  context: Context,
  schedule: Stripe.SubscriptionSchedule,
): Stripe.SubscriptionSchedule {
  const released: Stripe.SubscriptionSchedule = {
    ...schedule,
    current_phase: null,
    released_subscription: String(schedule.subscription),
    status: 'released',
    subscription: null,
  };
  context.store.put('schedules', released.id, released);
  emit(context, 'subscription_schedule.released', released);
  return released;
}

/**
 * Applies the schedule's current phase to the billing period that starts now. A phase that ends within a period stays
 * in effect until the next renewal. After the last phase, the subscription is released from its schedule.
 */
export function enterPhase(context: Context, record: SubscriptionRecord): SubscriptionRecord {
  const { subscription } = record;
  const schedule = subscription.schedule ? context.store.get('schedules', subscription.schedule) : undefined;
  if (schedule?.status !== 'active') return record;
  const at = billingSeconds(context);
  const phase = schedule.phases.find(({ start_date, end_date }) => start_date <= at && at < end_date);
  if (!phase) {
    releaseSchedule(context, schedule);
    return { ...record, subscription: { ...subscription, schedule: null } };
  }
  const { start_date, end_date, items } = phase;
  if (schedule.current_phase?.start_date !== start_date) {
    const updated = { ...schedule, current_phase: { start_date, end_date } };
    context.store.put('schedules', schedule.id, updated);
    emit(context, 'subscription_schedule.updated', updated);
  }
  const price = context.store.get('prices', String(items[0]?.price));
  return price ? { ...record, subscription: withItem(subscription, { price }) } : record;
}
