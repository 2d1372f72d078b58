import type Stripe from 'stripe';
import { referenceMissing, resourceMissing, StripeApiError } from '../api-error.ts';
import { nextBoundary } from '../billing/calendar.ts';
import { releaseSchedule } from '../billing/schedule-phases.ts';
import { endSubscription, itemOf, recurrenceOf, saveSubscription } from '../billing/subscription-object.ts';
import { billingSeconds, type Context, type Handler } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { listPage } from '../list-page.ts';
import type { ParamReader } from '../params.ts';
import type { WirePrice } from '../records.ts';
import { priceForSale } from './prices.ts';
import { findSubscription } from './subscriptions.ts';

type Phase = Stripe.SubscriptionSchedule.Phase;

function buildPhase(price: WirePrice, quantity: number, start: number, end: number): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: price.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [
      {
        billing_thresholds: null,
        discounts: [],
        metadata: {},
        plan: price.id,
        price: price.id,
        quantity,
        tax_rates: [],
      },
    ],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'create_prorations',
    start_date: start,
    transfer_data: null,
    trial_end: null,
  };
}

function findSchedule(context: Context, id: string): Stripe.SubscriptionSchedule {
  const schedule = context.store.get('schedules', id);
  if (!schedule) throw resourceMissing('subscription_schedule', id, 'schedule');
  return schedule;
}

function rejectUnlessActive(schedule: Stripe.SubscriptionSchedule, doing: string): void {
  if (schedule.status === 'active') return;
  throw new StripeApiError(
    400,
    `You cannot ${doing} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}

/** Created from an existing subscription only: its current period becomes the first phase. */
export const createSchedule: Handler = (context, params) => {
  params.rejectUnsupported([
    'billing_mode',
    'customer',
    'default_settings',
    'pause_schedules',
    'phases',
    'start_date',
  ]);
  const metadata = params.metadata('metadata');
  const from = params.requiredText('from_subscription');
  params.rejectUnread();
  const record = findSubscription(context, from);
  const { subscription } = record;
  if (subscription.schedule !== null) {
    throw new StripeApiError(
      400,
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      { param: 'from_subscription' },
    );
  }
  if (!['active', 'past_due'].includes(subscription.status)) {
    throw new StripeApiError(400, 'Only a running subscription can get a schedule.', {
      param: 'from_subscription',
    });
  }
  const item = itemOf(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  const schedule: Stripe.SubscriptionSchedule = {
    id: newId.schedule(),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: billingSeconds(context),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: subscription.cancel_at === null ? 'release' : 'cancel',
    livemode: false,
    metadata,
    pause_schedules: [],
    phases: [buildPhase(item.price, item.quantity, start, end)],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  };
  context.store.put('schedules', schedule.id, schedule);
  emit(context, 'subscription_schedule.created', schedule);
  const held = { ...subscription, schedule: schedule.id, cancel_at_period_end: false, cancel_at: null };
  saveSubscription(context, { ...record, subscription: held });
  return schedule;
};

function readPhase(context: Context, sent: ParamReader, start: number, isRunning: boolean): Phase {
  sent.rejectUnsupported(['add_invoice_items', 'discounts', 'trial', 'trial_end', 'billing_cycle_anchor']);
  const [item] = sent.objects('items');
  const id = item?.requiredText('price') ?? '';
  const param = sent.nameOf('items');
  const price = isRunning ? context.store.get('prices', id) : priceForSale(context, id, param);
  if (!price) throw referenceMissing('price', id, param);
  const duration = sent.object('duration');
  const interval = duration?.oneOf('interval', ['day', 'week', 'month', 'year']);
  const count = duration?.integer('interval_count') ?? 1;
  const from = sent.integer('start_date') ?? start;
  if (from !== start) {
    throw new StripeApiError(400, 'Each phase starts where the one before it ends.', {
      param: sent.nameOf('start_date'),
    });
  }
  const length = interval ? { interval, count } : recurrenceOf(price);
  const end = sent.integer('end_date') ?? nextBoundary(start, start, length);
  if (end <= start) {
    throw new StripeApiError(400, 'The end of a phase comes after its start.', {
      param: sent.nameOf('end_date'),
    });
  }
  const proration = sent.oneOf('proration_behavior', ['always_invoice', 'create_prorations', 'none']);
  return {
    ...buildPhase(price, item?.integer('quantity') ?? 1, start, end),
    metadata: sent.metadata('metadata'),
    proration_behavior: proration ?? 'create_prorations',
  };
}

/** Replaces the phases. The current phase comes first and keeps its price, start and end. */
export const updateSchedule: Handler = (context, params, [id = '']) => {
  const current = findSchedule(context, id);
  params.rejectUnsupported(['default_settings', 'pause_schedules']);
  const endBehavior = params.oneOf('end_behavior', ['cancel', 'release']) ?? current.end_behavior;
  const metadata = params.metadata('metadata', current.metadata ?? {});
  params.oneOf('proration_behavior', ['always_invoice', 'create_prorations', 'none']);
  const sent = params.objects('phases');
  const phases: Phase[] = [];
  let start = current.current_phase?.start_date ?? current.phases[0]?.start_date ?? 0;
  for (const phase of sent) {
    const read = readPhase(context, phase, start, phases.length === 0);
    phases.push(read);
    start = read.end_date;
  }
  params.rejectUnread();
  rejectUnlessActive(current, 'update');
  const running = current.phases.find(({ start_date }) => start_date === current.current_phase?.start_date);
  if (phases[0] && running && phases[0].items[0]?.price !== running.items[0]?.price) {
    throw new StripeApiError(400, 'The sandbox does not change the price of the phase that runs.', {
      code: 'parameter_not_in_sandbox',
      param: 'phases[0][items]',
    });
  }
  const [first] = phases;
  const schedule: Stripe.SubscriptionSchedule = {
    ...current,
    current_phase: first ? { start_date: first.start_date, end_date: first.end_date } : current.current_phase,
    end_behavior: endBehavior,
    metadata,
    phases: first ? phases : current.phases,
  };
  context.store.put('schedules', id, schedule);
  emit(context, 'subscription_schedule.updated', schedule, { phases: current.phases });
  return schedule;
};

export const releaseScheduleNow: Handler = (context, params, [id = '']) => {
  const schedule = findSchedule(context, id);
  params.boolean('preserve_cancel_date');
  params.rejectUnread();
  rejectUnlessActive(schedule, 'release');
  const released = releaseSchedule(context, schedule);
  const record = findSubscription(context, released.released_subscription ?? '');
  saveSubscription(context, { ...record, subscription: { ...record.subscription, schedule: null } });
  return released;
};

export const cancelSchedule: Handler = (context, params, [id = '']) => {
  const schedule = findSchedule(context, id);
  params.rejectUnsupported(['invoice_now', 'prorate']);
  params.rejectUnread();
  rejectUnlessActive(schedule, 'cancel');
  const subscription = typeof schedule.subscription === 'string' ? schedule.subscription : '';
  endSubscription(context, findSubscription(context, subscription), 'cancellation_requested');
  return findSchedule(context, id);
};

export const retrieveSchedule: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return findSchedule(context, id);
};

export const listSchedules: Handler = (context, params) => {
  const customer = params.text('customer');
  const matching = context.store
    .values('schedules')
    .filter((schedule) => customer === undefined || schedule.customer === customer)
    .reverse();
  const page = listPage(matching, params, '/v1/subscription_schedules');
  params.rejectUnread();
  return page;
};
