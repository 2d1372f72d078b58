import type Stripe from 'stripe';
import { resourceMissing, StripeApiError } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { isInRange, listPage } from '../list-page.ts';
import type { Payer, SessionRecord } from '../records.ts';
import { type NewSession, readNewSession } from './checkout-session-params.ts';

/** `customer_details` of a buyer who has entered only a name and an email address. */
export function customerDetails(payer: Payer): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email: payer.email,
    individual_name: null,
    name: payer.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  };
}

function buildSession(context: Context, input: NewSession): Stripe.Checkout.Session {
  const id = newId.session();
  const email = input.customer?.email ?? input.customerEmail;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: input.adaptivePricing },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: input.subtotal,
    amount_total: input.subtotal - input.discount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: input.billingAddressCollection,
    cancel_url: input.cancelUrl,
    client_reference_id: input.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: nowSeconds(context),
    currency: input.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: input.customer?.id ?? null,
    customer_account: null,
    customer_creation: input.customer ? null : input.customerCreation,
    customer_details: email ? customerDetails({ email, name: input.customer?.name ?? null }) : null,
    customer_email: input.customerEmail,
    discounts: input.promotionCode ? [{ coupon: null, promotion_code: input.promotionCode.id }] : [],
    expires_at: input.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: input.locale,
    managed_payments: null,
    metadata: input.metadata,
    mode: input.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: input.mode === 'payment' ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: input.mode === 'payment' ? ['card', 'us_bank_account'] : ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: input.submitType,
    subscription: null,
    success_url: input.successUrl,
    total_details: { amount_discount: input.discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${context.publicUrl()}/c/pay/${id}`,
    wallet_options: null,
  };
}

export function sessionRecord(context: Context, id: string): SessionRecord {
  const record = context.store.get('sessions', id);
  if (!record) throw resourceMissing('checkout.session', id, 'session');
  return record;
}

/**
 * Expires an open session: payment is no longer possible. Records `checkout.session.expired`.
 * @returns the session and the event's ID.
 */
export function expireSession(
  context: Context,
  record: SessionRecord,
): { session: Stripe.Checkout.Session; eventId: string } {
  const session: Stripe.Checkout.Session = { ...record.session, status: 'expired', url: null };
  context.store.put('sessions', session.id, { ...record, session, authenticating: null });
  const intentId = record.intentId ?? session.payment_intent;
  const intent = typeof intentId === 'string' ? context.store.get('paymentIntents', intentId) : undefined;
  if (intent) {
    const canceled: Stripe.PaymentIntent = {
      ...intent,
      status: 'canceled',
      canceled_at: nowSeconds(context),
      cancellation_reason: 'expired',
      next_action: null,
    };
    context.store.put('paymentIntents', intent.id, canceled);
    emit(context, 'payment_intent.canceled', canceled);
  }
  return { session, eventId: emit(context, 'checkout.session.expired', session) };
}

/** Expires every open session that has reached its expiry time. */
export function lapseSessions(context: Context): void {
  const now = nowSeconds(context);
  const due = context.store
    .values('sessions')
    .filter(({ session }) => session.status === 'open' && session.expires_at <= now);
  if (due.length === 0) return;
  context.store.transaction(() => {
    for (const record of due) expireSession(context, record);
  });
}

export const createCheckoutSession: Handler = (context, params) => {
  const input = readNewSession(context, params);
  const built = buildSession(context, input);
  const session = context.faults.alterNewSession?.(built) ?? built;
  const { lineItems, paymentIntentData, subscriptionData } = input;
  context.store.put('sessions', session.id, {
    session,
    lineItems,
    paymentIntentData,
    ...(input.mode === 'subscription' && { subscriptionData }),
    authenticating: null,
  });
  return session;
};

const altered = (context: Context, session: Stripe.Checkout.Session) =>
  context.faults.alterSession?.(session) ?? session;

export const retrieveCheckoutSession: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return altered(context, sessionRecord(context, id).session);
};

export const listCheckoutSessions: Handler = (context, params) => {
  const paymentIntent = params.text('payment_intent');
  const customer = params.text('customer');
  const subscription = params.text('subscription');
  const status = params.oneOf('status', ['open', 'complete', 'expired']);
  const created = params.range('created');
  const email = params.object('customer_details')?.email('email');
  params.rejectUnsupported(['customer_account', 'payment_link']);
  const matching = context.store
    .values('sessions')
    .map(({ session }) => session)
    .filter((session) => paymentIntent === undefined || session.payment_intent === paymentIntent)
    .filter((session) => customer === undefined || session.customer === customer)
    .filter((session) => subscription === undefined || session.subscription === subscription)
    .filter((session) => status === undefined || session.status === status)
    .filter((session) => email === undefined || session.customer_details?.email === email)
    .filter((session) => isInRange(session.created, created))
    .reverse();
  const page = listPage(matching, params, '/v1/checkout/sessions');
  params.rejectUnread();
  return { ...page, data: page.data.map((session) => altered(context, session)) };
};

export const expireCheckoutSession: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const record = sessionRecord(context, id);
  if (record.session.status !== 'open') {
    throw new StripeApiError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${record.session.status}\`.`,
    );
  }
  return expireSession(context, record).session;
};

export const listCheckoutLineItems: Handler = (context, params, [id = '']) => {
  const { lineItems } = sessionRecord(context, id);
  const page = listPage(lineItems, params, `/v1/checkout/sessions/${id}/line_items`);
  params.rejectUnread();
  return page;
};
