import type Stripe from 'stripe';
import { StripeApiError } from './api-error.ts';
import { settleFirstInvoice } from './checkout-subscription.ts';
import type { Context } from './context.ts';
import { emit } from './emit.ts';
import { receiptUrl } from './resources/charges.ts';
import { sessionRecord } from './resources/checkout-sessions.ts';

/**
 * Settles a delayed payment with the bank's decision. Records `checkout.session.async_payment_succeeded` or
 * `…_failed`.
 * @returns the event's ID.
 * @throws StripeApiError 400 when the session is not waiting for a delayed payment.
 */
export function settleDelayed(context: Context, sessionId: string, paid: boolean): string {
  return context.store.transaction(() => {
    const record = sessionRecord(context, sessionId);
    // Subscription sessions do not include their intent.
    const intentId = record.intentId ?? record.session.payment_intent;
    const intent = typeof intentId === 'string' ? context.store.get('paymentIntents', intentId) : undefined;
    const chargeId = intent?.latest_charge;
    const charge = typeof chargeId === 'string' ? context.store.get('charges', chargeId) : undefined;
    if (!intent || !charge || intent.status !== 'processing') {
      throw new StripeApiError(400, 'This session waits for no delayed payment.');
    }
    const failure = { code: 'payment_intent_payment_attempt_failed', message: 'The bank refused the debit.' };
    const settledCharge: Stripe.Charge = paid
      ? {
          ...charge,
          status: 'succeeded',
          paid: true,
          captured: true,
          amount_captured: charge.amount,
          receipt_url: receiptUrl(context, charge.id),
        }
      : { ...charge, status: 'failed', failure_code: failure.code, failure_message: failure.message };
    context.store.put('charges', charge.id, settledCharge);
    emit(context, paid ? 'charge.succeeded' : 'charge.failed', settledCharge);
    const settledIntent: Stripe.PaymentIntent = paid
      ? { ...intent, status: 'succeeded', amount_received: intent.amount }
      : {
          ...intent,
          status: 'requires_payment_method',
          last_payment_error: { ...failure, type: 'invalid_request_error' },
        };
    context.store.put('paymentIntents', intent.id, settledIntent);
    emit(context, paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', settledIntent);
    settleFirstInvoice(context, record.session, paid ? intent.id : null);
    const session: Stripe.Checkout.Session = {
      ...record.session,
      payment_status: paid ? 'paid' : 'unpaid',
    };
    context.store.put('sessions', sessionId, { ...record, session });
    return emit(
      context,
      paid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
      session,
    );
  });
}
