import type Stripe from 'stripe';
import type { Decline } from '../api-error.ts';
import { type Context, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { resource } from '../records.ts';

type NewPaymentIntent = Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'metadata'> & {
  customer: string | null;
};

/** Stores a new payment intent and emits `payment_intent.created`. */
export function createIntent(context: Context, fields: NewPaymentIntent): Stripe.PaymentIntent {
  const intent = resource<Stripe.PaymentIntent>({
    ...fields,
    id: newId.paymentIntent(),
    object: 'payment_intent',
    created: nowSeconds(context),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    status: 'requires_payment_method',
  });
  return saveIntent(context, intent, 'payment_intent.created');
}

type IntentEvent =
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled';

/** Stores a payment intent and emits `event` about it. */
export function saveIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  event: IntentEvent,
): Stripe.PaymentIntent {
  context.store.put('paymentIntents', intent.id, intent);
  emit(context, event, intent);
  return intent;
}

/** The fields of a charge that succeeded. */
export function successFields(context: Context, chargeId: string) {
  return { paid: true, receipt_url: `${context.publicUrl()}/r/${chargeId}`, status: 'succeeded' } as const;
}

/**
 * Stores the charge of one attempt to pay `intent` and records its event.
 * @param last4 - the last four digits of the card; null = a bank debit, the sandbox's only delayed method
 */
export function createCharge(
  context: Context,
  intent: Stripe.PaymentIntent,
  last4: string | null,
  status: 'succeeded' | 'pending' | 'failed',
): Stripe.Charge {
  const id = newId.charge();
  const charge = resource<Stripe.Charge>({
    id,
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    // The account's statement descriptor as set in the dashboard; the academy shows the same text.
    calculated_statement_descriptor: status === 'failed' ? null : 'POKER ACADEMY',
    created: nowSeconds(context),
    currency: intent.currency,
    customer: typeof intent.customer === 'string' ? intent.customer : null,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: false,
    payment_intent: intent.id,
    payment_method_details: last4 === null ? { type: 'us_bank_account' } : { type: 'card', card: { last4 } },
    receipt_url: null,
    refunded: false,
    status,
    ...(status === 'succeeded' && successFields(context, id)),
  });
  context.store.put('charges', id, charge);
  emit(context, `charge.${status}`, charge);
  return charge;
}

/** `last_payment_error` of an intent whose charge was declined. */
export function paymentError(
  { code, declineCode, message }: Decline,
  method?: Stripe.PaymentMethod,
): Stripe.PaymentIntent.LastPaymentError {
  return {
    code,
    decline_code: declineCode,
    message,
    type: 'card_error',
    ...(method && { payment_method: method }),
  };
}
