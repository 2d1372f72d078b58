import { cardError, StripeApiError } from '../api-error.ts';
import { collectInvoice, finalizeInvoice } from '../billing/collect-invoice.ts';
import { buildInvoice, prorationLines } from '../billing/invoice-object.ts';
import { emitSubscriptionCreated, startSubscription } from '../billing/start-subscription.ts';
import {
  endSubscription,
  itemOf,
  saveSubscription,
  withCurrentPrice,
  withItem,
} from '../billing/subscription-object.ts';
import { billingSeconds, type Context, find, type Handler } from '../context.ts';
import { emit } from '../emit.ts';
import { listPage } from '../list-page.ts';
import type { ParamReader } from '../params.ts';
import type { SubscriptionRecord, WireInvoice, WirePrice, WireSubscription } from '../records.ts';
import { findCustomer } from './customers.ts';
import { methodOf } from './payment-methods.ts';
import { priceForSale } from './prices.ts';

/** Reads the ID of a payment method, and finds the method among those stored for the customer. */
function readMethod(context: Context, params: ParamReader, name: string, customer: string) {
  const id = params.text(name);
  const method = methodOf(context, id, customer);
  if (id === undefined || method) return method;
  throw new StripeApiError(400, `No such PaymentMethod: '${id}'`, { code: 'resource_missing', param: name });
}

/** Creates a subscription to one price, paid immediately by `default_payment_method`. */
export const createSubscription: Handler = (context, params) => {
  const customer = findCustomer(context, params.requiredText('customer'), 'customer');
  const item = params.onlyObject('items');
  const price = priceForSale(context, item.requiredText('price'), item.nameOf('price'));
  const method = readMethod(context, params, 'default_payment_method', customer.id);
  const { id: default_payment_method } = params.required('default_payment_method', method);
  params.rejectUnread();
  const { id, invoice } = startSubscription(context, {
    customer,
    price,
    metadata: {},
    default_payment_method,
    usesBalance: true,
    discount: 0,
    isTaxed: false,
  });
  const { decline } = collectInvoice(context, invoice);
  if (decline) throw cardError(decline);
  return emitSubscriptionCreated(context, id);
};

export const retrieveSubscription: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return withCurrentPrice(context, find(context, 'subscriptions', id).subscription);
};

/** Without `status: all`, canceled subscriptions are omitted. */
export const listSubscriptions: Handler = (context, params) => {
  const includesCanceled = params.oneOf('status', ['all']) === 'all';
  const matching = context.store
    .values('subscriptions')
    .map(({ subscription }) => withCurrentPrice(context, subscription))
    .filter(({ status }) => includesCanceled || status !== 'canceled');
  return listPage(matching, params, ['customer']);
};

/** The changes sent as `cancel_at` or `cancel_at_period_end`; empty if neither asks for a change. */
function readCancellation(
  params: ParamReader,
  subscription: WireSubscription,
  now: number,
): Partial<WireSubscription> {
  const { current_period_end: end } = itemOf(subscription);
  const endsWithPeriod = params.boolean('cancel_at_period_end');
  const sent = params.nullableText('cancel_at');
  if (endsWithPeriod !== undefined && endsWithPeriod !== subscription.cancel_at_period_end) {
    return { cancel_at_period_end: endsWithPeriod, cancel_at: endsWithPeriod ? end : null };
  }
  if (sent === undefined) return {};
  const cancel_at =
    sent === null ? null : sent === 'min_period_end' ? end : params.requiredInteger('cancel_at');
  if (cancel_at !== null && cancel_at < now) {
    throw new StripeApiError(400, 'The cancel_at timestamp must be in the future.', { param: 'cancel_at' });
  }
  // The sandbox can neither bill a partial period after the current one nor credit the unused part of the current one.
  const isProrated = params.text('proration_behavior') !== 'none';
  if (cancel_at !== null && (cancel_at > end || (cancel_at < end && isProrated))) {
    throw new StripeApiError(400, 'The sandbox does not support this time.', { param: 'cancel_at' });
  }
  return { cancel_at_period_end: false, cancel_at };
}

type PriceChange = {
  price: WirePrice;
  /** Whether the change is prorated and paid immediately. */
  isInvoiced: boolean;
  /** The time from which the change is prorated, in seconds. */
  at: number;
};

/**
 * Reads a change of the subscription's only item, whose ID is required: at Stripe, an item without an ID is added as a
 * second one, and both are charged. Prorations that wait for the next renewal are not supported.
 * @returns undefined when `items` was not sent.
 */
function readPriceChange(
  context: Context,
  params: ParamReader,
  subscription: WireSubscription,
): PriceChange | undefined {
  const proration = params.oneOf('proration_behavior', ['always_invoice', 'none']);
  const { current_period_end: end, current_period_start: start, id } = itemOf(subscription);
  const now = Math.min(Math.max(billingSeconds(context), start), end);
  const at = params.integer('proration_date') ?? now;
  if (at < start || at > end) {
    throw new StripeApiError(400, 'Invalid proration_date: it must lie in the current billing period.', {
      param: params.nameOf('proration_date'),
    });
  }
  const [sent] = params.objects('items');
  if (!sent) return undefined;
  params.required('proration_behavior', proration);
  if (sent.requiredText('id') !== id) {
    throw new StripeApiError(400, 'No such subscription_item', { param: sent.nameOf('id') });
  }
  const price = priceForSale(context, sent.requiredText('price'), sent.nameOf('price'));
  return { price, isInvoiced: proration === 'always_invoice', at };
}

