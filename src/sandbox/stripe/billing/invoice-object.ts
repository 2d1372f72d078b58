import type Stripe from 'stripe';
import { billingSeconds, type Context } from '../context.ts';
import { newId } from '../ids.ts';
import {
  resource,
  type WireInvoice,
  type WirePrice,
  type WireSubscription,
  type WireSubscriptionItem,
} from '../records.ts';
import { includedTax } from '../tax.ts';

/** Minimum charge in cents. A smaller amount is carried over in the customer's balance, as at Stripe. */
const minimumCharge = 50;

type Line = Stripe.InvoiceLineItem;

const nameOf = (context: Context, price: WirePrice) =>
  context.store.get('products', price.product)?.name ?? 'Subscription';

function buildLine(price: WirePrice, fields: Pick<Line, 'amount' | 'description' | 'period'>): Line {
  return resource<Line>({
    ...fields,
    object: 'line_item',
    pricing: { price_details: { price: price.id }, type: 'price_details' },
  });
}

/** The line of an item's current period. */
export function periodLine(context: Context, item: WireSubscriptionItem): Line {
  const amount = item.price.unit_amount ?? 0;
  return buildLine(item.price, {
    amount,
    description: `1 × ${nameOf(context, item.price)} (at $${(amount / 100).toFixed(2)} / month)`,
    period: { start: item.current_period_start, end: item.current_period_end },
  });
}

/**
 * The two lines of a change of price within a period: a credit for the unused time at the old price, and a charge for
 * the remaining time at the new one. Both are calculated to the second:
 * https://docs.stripe.com/billing/subscriptions/prorations. A discount on the period (`discount`, in cents) was not
 * paid and is not credited. No lines if the price is the same.
 * @param at - the time of the change, in seconds
 */
export function prorationLines(
  context: Context,
  item: WireSubscriptionItem,
  price: WirePrice,
  at: number,
  discount = 0,
): Line[] {
  const { current_period_start: start, current_period_end: end } = item;
  if (price.id === item.price.id) return [];
  const fractionLeft = (end - at) / (end - start);
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  const line = (text: string, linePrice: WirePrice, sign: 1 | -1, discountCents: number) =>
    buildLine(linePrice, {
      amount: sign * Math.round(Math.max(0, (linePrice.unit_amount ?? 0) - discountCents) * fractionLeft),
      description: `${text} ${nameOf(context, linePrice)} after ${day}`,
      period: { start: at, end },
    });
  return [line('Unused time on', item.price, -1, discount), line('Remaining time on', price, 1, 0)];
}

/**
 * Applies the customer's balance (negative = credit) to the total of an invoice. All amounts are in cents.
 * @returns `due`: the amount due; `ending`: the balance afterwards
 */
export function settleBalance(total: number, balance: number): { due: number; ending: number } {
  const sum = total + balance;
  return sum < minimumCharge ? { due: 0, ending: sum } : { due: sum, ending: 0 };
}

type NewInvoice = {
  subscription: WireSubscription;
  customer: Stripe.Customer;
  lines: Line[];
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  /** The discount on the first line, in cents. */
  discount?: number;
};

/** Builds a draft without storing it. */
export function buildInvoice(context: Context, input: NewInvoice): WireInvoice {
  const { customer, subscription, lines, discount = 0 } = input;
  const id = newId.invoice();
  const page = `${context.publicUrl()}/i/${id}`;
  const total = lines.reduce((sum, line) => sum + line.amount, 0) - discount;
  // Subscriptions that an earlier version of the sandbox stored lack this field.
  const isTaxed = subscription.automatic_tax?.enabled ?? false;
  return resource<WireInvoice>({
    id,
    object: 'invoice',
    amount_due: settleBalance(total, customer.balance).due,
    amount_paid: 0,
    automatic_tax: { enabled: isTaxed, status: isTaxed ? 'complete' : null },
    attempt_count: 0,
    attempted: false,
    billing_reason: input.reason,
    created: billingSeconds(context),
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    lines: { object: 'list', data: lines, has_more: false },
    livemode: false,
    next_payment_attempt: null,
    number: id.slice(-8).toUpperCase(),
    parent: { subscription_details: { subscription: subscription.id }, type: 'subscription_details' },
    status: 'draft',
    status_transitions: { paid_at: null },
    total,
    total_discount_amounts: discount > 0 ? [{ amount: discount }] : [],
    total_taxes: isTaxed
      ? [{ amount: includedTax(total), tax_behavior: 'inclusive', taxability_reason: 'standard_rated' }]
      : [],
  });
}
