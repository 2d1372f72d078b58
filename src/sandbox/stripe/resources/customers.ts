import type Stripe from 'stripe';
import { resourceMissing } from '../api-error.ts';
import { endSubscription } from '../billing/subscription-object.ts';
import { type Context, find, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { listPage } from '../list-page.ts';
import { resource } from '../records.ts';

type CustomerFields = Partial<Pick<Stripe.Customer, 'email' | 'name' | 'metadata'>>;

/** Stores a new customer and emits `customer.created`. */
export function addCustomer(context: Context, fields: CustomerFields): Stripe.Customer {
  const customer = resource<Stripe.Customer>({
    id: newId.customer(),
    object: 'customer',
    balance: 0,
    created: nowSeconds(context),
    email: null,
    invoice_settings: { default_payment_method: null },
    livemode: false,
    metadata: {},
    ...fields,
  });
  context.store.put('customers', customer.id, customer);
  emit(context, 'customer.created', customer);
  return customer;
}

/** @throws StripeApiError `resource_missing` for unknown and for deleted customers. */
export function findCustomer(context: Context, id: string, param?: string): Stripe.Customer {
  const customer = find(context, 'customers', id, param);
  if (customer.deleted) throw resourceMissing('customer', id, param);
  return customer;
}

function changeCustomer(context: Context, id: string, changes: Partial<Stripe.Customer>): Stripe.Customer {
  const updated = { ...findCustomer(context, id), ...changes };
  context.store.put('customers', id, updated);
  emit(context, 'customer.updated', updated);
  return updated;
}

/** Makes a payment method the default for renewals and emits `customer.updated`. */
export function setDefaultMethod(context: Context, id: string, method: string): void {
  const { invoice_settings } = findCustomer(context, id);
  changeCustomer(context, id, { invoice_settings: { ...invoice_settings, default_payment_method: method } });
}

/** Adds an amount to what the customer owes; a negative amount is a credit. The next invoices use the balance. */
export const createBalanceTransaction: Handler = (context, params, [id = '']) => {
  const amount = params.required('amount', params.integer('amount', Number.NEGATIVE_INFINITY));
  const currency = params.requiredText('currency');
  const description = params.text('description') ?? null;
  const metadata = params.metadata('metadata');
  params.rejectUnread();
  const { balance } = changeCustomer(context, id, { balance: findCustomer(context, id).balance + amount });
  const transaction = resource<Stripe.CustomerBalanceTransaction>({
    id: newId.balanceTransaction(),
    object: 'customer_balance_transaction',
    amount,
    created: nowSeconds(context),
    currency,
    customer: id,
    description,
    ending_balance: balance,
    metadata,
  });
  context.store.put('balanceTransactions', transaction.id, transaction);
  return transaction;
};

export const listBalanceTransactions: Handler = ({ store }, params, [id = '']) =>
  listPage(
    store.values('balanceTransactions').filter(({ customer }) => customer === id),
    params,
  );

export const createCustomer: Handler = (context, params) => {
  const fields = { email: params.text('email', 512) ?? null, metadata: params.metadata('metadata') };
  params.rejectUnread();
  return addCustomer(context, fields);
};

export const updateCustomer: Handler = (context, params, [id = '']) => {
  const email = params.requiredText('email', 512);
  params.rejectUnread();
  return changeCustomer(context, id, { email });
};

/** Also cancels the customer's subscriptions. A deleted customer can still be retrieved. */
export const deleteCustomer: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const customer = findCustomer(context, id);
  for (const record of context.store.values('subscriptions')) {
    const { customer: customerId, status } = record.subscription;
    if (customerId === id && status !== 'canceled') endSubscription(context, record);
  }
  const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
  context.store.put('customers', id, deleted);
  emit(context, 'customer.deleted', customer);
  return deleted;
};

export const listCustomers: Handler = ({ store }, params) => {
  const customers = store.values('customers').flatMap((customer) => (customer.deleted ? [] : [customer]));
  return listPage(customers, params, ['email']);
};
