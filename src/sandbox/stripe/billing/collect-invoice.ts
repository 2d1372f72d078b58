import type Stripe from 'stripe';
import { type Decline, StripeApiError } from '../api-error.ts';
import { billingSeconds, type Context, find, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { resource, type SubscriptionRecord, type WireInvoice } from '../records.ts';
import { findCustomer } from '../resources/customers.ts';
import { warnOfFraudFor } from '../resources/disputes.ts';
import { methodOf, storedOutcome } from '../resources/payment-methods.ts';
import {
  createCharge,
  createIntent,
  paymentError,
  saveIntent,
  successFields,
} from '../resources/payments.ts';
import { genericDecline } from '../test-cards.ts';
import { settleBalance } from './invoice-object.ts';
import { changeSubscription } from './subscription-object.ts';

/** Days from each failed attempt to the next. */
const retryDays = [3, 5, 7];

const noCard: Decline = {
  code: 'missing',
  declineCode: 'missing',
  message: 'This customer has no attached payment source or default payment method.',
};

const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export function subscriptionOf(context: Context, invoice: WireInvoice): SubscriptionRecord | undefined {
  return context.store.get('subscriptions', String(invoice.parent?.subscription_details?.subscription));
}

/**
 * The stored card or bank account that an invoice is charged to: the subscription's default or, without one, the
 * customer's.
 */
export function defaultMethodOf(context: Context, invoice: WireInvoice): Stripe.PaymentMethod | undefined {
  const chosen =
    subscriptionOf(context, invoice)?.subscription.default_payment_method ??
    findCustomer(context, invoice.customer).invoice_settings.default_payment_method;
  return methodOf(context, typeof chosen === 'string' ? chosen : chosen?.id, invoice.customer);
}

/**
 * Stores a draft and opens it, after applying the customer's balance unless `usesBalance` is false. An invoice with
 * nothing due is marked as paid.
 */
export function finalizeInvoice(context: Context, draft: WireInvoice, usesBalance = true): WireInvoice {
  context.store.put('invoices', draft.id, draft);
  emit(context, 'invoice.created', draft);
  const customer = findCustomer(context, draft.customer);
  const { due, ending } = settleBalance(draft.total, usesBalance ? customer.balance : 0);
  if (usesBalance) context.store.put('customers', customer.id, { ...customer, balance: ending });
  const invoice: WireInvoice = { ...draft, amount_due: due, ending_balance: ending, status: 'open' };
  context.store.put('invoices', invoice.id, invoice);
  emit(context, 'invoice.finalized', invoice);
  return due === 0 ? markPaid(context, invoice, null) : invoice;
}

/**
 * The payment object that links an invoice to its intent. If there is none and `intent` is given, creates one with the
 * status `open`.
 */
export function paymentOf(context: Context, invoice: WireInvoice, intent?: string) {
  const existing = context.store.values('invoicePayments').find((payment) => payment.invoice === invoice.id);
  if (existing || intent === undefined) return existing;
  const payment = resource<Stripe.InvoicePayment>({
    id: newId.invoicePayment(),
    object: 'invoice_payment',
    created: nowSeconds(context),
    currency: invoice.currency,
    invoice: invoice.id,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent },
    status: 'open',
  });
  context.store.put('invoicePayments', payment.id, payment);
  return payment;
}

/** The intent that pays an invoice, created at the first attempt. */
function intentOf(context: Context, invoice: WireInvoice): Stripe.PaymentIntent {
  const id = paymentOf(context, invoice)?.payment.payment_intent;
  const existing = typeof id === 'string' ? context.store.get('paymentIntents', id) : undefined;
  if (existing) return existing;
  const { amount_due: amount, currency, customer } = invoice;
  const intent = createIntent(context, { amount, currency, customer, metadata: {} });
  paymentOf(context, invoice, intent.id);
  return intent;
}

/**
 * Records that an invoice was paid by this intent (null = there was nothing to pay). If the invoice is the latest of a
 * subscription that awaits payment, the subscription becomes active.
 */
export function markPaid(context: Context, open: WireInvoice, intent: string | null): WireInvoice {
  const invoice: WireInvoice = {
    ...open,
    amount_paid: open.amount_due,
    attempted: true,
    attempt_count: open.attempt_count + (intent === null ? 0 : 1),
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...open.status_transitions, paid_at: billingSeconds(context) },
  };
  context.store.put('invoices', invoice.id, invoice);
  const payment = intent === null ? undefined : paymentOf(context, invoice, intent);
  if (payment) {
    const paid = { ...payment, status: 'paid' };
    context.store.put('invoicePayments', paid.id, paid);
    emit(context, 'invoice_payment.paid', paid);
  }
  emit(context, 'invoice.paid', invoice);
  emit(context, 'invoice.payment_succeeded', invoice);
  const record = subscriptionOf(context, invoice);
  const awaitsPayment = record && ['incomplete', 'past_due'].includes(record.subscription.status);
  if (awaitsPayment && record.subscription.latest_invoice === invoice.id) {
    changeSubscription(context, record, { status: 'active' });
  }
  return invoice;
}

type CollectResult = { invoice: WireInvoice; decline?: Decline };
type CollectOptions = {
  /** The method to use instead of the default. */
  method?: Stripe.PaymentMethod | undefined;
  /** Whether the attempt is declined regardless of the card. */
  isForcedToFail?: boolean;
  /** Whether the buyer is present and has completed the bank's authentication. */
  isConfirmed?: boolean;
  /** If true, a decline schedules the next automatic attempt, unless this was the last one. */
  willRetry?: boolean;
};

