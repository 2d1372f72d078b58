import type Stripe from 'stripe';
import { type Context, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import type { WireInvoice } from '../records.ts';
import { buildPaymentIntent } from '../resources/payment-intents.ts';

/** The payment of an invoice: open until its intent has succeeded. */
export function paymentOf(context: Context, invoice: WireInvoice, intent: string): Stripe.InvoicePayment {
  const known = context.store.values('invoicePayments').find((payment) => payment.invoice === invoice.id);
  if (known) return known;
  const payment: Stripe.InvoicePayment = {
    id: newId.invoicePayment(),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: nowSeconds(context),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  context.store.put('invoicePayments', payment.id, payment);
  return payment;
}

/** The intent that pays an invoice, created at the first attempt. */
export function intentOf(context: Context, invoice: WireInvoice): Stripe.PaymentIntent {
  const payment = context.store.values('invoicePayments').find((known) => known.invoice === invoice.id);
  const id = payment?.payment.payment_intent;
  const known = typeof id === 'string' ? context.store.get('paymentIntents', id) : undefined;
  if (known) return known;
  const intent = buildPaymentIntent(context, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    data: {
      description:
        invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      metadata: {},
      receiptEmail: null,
      statementDescriptorSuffix: null,
    },
  });
  context.store.put('paymentIntents', intent.id, intent);
  emit(context, 'payment_intent.created', intent);
  paymentOf(context, invoice, intent.id);
  return intent;
}
