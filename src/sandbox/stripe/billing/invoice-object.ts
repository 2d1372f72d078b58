import type Stripe from 'stripe';
import { billingSeconds, type Context } from '../context.ts';
import { newId } from '../ids.ts';
import type {
  WireInvoice,
  WireInvoiceLine,
  WireList,
  WirePrice,
  WireSubscription,
  WireSubscriptionItem,
} from '../records.ts';
import { productOf } from '../resources/prices.ts';
import type { Period } from './subscription-object.ts';

/** Minimum charge in cents. A smaller amount is carried over in the customer's balance, as at Stripe. */
const minimumCharge = 50;

type NewLine = {
  amount: number;
  description: string;
  period: Period;
  price: WirePrice;
  item: WireSubscriptionItem;
  quantity: number;
  isProration: boolean;
};

export function buildLine(line: NewLine): WireInvoiceLine {
  const { amount, description, item, period, price, quantity } = line;
  return {
    id: newId.invoiceLine(),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !line.isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: line.isProration ? newId.invoiceItem() : null,
        proration: line.isProration,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: productOf(price) },
      type: 'price_details',
      unit_amount_decimal: String(price.unit_amount ?? 0),
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: item.subscription,
    subtotal: amount,
    taxes: [],
  };
}

/** The line of one whole period. */
export function periodLine(context: Context, item: WireSubscriptionItem, period: Period): WireInvoiceLine {
  const { price, quantity } = item;
  const name = context.store.get('products', productOf(price))?.name ?? 'Subscription';
  const each = ((price.unit_amount ?? 0) / 100).toFixed(2);
  return buildLine({
    amount: (price.unit_amount ?? 0) * quantity,
    description: `${quantity} × ${name} (at $${each} / ${price.recurring?.interval ?? 'month'})`,
    period,
    price,
    item,
    quantity,
    isProration: false,
  });
}

/** The amount due for a total and the customer's balance afterwards (negative = credit). In cents. */
export function settleBalance(total: number, balance: number): { due: number; ending: number } {
  const sum = total + balance;
  return sum < minimumCharge ? { due: 0, ending: sum } : { due: sum, ending: 0 };
}

type NewInvoice = {
  subscription: WireSubscription;
  customer: Stripe.Customer;
  lines: readonly WireInvoiceLine[];
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  /** The period in which the billed items accrued; for a first invoice, a single point in time. */
  period: Period;
  prorationDate?: number | undefined;
  /** The discount with this ID on the first line, in cents. */
  discount?: { id: string; amount: number } | undefined;
};

/** A draft; not stored yet. */
export function buildInvoice(context: Context, input: NewInvoice): WireInvoice {
  const { customer, subscription } = input;
  const id = newId.invoice();
  const subtotal = input.lines.reduce((sum, line) => sum + line.amount, 0);
  const { discount } = input;
  const total = subtotal - (discount?.amount ?? 0);
  const discounts = discount ? [{ amount: discount.amount, discount: discount.id }] : [];
  const { due } = settleBalance(total, customer.balance);
  const lines: WireList<WireInvoiceLine> = {
    object: 'list',
    data: input.lines.map((line, index) => ({
      ...line,
      discount_amounts: index === 0 ? discounts : [],
      invoice: id,
    })),
    has_more: false,
    url: `/v1/invoices/${id}/lines`,
  };
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: input.reason,
    collection_method: 'charge_automatically',
    created: billingSeconds(context),
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map((each) => each.discount),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines,
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(input.prorationDate !== undefined && { subscription_proration_date: input.prorationDate }),
      },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: input.period.end,
    period_start: input.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: discounts,
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}
