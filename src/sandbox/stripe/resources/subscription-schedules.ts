import type Stripe from 'stripe';
import { StripeApiError } from '../api-error.ts';
import { releaseSchedule } from '../billing/schedule-phases.ts';
import { changeSubscription, itemOf, nextBoundary } from '../billing/subscription-object.ts';
import { billingSeconds, type Context, find, type Handler } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import type { ParamReader } from '../params.ts';
import { resource } from '../records.ts';
import { priceForSale } from './prices.ts';

type Phase = Stripe.SubscriptionSchedule.Phase;

function rejectUnlessActive(schedule: Stripe.SubscriptionSchedule, verb: string): void {
  if (schedule.status === 'active') return;
  throw new StripeApiError(
    400,
    `You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}

/** Creates a schedule only from an existing subscription, whose current period becomes the first phase. */
export const createSchedule: Handler = (context, params) => {
  const from = params.requiredText('from_subscription');
  params.rejectUnread();
  const record = find(context, 'subscriptions', from, 'from_subscription');
  const { subscription } = record;
  if (subscription.schedule !== null) {
    throw new StripeApiError(
      400,
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      { param: 'from_subscription' },
    );
  }
  if (subscription.status === 'canceled') {
    throw new StripeApiError(400, 'A canceled subscription cannot have a schedule.', {
      param: 'from_subscription',
    });
  }
  const { current_period_start: start_date, current_period_end: end_date, price } = itemOf(subscription);
  const schedule = resource<Stripe.SubscriptionSchedule>({
    id: newId.schedule(),
    object: 'subscription_schedule',
    created: billingSeconds(context),
    current_phase: { start_date, end_date },
    customer: subscription.customer,
    livemode: false,
    phases: [{ start_date, end_date, items: [{ price: price.id }], metadata: {} }],
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
  });
  context.store.put('schedules', schedule.id, schedule);
  emit(context, 'subscription_schedule.created', schedule);
  changeSubscription(context, record, {
    schedule: schedule.id,
    cancel_at_period_end: false,
    cancel_at: null,
  });
  return schedule;
};

function readPhase(context: Context, sent: ParamReader, start: number, isRunning: boolean): Phase {
  const item = sent.onlyObject('items');
  item.oneOf('quantity', ['1']);
  const id = item.requiredText('price');
  const param = item.nameOf('price');
  const price = isRunning ? find(context, 'prices', id, param) : priceForSale(context, id, param);
  const duration = sent.object('duration');
  duration?.oneOf('interval', ['month']);
  duration?.oneOf('interval_count', ['1']);
  sent.oneOf('proration_behavior', ['none']);
  const from = sent.integer('start_date') ?? start;
  const end_date = sent.integer('end_date') ?? nextBoundary(start, start);
  const metadata = sent.metadata('metadata');
  if (from === start && end_date > start) {
    return resource<Phase>({ start_date: start, end_date, items: [{ price: price.id }], metadata });
  }
  throw new StripeApiError(400, 'Each phase starts where the one before it ends.', {
    param: sent.nameOf('start_date'),
  });
}

/** Replaces the current and later phases. The current phase comes first and keeps its price and start. */
export const updateSchedule: Handler = (context, params, [id = '']) => {
  const current = find(context, 'schedules', id);
  params.oneOf('end_behavior', ['release']);
  params.oneOf('proration_behavior', ['none']);
  const phases: Phase[] = [];
  let start = current.current_phase?.start_date ?? 0;
  const running = current.phases.find(({ start_date }) => start_date === start);
  for (const sent of params.objects('phases')) {
    const phase = readPhase(context, sent, start, phases.length === 0);
    phases.push(phase);
    start = phase.end_date;
  }
  params.rejectUnread();
  rejectUnlessActive(current, 'update');
  if (phases[0]?.items[0]?.price !== running?.items[0]?.price) {
    throw new StripeApiError(400, 'The sandbox does not change the price of the current phase.', {
      param: 'phases[0][items]',
    });
  }
  const schedule: Stripe.SubscriptionSchedule = { ...current, phases };
  context.store.put('schedules', id, schedule);
  emit(context, 'subscription_schedule.updated', schedule);
  return schedule;
};

export const releaseScheduleNow: Handler = (context, params, [id = '']) => {
  const schedule = find(context, 'schedules', id);
  params.rejectUnread();
  rejectUnlessActive(schedule, 'release');
  const released = releaseSchedule(context, schedule);
  const record = find(context, 'subscriptions', String(released.released_subscription));
  changeSubscription(context, record, { schedule: null });
  return released;
};
