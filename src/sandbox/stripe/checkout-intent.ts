import type Stripe from 'stripe';
import type { Context } from './context.ts';
import { emit } from './emit.ts';
import type { SessionRecord } from './records.ts';
import { buildPaymentIntent } from './resources/payment-intents.ts';

/** The session's intent, created at the first payment attempt. */
export function currentIntent(context: Context, record: SessionRecord): Stripe.PaymentIntent {
  const { session } = record;
  const id = record.intentId ?? session.payment_intent;
  const known = typeof id === 'string' ? context.store.get('paymentIntents', id) : undefined;
  if (known) return known;
  const intent = buildPaymentIntent(context, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: typeof session.customer === 'string' ? session.customer : null,
    data: record.paymentIntentData,
  });
  context.store.put('paymentIntents', intent.id, intent);
  emit(context, 'payment_intent.created', intent);
  return intent;
}

/** The record with its intent, which the session object includes in payment mode only. */
export function withIntent(record: SessionRecord, intent: Stripe.PaymentIntent): SessionRecord {
  return record.session.mode === 'subscription'
    ? { ...record, intentId: intent.id }
    : { ...record, session: { ...record.session, payment_intent: intent.id } };
}

export function putIntent(context: Context, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  context.store.put('paymentIntents', intent.id, intent);
  return intent;
}
