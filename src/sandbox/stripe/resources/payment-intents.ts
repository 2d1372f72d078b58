import type Stripe from 'stripe';
import { resourceMissing } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { newId, randomText } from '../ids.ts';
import { isInRange, listPage } from '../list-page.ts';
import type { PaymentIntentData } from '../records.ts';

type NewPaymentIntent = {
  amount: number;
  currency: string;
  customer: string | null;
  data: PaymentIntentData;
};

/** The intent of a first payment attempt; not stored yet. */
export function buildPaymentIntent(context: Context, input: NewPaymentIntent): Stripe.PaymentIntent {
  const { data } = input;
  const id = newId.paymentIntent();
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: nowSeconds(context),
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    description: data.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: data.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: data.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: data.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

export const retrievePaymentIntent: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const intent = context.store.get('paymentIntents', id);
  if (!intent) throw resourceMissing('payment_intent', id, 'intent');
  return intent;
};

export const listPaymentIntents: Handler = (context, params) => {
  const customer = params.text('customer');
  const created = params.range('created');
  const matching = context.store
    .values('paymentIntents')
    .filter((intent) => customer === undefined || intent.customer === customer)
    .filter((intent) => isInRange(intent.created, created))
    .reverse();
  const page = listPage(matching, params, '/v1/payment_intents');
  params.rejectUnread();
  return page;
};
