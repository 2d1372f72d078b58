import { billingSeconds, type Context } from '../context.ts';
import { emit } from '../emit.ts';
import type { SubscriptionRecord, WireInvoice } from '../records.ts';
import { findLiveCustomer } from '../resources/customers.ts';
import { nextBoundary } from './calendar.ts';
import { collectInvoice, finalizeInvoice } from './collect-invoice.ts';
import { buildInvoice, periodLine } from './invoice-object.ts';
import { afterDecline } from './retries.ts';
import { enterPhase } from './schedule-phases.ts';
import {
  endSubscription,
  itemOf,
  recurrenceOf,
  saveSubscription,
  withPeriod,
} from './subscription-object.ts';

/** A subscription expires when its first payment is not made within this time. */
const incompleteSeconds = 23 * 60 * 60;

function retryInvoice(context: Context, { subscription }: SubscriptionRecord): WireInvoice | undefined {
  const invoice = subscription.latest_invoice && context.store.get('invoices', subscription.latest_invoice);
  return invoice && invoice.status === 'open' && invoice.next_payment_attempt !== null ? invoice : undefined;
}

/** The next time, in seconds, at which the clock has work to do for a subscription. */
function nextMoment(context: Context, record: SubscriptionRecord): number {
  const { subscription } = record;
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return Infinity;
  if (subscription.status === 'incomplete') return subscription.created + incompleteSeconds;
  return Math.min(
    itemOf(subscription).current_period_end,
    subscription.cancel_at ?? Infinity,
    subscription.pending_update?.expires_at ?? Infinity,
    retryInvoice(context, record)?.next_payment_attempt ?? Infinity,
  );
}

function voidInvoice(context: Context, id: string | null): void {
  const invoice = id === null ? undefined : context.store.get('invoices', id);
  if (invoice?.status !== 'open') return;
  const voided: WireInvoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: billingSeconds(context) },
  };
  context.store.put('invoices', voided.id, voided);
  emit(context, 'invoice.voided', voided);
}

function giveUp(context: Context, record: SubscriptionRecord): void {
  voidInvoice(context, record.subscription.latest_invoice);
  const ended_at = billingSeconds(context);
  saveSubscription(context, {
    ...record,
    subscription: { ...record.subscription, status: 'incomplete_expired', ended_at },
  });
}

function dropPendingUpdate(context: Context, record: SubscriptionRecord): void {
  voidInvoice(context, record.subscription.latest_invoice);
  const subscription = { ...record.subscription, pending_update: null };
  saveSubscription(context, { ...record, subscription });
  emit(context, 'customer.subscription.pending_update_expired', subscription);
}

function collectRenewal(context: Context, invoice: WireInvoice): void {
  const isForcedToFail = invoice.status === 'open' && context.billing.failRenewals > 0;
  if (isForcedToFail) context.billing.failRenewals -= 1;
  const collected = collectInvoice(context, invoice, { retries: true, isForcedToFail });
  if (collected.decline) afterDecline(context, collected.invoice);
}

/** Starts the next period and bills it. */
function renew(context: Context, ending: SubscriptionRecord): void {
  const record = enterPhase(context, ending);
  const customer = record && findLiveCustomer(context, record.subscription.customer);
  if (!record || !customer) return;
  const before = itemOf(record.subscription);
  const start = before.current_period_end;
  const anchor = record.subscription.billing_cycle_anchor;
  const period = { start, end: nextBoundary(anchor, start, recurrenceOf(before.price)) };
  const renewed = withPeriod(record.subscription, period);
  const draft = buildInvoice(context, {
    subscription: renewed,
    customer,
    lines: [...record.pendingLines, periodLine(context, itemOf(renewed), period)],
    reason: 'subscription_cycle',
    period: { start: before.current_period_start, end: start },
  });
  saveSubscription(context, {
    ...record,
    subscription: { ...renewed, latest_invoice: draft.id },
    pendingLines: [],
    periodDiscount: 0,
  });
  if (renewed.status === 'unpaid') {
    const kept = { ...draft, auto_advance: false };
    context.store.put('invoices', kept.id, kept);
    emit(context, 'invoice.created', kept);
    return;
  }
  collectRenewal(context, finalizeInvoice(context, draft));
}

function step(context: Context, record: SubscriptionRecord, at: number): void {
  const { subscription } = record;
  const invoice = retryInvoice(context, record);
  if (subscription.status === 'incomplete') giveUp(context, record);
  else if ((subscription.pending_update?.expires_at ?? Infinity) <= at) dropPendingUpdate(context, record);
  else if (invoice && (invoice.next_payment_attempt ?? Infinity) <= at) collectRenewal(context, invoice);
  else if ((subscription.cancel_at ?? Infinity) <= at) {
    endSubscription(context, record, 'cancellation_requested');
  } else renew(context, record);
}

/** Processes everything that is due by the billing clock, in chronological order: renewals, retries, cancellations. */
export function runBilling(context: Context): void {
  const until = billingSeconds(context);
  for (;;) {
    let due: { record: SubscriptionRecord; at: number } | undefined;
    for (const record of context.store.values('subscriptions')) {
      const at = nextMoment(context, record);
      if (at <= until && at < (due?.at ?? Infinity)) due = { record, at };
    }
    if (!due) return;
    const { record, at } = due;
    context.store.transaction(() => step({ ...context, billingAt: at }, record, at));
  }
}

/**
 * Advances the billing clock and processes everything that becomes due.
 * @throws RangeError for a negative or infinite time.
 */
export function advanceBilling(context: Context, ms: number): void {
  if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The billing clock goes forward only');
  const offsetMs = (context.store.get('clocks', 'billing')?.offsetMs ?? 0) + ms;
  context.store.transaction(() => context.store.put('clocks', 'billing', { offsetMs }));
  runBilling(context);
}
