import type Stripe from 'stripe';
import { referenceMissing, resourceMissing } from '../api-error.ts';
import { endSubscription } from '../billing/subscription-object.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { isInRange, listPage } from '../list-page.ts';
import type { ParamReader } from '../params.ts';
import { attachById, methodOf } from './payment-methods.ts';

type CustomerFields = Pick<Stripe.Customer, 'email' | 'name' | 'description' | 'phone' | 'metadata'> &
  Partial<Pick<Stripe.Customer, 'invoice_settings'>>;

const noInvoiceSettings: Stripe.Customer.InvoiceSettings = {
  custom_fields: null,
  default_payment_method: null,
  footer: null,
  rendering_options: null,
};

const unsupported = ['address', 'balance', 'shipping', 'source', 'tax', 'tax_id_data', 'test_clock'];

function readFields(params: ParamReader, current: CustomerFields): CustomerFields {
  params.rejectUnsupported(unsupported);
  const email = params.has('email') ? (params.nullableText('email', 512) ?? null) : current.email;
  return {
    email,
    name: params.has('name') ? params.nullableText('name', 256) : current.name,
    description: params.has('description')
      ? (params.nullableText('description') ?? null)
      : current.description,
    phone: params.has('phone') ? params.nullableText('phone', 20) : current.phone,
    metadata: params.metadata('metadata', current.metadata),
  };
}

/** Stores a new customer and records `customer.created`. */
export function addCustomer(context: Context, fields: CustomerFields): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId.customer(),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowSeconds(context),
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: null,
    invoice_settings: noInvoiceSettings,
    livemode: false,
    next_invoice_sequence: 1,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...fields,
  };
  context.store.put('customers', customer.id, customer);
  emit(context, 'customer.created', customer);
  return customer;
}

/** Undefined for unknown and for deleted customers. */
export function findLiveCustomer(context: Context, id: string): Stripe.Customer | undefined {
  const customer = context.store.get('customers', id);
  return customer?.deleted ? undefined : customer;
}

function liveCustomer(context: Context, id: string): Stripe.Customer {
  const customer = findLiveCustomer(context, id);
  if (!customer) throw resourceMissing('customer', id, 'id');
  return customer;
}

/** Makes a card the default for renewals and records `customer.updated`. */
export function setDefaultMethod(context: Context, id: string, method: string): Stripe.Customer {
  const customer = liveCustomer(context, id);
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method };
  const updated: Stripe.Customer = { ...customer, invoice_settings };
  context.store.put('customers', id, updated);
  emit(context, 'customer.updated', updated, { invoice_settings: customer.invoice_settings });
  return updated;
}

/** Reads `invoice_settings[default_payment_method]`. */
function readDefaultMethod(params: ParamReader): string | undefined {
  const settings = params.object('invoice_settings');
  settings?.rejectUnsupported(['custom_fields', 'footer', 'rendering_options']);
  return settings?.text('default_payment_method');
}

export const createCustomer: Handler = (context, params) => {
  const fields = readFields(params, {
    email: null,
    name: null,
    description: null,
    phone: null,
    metadata: {},
  });
  const card = params.text('payment_method');
  const wanted = readDefaultMethod(params);
  params.rejectUnread();
  const customer = addCustomer(context, fields);
  if (card === undefined) return customer;
  const attached = attachById(context, card, customer.id);
  return wanted === undefined ? customer : setDefaultMethod(context, customer.id, attached.id);
};

/** A deleted customer can still be retrieved: `{ id, object, deleted: true }`. */
export const retrieveCustomer: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const customer = context.store.get('customers', id);
  if (!customer) throw resourceMissing('customer', id, 'id');
  return customer;
};

export const updateCustomer: Handler = (context, params, [id = '']) => {
  const current = liveCustomer(context, id);
  const fields = readFields(params, current);
  const wanted = readDefaultMethod(params);
  params.rejectUnread();
  if (wanted !== undefined && !methodOf(context, wanted, id)) {
    throw referenceMissing('PaymentMethod', wanted, 'invoice_settings[default_payment_method]');
  }
  const updated: Stripe.Customer = {
    ...current,
    ...fields,
    ...(wanted && { invoice_settings: { ...current.invoice_settings, default_payment_method: wanted } }),
  };
  const keys = ['email', 'name', 'description', 'phone', 'metadata', 'invoice_settings'] as const;
  const previous = Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(current[key]) !== JSON.stringify(updated[key]))
      .map((key) => [key, current[key]]),
  );
  if (Object.keys(previous).length === 0) return current;
  context.store.put('customers', id, updated);
  emit(context, 'customer.updated', updated, previous);
  return updated;
};

/** Also cancels the customer's subscriptions. */
export const deleteCustomer: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const customer = liveCustomer(context, id);
  for (const record of context.store.values('subscriptions')) {
    const { customer: owner, status } = record.subscription;
    if (owner !== id || status === 'canceled' || status === 'incomplete_expired') continue;
    endSubscription(context, record, 'cancellation_requested');
  }
  const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
  context.store.put('customers', id, deleted);
  emit(context, 'customer.deleted', customer);
  return deleted;
};

export const listCustomers: Handler = (context, params) => {
  const email = params.text('email');
  const created = params.range('created');
  const matching = context.store
    .values('customers')
    .flatMap((customer) => (customer.deleted ? [] : [customer]))
    .filter((customer) => email === undefined || customer.email === email)
    .filter((customer) => isInRange(customer.created, created))
    .reverse();
  const page = listPage(matching, params, '/v1/customers');
  params.rejectUnread();
  return page;
};