function declineOf(method: Stripe.PaymentMethod | undefined, options: CollectOptions): Decline | undefined {
  if (options.isForcedToFail) return genericDecline;
  if (!method) return noCard;
  const outcome = storedOutcome(method);
  if (outcome.kind === 'declines') return outcome.decline;
  return outcome.kind === 'authenticates' && !options.isConfirmed ? authenticationRequired : undefined;
}

/**
 * Makes one attempt to charge an open invoice to the stored card or bank account. A decline is recorded and returned,
 * never thrown. An invoice that is not open is returned unchanged.
 */
export function collectInvoice(
  context: Context,
  open: WireInvoice,
  options: CollectOptions = {},
): CollectResult {
  if (open.status !== 'open') return { invoice: open };
  const method = options.method ?? defaultMethodOf(context, open);
  const decline = declineOf(method, options);
  const intent = intentOf(context, open);
  if (!decline && context.billing.delayDebits > 0) {
    context.billing.delayDebits -= 1;
    return { invoice: startDebit(context, open, intent) };
  }
  // Nothing is charged before the buyer has completed the bank's authentication.
  const charge =
    method && decline !== authenticationRequired
      ? createCharge(context, intent, method.card?.last4 ?? null, decline ? 'failed' : 'succeeded')
      : undefined;
  const latest_charge = charge?.id ?? intent.latest_charge;
  if (decline) {
    const needsBuyer = decline === authenticationRequired;
    saveIntent(
      context,
      {
        ...intent,
        last_payment_error: paymentError(decline, method),
        latest_charge,
        status: needsBuyer ? 'requires_action' : 'requires_payment_method',
      },
      needsBuyer ? 'payment_intent.requires_action' : 'payment_intent.payment_failed',
    );
    return { invoice: recordFailure(context, open, needsBuyer, options.willRetry ?? false), decline };
  }
  saveIntent(
    context,
    { ...intent, last_payment_error: null, latest_charge, status: 'succeeded' },
    'payment_intent.succeeded',
  );
  const invoice = markPaid(context, open, intent.id);
  if (charge) warnOfFraudFor(context, charge);
  return { invoice };
}

function startDebit(context: Context, open: WireInvoice, intent: Stripe.PaymentIntent): WireInvoice {
  const { id: latest_charge } = createCharge(context, intent, null, 'pending');
  saveIntent(context, { ...intent, latest_charge, status: 'processing' }, 'payment_intent.processing');
  const invoice = { ...open, attempted: true, attempt_count: open.attempt_count + 1 };
  context.store.put('invoices', invoice.id, invoice);
  return invoice;
}

const rejectedDebit: Stripe.PaymentIntent.LastPaymentError = {
  type: 'invalid_request_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The bank rejected the debit.',
  payment_method: resource<Stripe.PaymentMethod>({ object: 'payment_method', type: 'us_bank_account' }),
};

/**
 * Applies the bank's decision on the debit that pays an invoice. If the debit is rejected and the invoice is the
 * subscription's latest, the subscription becomes past due.
 * @throws StripeApiError 400 if no debit of the invoice is processing
 */
export function settleDebit(context: Context, invoiceId: string, isPaid: boolean): void {
  const invoice = find(context, 'invoices', invoiceId);
  const intent = intentOf(context, invoice);
  if (intent.status !== 'processing') {
    throw new StripeApiError(400, 'No debit of this invoice is being processed.');
  }
  const charge = find(context, 'charges', String(intent.latest_charge));
  const settled: Stripe.Charge = {
    ...charge,
    ...(isPaid ? successFields(context, charge.id) : { status: 'failed' }),
  };
  context.store.put('charges', charge.id, settled);
  emit(context, isPaid ? 'charge.succeeded' : 'charge.failed', settled);
  if (isPaid) {
    saveIntent(context, { ...intent, status: 'succeeded' }, 'payment_intent.succeeded');
    markPaid(context, invoice, intent.id);
    return;
  }
  saveIntent(
    context,
    { ...intent, last_payment_error: rejectedDebit, status: 'requires_payment_method' },
    'payment_intent.payment_failed',
  );
  emit(context, 'invoice.payment_failed', invoice);
  const record = subscriptionOf(context, invoice);
  if (record?.subscription.latest_invoice === invoiceId)
    changeSubscription(context, record, { status: 'past_due' });
}

function recordFailure(
  context: Context,
  open: WireInvoice,
  needsBuyer: boolean,
  willRetry: boolean,
): WireInvoice {
  const days = retryDays[open.attempt_count];
  const next = days === undefined ? null : billingSeconds(context) + days * 24 * 60 * 60;
  const invoice: WireInvoice = {
    ...open,
    attempted: true,
    // As at Stripe, only the first attempt and automatic retries increase the count.
    attempt_count: open.attempt_count + (willRetry || !open.attempted ? 1 : 0),
    next_payment_attempt: willRetry ? next : open.next_payment_attempt,
  };
  context.store.put('invoices', invoice.id, invoice);
  emit(context, 'invoice.payment_failed', invoice);
  if (needsBuyer) emit(context, 'invoice.payment_action_required', invoice);
  return invoice;
}