/** The invoice of a change that is paid immediately; not stored yet. A preview is the same invoice. */
function invoiceOfChange(
  context: Context,
  { subscription, periodDiscount }: SubscriptionRecord,
  { price, at }: PriceChange,
): WireInvoice {
  return buildInvoice(context, {
    subscription,
    customer: findCustomer(context, subscription.customer),
    lines: prorationLines(context, itemOf(subscription), price, at, periodDiscount),
    reason: 'subscription_update',
  });
}

/** @throws StripeApiError 402 if the card is declined; the rollback of the transaction undoes the change */
function changePrice(context: Context, record: SubscriptionRecord, change: PriceChange): void {
  const subscription = withItem(record.subscription, { price: change.price });
  const draft = change.isInvoiced ? invoiceOfChange(context, record, change) : undefined;
  if (!draft || draft.lines.data.length === 0) {
    saveSubscription(context, { ...record, subscription });
    return;
  }
  const changed = { ...subscription, latest_invoice: draft.id };
  // After the proration, the period counts as billed at the full new price, without a discount.
  saveSubscription(context, { ...record, subscription: changed, periodDiscount: 0 });
  const { decline } = collectInvoice(context, finalizeInvoice(context, draft));
  if (decline) throw cardError(decline);
}

export const updateSubscription: Handler = (context, params, [id = '']) => {
  const record = find(context, 'subscriptions', id);
  const { subscription } = record;
  const change = readPriceChange(context, params, subscription);
  // With any other behavior, a declined change would be applied unpaid or wait for its payment.
  const payment = params.oneOf('payment_behavior', ['error_if_incomplete']);
  if (change?.isInvoiced) params.required('payment_behavior', payment);
  const cancellation = readCancellation(params, subscription, billingSeconds(context));
  const method = readMethod(context, params, 'default_payment_method', subscription.customer);
  params.rejectUnread();
  if (subscription.status === 'canceled') {
    throw new StripeApiError(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  }
  if (subscription.schedule !== null && Object.keys(cancellation).length > 0) {
    throw new StripeApiError(
      400,
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  const changes = { ...cancellation, ...(method && { default_payment_method: method.id }) };
  const saved = { ...record, subscription: { ...subscription, ...changes } };
  if (change) changePrice(context, saved, change);
  else saveSubscription(context, saved);
  return find(context, 'subscriptions', id).subscription;
};

/** Cancels immediately without a refund: the rest of the period is lost unless it is refunded separately. */
export const cancelSubscription: Handler = (context, params, [id = '']) => {
  const record = find(context, 'subscriptions', id);
  params.rejectUnread();
  if (record.subscription.status !== 'canceled') return endSubscription(context, record);
  throw new StripeApiError(404, `No such subscription: '${id}'`, { code: 'resource_missing' });
};

export const listInvoices: Handler = ({ store }, params) => {
  const subscription = params.text('subscription');
  const matching = store
    .values('invoices')
    .filter(
      ({ parent }) =>
        subscription === undefined || parent?.subscription_details?.subscription === subscription,
    );
  return listPage(matching, params, ['status']);
};

/** Previews the cost of a change that is paid immediately. The preview's IDs cannot be retrieved: it is not stored. */
export const createPreview: Handler = (context, params) => {
  const record = find(context, 'subscriptions', params.requiredText('subscription'), 'subscription');
  const details = params.required('subscription_details', params.object('subscription_details'));
  details.oneOf('proration_behavior', ['always_invoice']);
  const change = details.required('items', readPriceChange(context, details, record.subscription));
  params.rejectUnread();
  if (record.subscription.status !== 'canceled') return invoiceOfChange(context, record, change);
  throw new StripeApiError(400, `No upcoming invoices for customer: ${record.subscription.customer}`, {
    code: 'invoice_upcoming_none',
  });
};

export const payInvoice: Handler = (context, params, [id = '']) => {
  const invoice = find(context, 'invoices', id);
  const method = readMethod(context, params, 'payment_method', invoice.customer);
  params.rejectUnread();
  if (invoice.status === 'paid') throw new StripeApiError(400, 'Invoice is already paid');
  const { decline } = collectInvoice(context, invoice, { method });
  // The error is returned, not thrown, because a thrown error would roll back the record of the failed attempt.
  return decline ? cardError(decline) : find(context, 'invoices', id);
};

/** Voids an open invoice, which can never be paid afterwards. */
export const voidInvoice: Handler = (context, params, [id = '']) => {
  const invoice = find(context, 'invoices', id);
  params.rejectUnread();
  if (invoice.status !== 'open') {
    throw new StripeApiError(400, `You can only void open invoices. This invoice is ${invoice.status}.`);
  }
  const voided: WireInvoice = {
    ...invoice,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: billingSeconds(context) },
  };
  context.store.put('invoices', id, voided);
  emit(context, 'invoice.voided', voided);
  return voided;
};
