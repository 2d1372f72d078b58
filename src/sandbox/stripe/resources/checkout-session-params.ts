import type Stripe from 'stripe';
import { notInSandbox, referenceMissing, StripeApiError } from '../api-error.ts';
import { type Context, nowSeconds } from '../context.ts';
import type { ParamReader } from '../params.ts';
import { discountLines } from '../promotions.ts';
import type { PaymentIntentData, WireLineItem, WirePromotionCode } from '../records.ts';
import { findLiveCustomer } from './customers.ts';
import { readLineItems } from './line-items.ts';
import { readDiscounts } from './session-discounts.ts';

const minute = 60;
const day = 24 * 60 * minute;
/** In cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const amountLimits = { min: 50, max: 99_999_999 };

/** Every parameter that the installed SDK defines. Any other is rejected with `parameter_unknown`, as at Stripe. */
const knownParams = {
  adaptive_pricing: 'read',
  after_expiration: 'unsupported',
  allow_promotion_codes: 'unsupported',
  allowed_payment_method_types: 'unsupported',
  automatic_tax: 'unsupported',
  billing_address_collection: 'read',
  branding_settings: 'unsupported',
  cancel_url: 'read',
  client_reference_id: 'read',
  consent_collection: 'unsupported',
  currency: 'unsupported',
  custom_fields: 'unsupported',
  custom_text: 'unsupported',
  customer: 'read',
  customer_account: 'unsupported',
  customer_creation: 'read',
  customer_email: 'read',
  customer_update: 'unsupported',
  discounts: 'read',
  excluded_payment_method_types: 'unsupported',
  expand: 'read',
  expires_at: 'read',
  integration_identifier: 'unsupported',
  invoice_creation: 'unsupported',
  line_items: 'read',
  locale: 'read',
  managed_payments: 'unsupported',
  metadata: 'read',
  mode: 'read',
  name_collection: 'unsupported',
  optional_items: 'unsupported',
  origin_context: 'unsupported',
  payment_intent_data: 'read',
  payment_method_collection: 'read',
  payment_method_configuration: 'unsupported',
  payment_method_data: 'unsupported',
  payment_method_options: 'unsupported',
  permissions: 'unsupported',
  phone_number_collection: 'unsupported',
  redirect_on_completion: 'unsupported',
  return_url: 'unsupported',
  saved_payment_method_options: 'unsupported',
  setup_intent_data: 'unsupported',
  shipping_address_collection: 'unsupported',
  shipping_options: 'unsupported',
  submit_type: 'read',
  subscription_data: 'read',
  success_url: 'read',
  tax_id_collection: 'unsupported',
  ui_mode: 'read',
  wallet_options: 'unsupported',
} as const satisfies Record<keyof Stripe.Checkout.SessionCreateParams, 'read' | 'unsupported'>;

const unsupportedParams = Object.entries(knownParams)
  .filter(([, use]) => use === 'unsupported')
  .map(([name]) => name);

export type NewSession = {
  mode: 'payment' | 'subscription';
  /** Line totals after the discount. */
  lineItems: WireLineItem[];
  adaptivePricing: boolean;
  /** In cents, before the discount. */
  subtotal: number;
  discount: number;
  promotionCode: WirePromotionCode | undefined;
  currency: string;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customer: Stripe.Customer | null;
  customerEmail: string | null;
  customerCreation: 'always' | 'if_required';
  expiresAt: number;
  metadata: Record<string, string>;
  locale: string | null;
  submitType: string | null;
  billingAddressCollection: string | null;
  paymentIntentData: PaymentIntentData;
  subscriptionData: { description: string | null; metadata: Record<string, string> };
};

function readExpiry(context: Context, params: ParamReader): number {
  const now = nowSeconds(context);
  const expiresAt = params.integer('expires_at') ?? now + day;
  const refuse = (bound: string) =>
    new StripeApiError(400, `The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`, {
      param: 'expires_at',
    });
  if (expiresAt < now + 30 * minute) throw refuse('at least 30 minutes');
  if (expiresAt > now + day) throw refuse('less than 24 hours');
  return expiresAt;
}

function checkAmount(amount: number, currency: string): void {
  if (amount < amountLimits.min) {
    throw new StripeApiError(
      400,
      `The Checkout Session's total amount due must add up to at least $0.50 ${currency}`,
      { code: 'amount_too_small' },
    );
  }
  if (amount > amountLimits.max) {
    throw new StripeApiError(
      400,
      `The Checkout Session's total amount due must add up to no more than $999,999.99 ${currency}`,
      { code: 'amount_too_large' },
    );
  }
}

