import type Stripe from 'stripe';
import { resourceMissing } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { newId, randomText } from '../ids.ts';
import type { SessionRecord } from '../records.ts';

/** The intent of a session's first attempt to pay; not stored yet. */
export function buildPaymentIntent(context: Context, record: SessionRecord): Stripe.PaymentIntent {
  const { session, paymentIntentData } = record;
  const id = newId.paymentIntent();
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
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
    currency: session.currency ?? 'usd',
    customer: typeof session.customer === 'string' ? session.customer : null,
    customer_account: null,
    description: paymentIntentData.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: paymentIntentData.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: paymentIntentData.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: paymentIntentData.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

export const retrievePaymentIntent: Handler = (context, params, [id = '']) => {
  params.refuseUnread();
  const intent = context.store.get('paymentIntents', id);
  if (!intent) throw resourceMissing('payment_intent', id, 'intent');
  return intent;
};
