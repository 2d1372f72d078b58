import { billingSeconds, type Context } from '../context.ts';
import type { SubscriptionRecord, WireInvoice } from '../records.ts';
import { findCustomer } from '../resources/customers.ts';
import { collectInvoice, finalizeInvoice, subscriptionOf } from './collect-invoice.ts';
import { buildInvoice, periodLine } from './invoice-object.ts';
import { enterPhase } from './schedule-phases.ts';
import {
  changeSubscription,
  endSubscription,
  itemOf,
  nextBoundary,
  saveSubscription,
  withItem,
} from './subscription-object.ts';

function openInvoiceOf(context: Context, { subscription }: SubscriptionRecord): WireInvoice | undefined {
  const invoice = context.store.get('invoices', String(subscription.latest_invoice));
  return invoice?.status === 'open' ? invoice : undefined;
}

/** When the next renewal, retry or cancellation of a subscription is due, in seconds. */
function nextDueAt(context: Context, record: SubscriptionRecord): number {
  const { subscription } = record;
  if (subscription.status === 'canceled') return Infinity;
  return Math.min(
    itemOf(subscription).current_period_end,
    subscription.cancel_at ?? Infinity,
    openInvoiceOf(context, record)?.next_payment_attempt ?? Infinity,
  );
}

/** Attempts to collect a renewal. A decline makes the subscription past due or, if no retry follows, ends it. */
function collectRenewal(context: Context, invoice: WireInvoice): void {
  const isForcedToFail = invoice.status === 'open' && context.billing.failRenewals > 0;
  if (isForcedToFail) context.billing.failRenewals -= 1;
  const { decline, invoice: after } = collectInvoice(context, invoice, { willRetry: true, isForcedToFail });
  const record = subscriptionOf(context, after);
  if (!decline || !record) return;
  if (after.next_payment_attempt === null) endSubscription(context, record);
  else changeSubscription(context, record, { status: 'past_due' });
}

/** Starts the next period and bills it. */
function renew(context: Context, ending: SubscriptionRecord): void {
  const record = enterPhase(context, ending);
  const { billing_cycle_anchor: anchor, customer } = record.subscription;
  const start = itemOf(record.subscription).current_period_end;
  const renewed = withItem(record.subscription, {
    current_period_start: start,
    current_period_end: nextBoundary(anchor, start),
  });
  const draft = buildInvoice(context, {
    subscription: renewed,
    customer: findCustomer(context, customer),
    lines: [periodLine(context, itemOf(renewed))],
    reason: 'subscription_cycle',
  });
  const subscription = { ...renewed, latest_invoice: draft.id };
  saveSubscription(context, { ...record, subscription, periodDiscount: 0 });
  collectRenewal(context, finalizeInvoice(context, draft));
}

function step(context: Context, record: SubscriptionRecord, at: number): void {
  const invoice = openInvoiceOf(context, record);
  if (invoice && (invoice.next_payment_attempt ?? Infinity) <= at) collectRenewal(context, invoice);
  else if ((record.subscription.cancel_at ?? Infinity) <= at) endSubscription(context, record);
  else renew(context, record);
}

/** Processes everything that is due by the billing clock, in chronological order: renewals, retries, cancellations. */
export function runBilling(context: Context): void {
  const until = billingSeconds(context);
  for (;;) {
    let due: { record: SubscriptionRecord; at: number } | undefined;
    for (const record of context.store.values('subscriptions')) {
      const at = nextDueAt(context, record);
      if (at <= until && at < (due?.at ?? Infinity)) due = { record, at };
    }
    if (!due) return;
    const { record, at } = due;
    context.store.transaction(() => step({ ...context, billingAt: at }, record, at));
  }
}

/**
 * Advances the billing clock and processes everything that becomes due.
 * @throws RangeError if `ms` is negative or not finite
 */
export function advanceBilling(context: Context, ms: number): void {
  if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The billing clock goes forward only');
  const offsetMs = (context.store.get('clocks', 'billing')?.offsetMs ?? 0) + ms;
  context.store.transaction(() => context.store.put('clocks', 'billing', { offsetMs }));
  runBilling(context);
}