function readPaymentIntentData(params: ParamReader): PaymentIntentData {
  const data = params.object('payment_intent_data');
  data?.rejectUnsupported([
    'application_fee_amount',
    'capture_method',
    'on_behalf_of',
    'setup_future_usage',
    'shipping',
    'statement_descriptor',
    'transfer_data',
    'transfer_group',
  ]);
  return {
    description: data?.text('description', 1_000) ?? null,
    metadata: data?.metadata('metadata') ?? {},
    receiptEmail: data?.email('receipt_email') ?? null,
    statementDescriptorSuffix: data?.text('statement_descriptor_suffix', 22) ?? null,
  };
}

function readSubscriptionData(params: ParamReader): NewSession['subscriptionData'] {
  const data = params.object('subscription_data');
  data?.rejectUnsupported([
    'application_fee_percent',
    'billing_cycle_anchor',
    'billing_cycle_anchor_config',
    'default_tax_rates',
    'invoice_settings',
    'on_behalf_of',
    'pending_invoice_item_interval',
    'proration_behavior',
    'transfer_data',
    'trial_end',
    'trial_period_days',
    'trial_settings',
  ]);
  data?.object('billing_mode')?.oneOf('type', ['flexible']);
  return {
    description: data?.text('description', 500) ?? null,
    metadata: data?.metadata('metadata') ?? {},
  };
}

/** Rejects parameters that belong to the other mode. */
function rejectForMode(params: ParamReader, mode: NewSession['mode']): void {
  const names = mode === 'payment' ? ['subscription_data'] : ['payment_intent_data', 'customer_creation'];
  for (const name of names) {
    if (!params.has(name)) continue;
    throw new StripeApiError(400, `You can not pass \`${name}\` in \`${mode}\` mode.`, { param: name });
  }
}

function readCustomer(context: Context, params: ParamReader) {
  const id = params.text('customer');
  const email = params.email('customer_email') ?? null;
  if (id !== undefined && email !== null) {
    throw new StripeApiError(400, 'You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  }
  const creation = params.oneOf('customer_creation', ['always', 'if_required']) ?? 'if_required';
  if (id !== undefined && params.has('customer_creation')) {
    throw new StripeApiError(
      400,
      'You may only specify one of these parameters: customer, customer_creation.',
      {
        param: 'customer_creation',
      },
    );
  }
  const customer = id === undefined ? null : findLiveCustomer(context, id);
  if (customer === undefined) throw referenceMissing('customer', id ?? '', 'customer');
  const isForSubscription = params.has('mode') && params.text('mode') === 'subscription';
  const customerCreation = isForSubscription ? 'always' : creation;
  return { customer, customerEmail: email, customerCreation } as const;
}

/**
 * Reads the parameters of a Checkout Session.
 * @throws StripeApiError 400 in the same cases as Stripe, and for features that the sandbox does not have.
 */
export function readNewSession(context: Context, params: ParamReader): NewSession {
  params.rejectUnsupported(unsupportedParams);
  const mode = params.oneOf('mode', ['payment', 'setup', 'subscription']);
  if (mode === undefined) {
    throw new StripeApiError(400, 'You must provide `mode`.', { code: 'parameter_missing', param: 'mode' });
  }
  if (mode === 'setup') throw notInSandbox('mode');
  rejectForMode(params, mode);
  params.oneOf('payment_method_collection', mode === 'payment' ? ['if_required'] : ['always', 'if_required']);
  const uiMode = params.oneOf('ui_mode', ['hosted_page', 'embedded_page', 'elements', 'form']);
  if (uiMode !== undefined && uiMode !== 'hosted_page') throw notInSandbox('ui_mode');
  const successUrl = params.url('success_url');
  if (successUrl === undefined) {
    throw new StripeApiError(400, 'Missing required param: success_url.', {
      code: 'parameter_missing',
      param: 'success_url',
    });
  }
  const read = {
    successUrl,
    cancelUrl: params.url('cancel_url') ?? null,
    clientReferenceId: params.text('client_reference_id', 200) ?? null,
    ...readCustomer(context, params),
    expiresAt: readExpiry(context, params),
    metadata: params.metadata('metadata'),
    locale: params.text('locale', 10) ?? null,
    // The dashboard setting, which applies by default, is on.
    adaptivePricing: params.object('adaptive_pricing')?.boolean('enabled') ?? true,
    submitType: params.oneOf('submit_type', ['auto', 'book', 'donate', 'pay']) ?? null,
    billingAddressCollection: params.oneOf('billing_address_collection', ['auto', 'required']) ?? null,
    paymentIntentData: readPaymentIntentData(params),
    subscriptionData: readSubscriptionData(params),
  };
  const items = readLineItems(context, params, mode);
  const currency = items[0]?.currency ?? 'usd';
  const subtotal = items.reduce((sum, item) => sum + item.amount_subtotal, 0);
  const { discount, promotionCode } = readDiscounts(context, params, subtotal, currency);
  checkAmount(subtotal - discount, currency);
  params.rejectUnread();
  const lineItems = discountLines(items, discount);
  return { ...read, mode, lineItems, subtotal, discount, promotionCode, currency };
}
