import type Stripe from 'stripe';
import { StripeApiError } from '../api-error.ts';
import { billingSeconds, type Context } from '../context.ts';
import type { SubscriptionRecord, WireInvoice, WireInvoiceLine, WirePrice } from '../records.ts';
import type { Decline } from '../resources/charges.ts';
import { findLiveCustomer } from '../resources/customers.ts';
import { nextBoundary } from './calendar.ts';
import { collectInvoice, finalizeInvoice } from './collect-invoice.ts';
import { buildInvoice, periodLine } from './invoice-object.ts';
import { prorationLines } from './proration.ts';
import { afterDecline } from './retries.ts';
import { itemOf, recurrenceOf, saveSubscription, withPrice } from './subscription-object.ts';

export const prorationBehaviors = ['always_invoice', 'create_prorations', 'none'] as const;
export const paymentBehaviors = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const;

export type ItemChange = {
  price: WirePrice;
  quantity: number;
  proration: (typeof prorationBehaviors)[number];
  /** The time from which the change is prorated, in seconds. */
  at: number;
};

/** Stripe keeps a pending update for 23 hours while its payment is missing. */
const pendingSeconds = 23 * 60 * 60;

export function payError(decline: Decline): StripeApiError {
  return new StripeApiError(402, decline.message, {
    type: 'card_error',
    code: decline.code,
    declineCode: decline.declineCode,
  });
}

function customerOf(context: Context, record: SubscriptionRecord): Stripe.Customer {
  const customer = findLiveCustomer(context, record.subscription.customer);
  if (!customer) throw new StripeApiError(400, 'The customer of this subscription was deleted.');
  return customer;
}

function linesOf(context: Context, record: SubscriptionRecord, change: ItemChange): WireInvoiceLine[] {
  if (change.proration === 'none') return [];
  return prorationLines(context, itemOf(record.subscription), change, change.at, record.periodDiscount);
}

function updateInvoice(context: Context, record: SubscriptionRecord, change: ItemChange): WireInvoice {
  return buildInvoice(context, {
    subscription: record.subscription,
    customer: customerOf(context, record),
    lines: [...record.pendingLines, ...linesOf(context, record, change)],
    reason: 'subscription_update',
    period: { start: change.at, end: change.at },
    prorationDate: change.at,
  });
}

/**
 * Previews the invoice that a change would create, with the same calculation as the change itself: an immediate
 * invoice for `always_invoice`, otherwise the next renewal with the prorations accrued by then. Stores nothing.
 */
export function previewChange(
  context: Context,
  record: SubscriptionRecord,
  change: ItemChange | undefined,
): WireInvoice {
  if (change?.proration === 'always_invoice') return updateInvoice(context, record, change);
  const { subscription } = record;
  const changed = change ? withPrice(subscription, change.price, change.quantity) : subscription;
  const item = itemOf(changed);
  const start = item.current_period_end;
  const period = {
    start,
    end: nextBoundary(subscription.billing_cycle_anchor, start, recurrenceOf(item.price)),
  };
  return buildInvoice(context, {
    subscription: changed,
    customer: customerOf(context, record),
    lines: [
      ...record.pendingLines,
      ...(change ? linesOf(context, record, change) : []),
      periodLine(context, item, period),
    ],
    reason: 'upcoming',
    period: { start: item.current_period_start, end: start },
    prorationDate: change?.at,
  });
}

/**
 * Changes the price or quantity of a subscription's item.
 * @throws StripeApiError 402 when the card is declined and `payment` is `error_if_incomplete`. Nothing is changed
 * then.
 */
export function changeItem(
  context: Context,
  record: SubscriptionRecord,
  change: ItemChange,
  payment: (typeof paymentBehaviors)[number],
): void {
  const { subscription } = record;
  const changed = withPrice(subscription, change.price, change.quantity);
  // After proration, the period is billed at the full new price, without a discount.
  const periodDiscount = change.proration === 'none' ? (record.periodDiscount ?? 0) : 0;
  if (change.proration !== 'always_invoice') {
    const pendingLines = [...record.pendingLines, ...linesOf(context, record, change)];
    saveSubscription(context, { ...record, subscription: changed, pendingLines, periodDiscount });
    return;
  }
  const draft = updateInvoice(context, record, change);
  if (draft.lines.data.length === 0) {
    saveSubscription(context, { ...record, subscription: changed });
    return;
  }
  const waits = payment === 'pending_if_incomplete';
  saveSubscription(context, {
    ...record,
    subscription: { ...(waits ? subscription : changed), latest_invoice: draft.id },
    pendingLines: [],
    ...(!waits && { periodDiscount }),
  });
  const invoice = finalizeInvoice(context, draft);
  const paysNow = payment !== 'default_incomplete';
  const retries = payment === 'allow_incomplete';
  const { decline, invoice: after } = paysNow
    ? collectInvoice(context, invoice, { retries })
    : { decline: undefined, invoice };
  if (decline && payment === 'error_if_incomplete') throw payError(decline);
  if (decline && retries) afterDecline(context, after);
  if (!waits) return;
  const current = context.store.get('subscriptions', subscription.id);
  if (!current) return;
  saveSubscription(context, {
    ...current,
    ...(!decline && { periodDiscount }),
    subscription: decline
      ? {
          ...current.subscription,
          pending_update: {
            billing_cycle_anchor: null,
            cancel_at_period_end: null,
            discount: null,
            discounts: null,
            expires_at: billingSeconds(context) + pendingSeconds,
            metadata: null,
            subscription_items: changed.items.data,
            trial_end: null,
            trial_from_plan: null,
          },
        }
      : withPrice(current.subscription, change.price, change.quantity),
  });
}
