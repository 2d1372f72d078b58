import { notInSandbox, referenceMissing, resourceMissing, StripeApiError } from '../api-error.ts';
import { payError, previewChange, prorationBehaviors } from '../billing/change-subscription.ts';
import { collectInvoice, finalizeInvoice } from '../billing/collect-invoice.ts';
import type { Context, Handler } from '../context.ts';
import { isInRange, listPage } from '../list-page.ts';
import type { WireInvoice } from '../records.ts';
import { methodOf } from './payment-methods.ts';
import { readChangedItem } from './subscription-item-params.ts';
import { findSubscription, readProrationDate } from './subscriptions.ts';

const previewUnsupported = [
  'automatic_tax',
  'currency',
  'customer_account',
  'customer_details',
  'discounts',
  'invoice_items',
  'issuer',
  'on_behalf_of',
  'schedule',
  'schedule_details',
];

function findInvoice(context: Context, id: string): WireInvoice {
  const invoice = context.store.get('invoices', id);
  if (!invoice) throw resourceMissing('invoice', id, 'invoice');
  return invoice;
}

export const retrieveInvoice: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return findInvoice(context, id);
};

export const listInvoices: Handler = (context, params) => {
  const customer = params.text('customer');
  const subscription = params.text('subscription');
  const status = params.oneOf('status', ['draft', 'open', 'paid', 'uncollectible', 'void']);
  const created = params.range('created');
  const matching = context.store
    .values('invoices')
    .filter((invoice) => customer === undefined || invoice.customer === customer)
    .filter(
      ({ parent }) =>
        subscription === undefined || parent?.subscription_details?.subscription === subscription,
    )
    .filter((invoice) => status === undefined || invoice.status === status)
    .filter((invoice) => isInRange(invoice.created, created))
    .reverse();
  const page = listPage(matching, params, '/v1/invoices');
  params.rejectUnread();
  return page;
};

export const listInvoiceLines: Handler = (context, params, [id = '']) => {
  const page = listPage(findInvoice(context, id).lines.data, params, `/v1/invoices/${id}/lines`);
  params.rejectUnread();
  return page;
};

/** Previews the cost of a subscription change. The IDs of a preview cannot be retrieved. */
export const createPreview: Handler = (context, params) => {
  params.rejectUnsupported(previewUnsupported);
  params.oneOf('preview_mode', ['next']);
  const customer = params.text('customer');
  const id = params.text('subscription');
  if (id === undefined) throw notInSandbox('create_preview without a subscription');
  const record = findSubscription(context, id);
  if (customer !== undefined && record.subscription.customer !== customer) {
    throw referenceMissing('subscription', id, 'subscription');
  }
  const details = params.object('subscription_details');
  details?.rejectUnsupported(['billing_mode', 'billing_schedules', 'cancel_at', 'trial_end', 'start_date']);
  details?.object('billing_cycle_anchor')?.oneOf('type', ['unchanged']);
  const item = details && readChangedItem(context, details, record.subscription);
  const proration = details?.oneOf('proration_behavior', prorationBehaviors) ?? 'create_prorations';
  const at = readProrationDate(context, details, record.subscription);
  params.rejectUnread();
  if (record.subscription.status === 'canceled' || (!item && record.subscription.cancel_at !== null)) {
    throw new StripeApiError(400, `No upcoming invoices for customer: ${record.subscription.customer}`, {
      code: 'invoice_upcoming_none',
    });
  }
  return previewChange(context, record, item && { ...item, proration, at });
};

export const payInvoice: Handler = (context, params, [id = '']) => {
  const invoice = findInvoice(context, id);
  params.rejectUnsupported(['forgive', 'mandate', 'paid_out_of_band', 'source']);
  params.boolean('off_session');
  const method = params.text('payment_method');
  params.rejectUnread();
  if (method !== undefined && !methodOf(context, method, invoice.customer)) {
    throw referenceMissing('PaymentMethod', method, 'payment_method');
  }
  if (invoice.status === 'paid') throw new StripeApiError(400, 'Invoice is already paid');
  if (invoice.status !== 'open' && invoice.status !== 'draft') {
    throw new StripeApiError(400, `Invoices with status ${invoice.status} cannot be paid.`);
  }
  const open = invoice.status === 'draft' ? finalizeInvoice(context, invoice) : invoice;
  const { decline } = collectInvoice(context, open, { method });
  return decline ? payError(decline) : findInvoice(context, id);
};

export const listInvoicePayments: Handler = (context, params) => {
  const invoice = params.text('invoice');
  const payment = params.object('payment');
  payment?.oneOf('type', ['payment_intent']);
  const intent = payment?.text('payment_intent');
  const status = params.oneOf('status', ['canceled', 'open', 'paid']);
  const matching = context.store
    .values('invoicePayments')
    .filter((known) => invoice === undefined || known.invoice === invoice)
    .filter((known) => intent === undefined || known.payment.payment_intent === intent)
    .filter((known) => status === undefined || known.status === status)
    .reverse();
  const page = listPage(matching, params, '/v1/invoice_payments');
  params.rejectUnread();
  return page;
};

export const retrieveInvoicePayment: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const payment = context.store.get('invoicePayments', id);
  if (!payment) throw resourceMissing('invoice_payment', id, 'invoice_payment');
  return payment;
};
