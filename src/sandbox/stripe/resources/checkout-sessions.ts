import type Stripe from 'stripe';
import { StripeApiError } from '../api-error.ts';
import { type Context, find, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { listPage } from '../list-page.ts';
import type { ParamReader } from '../params.ts';
import { resource, type SessionRecord } from '../records.ts';
import { readAutomaticTax, taxBehaviors } from '../tax.ts';
import { findCustomer } from './customers.ts';
import { saveIntent } from './payments.ts';
import { priceForSale, readAmount } from './prices.ts';
import { readDiscount } from './promotions.ts';

const minute = 60;
const day = 24 * 60 * minute;
/** In cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minimumAmount = 50;

function readExpiry(context: Context, params: ParamReader): number {
  const now = nowSeconds(context);
  const expiresAt = params.integer('expires_at') ?? now + day;
  const outOfRange = (bound: string) =>
    new StripeApiError(400, `The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`, {
      param: 'expires_at',
    });
  if (expiresAt < now + 30 * minute) throw outOfRange('at least 30 minutes');
  if (expiresAt > now + day) throw outOfRange('less than 24 hours');
  return expiresAt;
}

/** Reads the only line item: in mode `subscription` a stored price, in mode `payment` a name and an amount. */
function readLineItem(context: Context, params: ParamReader, mode: 'payment' | 'subscription') {
  const item = params.onlyObject('line_items');
  item.required('quantity', item.oneOf('quantity', ['1']));
  if (mode === 'subscription') {
    const { id, currency, unit_amount, product, tax_behavior } = priceForSale(
      context,
      item.requiredText('price'),
      item.nameOf('price'),
    );
    const title = context.store.get('products', product)?.name ?? 'Subscription';
    return { title, priceId: id, currency, subtotal: unit_amount ?? 0, behavior: tax_behavior };
  }
  const data = item.required('price_data', item.object('price_data'));
  const product = data.required('product_data', data.object('product_data'));
  const { currency, unit_amount } = readAmount(data);
  const behavior = data.oneOf('tax_behavior', taxBehaviors) ?? 'unspecified';
  return { title: product.requiredText('name', 250), currency, subtotal: unit_amount, behavior };
}

/** Reads the terms of service checkbox, which the buyer must select, and its text. */
function readConsent(params: ParamReader) {
  const terms = params.object('consent_collection')?.oneOf('terms_of_service', ['required']);
  const text = params
    .object('custom_text')
    ?.object('terms_of_service_acceptance')
    ?.requiredText('message', 1_200);
  return {
    consent_collection: terms ? { terms_of_service: terms } : null,
    custom_text: { terms_of_service_acceptance: text === undefined ? null : { message: text } },
  };
}

/** Reads `customer`, or the email address of a guest. */
function readBuyer(context: Context, params: ParamReader) {
  const id = params.text('customer');
  if (id === undefined) {
    const customer_email = params.email('customer_email') ?? null;
    return { customer: null, customer_email, details: { email: customer_email, name: null } };
  }
  const customer = findCustomer(context, id, 'customer');
  return {
    customer: id,
    customer_email: null,
    details: { email: customer.email, name: customer.name ?? null },
  };
}

export const createCheckoutSession: Handler = (context, params) => {
  const mode = params.required('mode', params.oneOf('mode', ['payment', 'subscription'] as const));
  const isPayment = mode === 'payment';
  const { title, priceId, currency, subtotal, behavior } = readLineItem(context, params, mode);
  const { discount, discounts } = readDiscount(context, params, subtotal, currency);
  const { customer, customer_email, details } = readBuyer(context, params);
  const isTaxed = readAutomaticTax(params, behavior, customer !== null);
  const data = params.object(isPayment ? 'payment_intent_data' : 'subscription_data');
  const id = newId.session();
  const built = resource<Stripe.Checkout.Session>({
    id,
    object: 'checkout.session',
    // By default, Stripe uses the setting in its dashboard, which is on in the sandbox.
    adaptive_pricing: { enabled: params.object('adaptive_pricing')?.boolean('enabled') ?? true },
    amount_subtotal: subtotal,
    amount_total: subtotal - discount,
    automatic_tax: { enabled: isTaxed, status: isTaxed ? 'requires_location_inputs' : null },
    cancel_url: params.url('cancel_url') ?? null,
    consent: null,
    ...readConsent(params),
    client_reference_id: params.text('client_reference_id', 200) ?? null,
    created: nowSeconds(context),
    currency,
    customer,
    customer_creation: isPayment
      ? (params.oneOf('customer_creation', ['always']) ?? 'if_required')
      : 'always',
    customer_details: details,
    customer_email,
    discounts,
    expires_at: readExpiry(context, params),
    invoice: null,
    livemode: false,
    metadata: params.metadata('metadata'),
    mode,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    success_url: params.required('success_url', params.url('success_url')),
    url: `${context.publicUrl()}/c/pay/${id}`,
  });
  const metadata = data?.metadata('metadata') ?? {};
  params.rejectUnread();
  if (subtotal - discount < minimumAmount) {
    throw new StripeApiError(
      400,
      `The Checkout Session's total amount due must add up to at least $0.50 ${currency}`,
      { code: 'amount_too_small' },
    );
  }
  const session = context.faults.alterNewSession?.(built) ?? built;
  const record = { session, title, ...(priceId && { priceId }), metadata, authenticating: null };
  context.store.put('sessions', id, record);
  return session;
};

/** The payment intent of a session; undefined before the first attempt to pay. */
export function intentOfSession(context: Context, record: SessionRecord): Stripe.PaymentIntent | undefined {
  const id = record.intentId ?? record.session.payment_intent;
  return typeof id === 'string' ? context.store.get('paymentIntents', id) : undefined;
}

/**
 * Expires an open session, so that it can no longer be paid. Emits `checkout.session.expired`.
 * @throws StripeApiError 404 for an unknown session; 400 for a session that is not open
 */
export function expireSession(context: Context, id: string): Stripe.Checkout.Session {
  const record = find(context, 'sessions', id);
  if (record.session.status !== 'open') {
    throw new StripeApiError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${record.session.status}\`.`,
    );
  }
  const session: Stripe.Checkout.Session = { ...record.session, status: 'expired', url: null };
  context.store.put('sessions', id, { ...record, session, authenticating: null });
  const intent = intentOfSession(context, record);
  if (intent) saveIntent(context, { ...intent, status: 'canceled' }, 'payment_intent.canceled');
  emit(context, 'checkout.session.expired', session);
  return session;
}

/** Expires every open session that has reached its expiry time. */
export function expireDueSessions(context: Context): void {
  const now = nowSeconds(context);
  for (const { session } of context.store.values('sessions')) {
    if (session.status !== 'open' || session.expires_at > now) continue;
    context.store.transaction(() => expireSession(context, session.id));
  }
}

const altered = (context: Context, session: Stripe.Checkout.Session) =>
  context.faults.alterSession?.(session) ?? session;

export const retrieveCheckoutSession: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return altered(context, find(context, 'sessions', id).session);
};

export const listCheckoutSessions: Handler = (context, params) => {
  const sessions = context.store.values('sessions').map(({ session }) => session);
  const page = listPage(sessions, params, ['payment_intent']);
  return { ...page, data: page.data.map((session) => altered(context, session)) };
};

export const expireCheckoutSession: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return expireSession(context, id);
};
