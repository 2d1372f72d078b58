import type Stripe from 'stripe';
import { billingSeconds, type Context } from '../context.ts';
import { emit } from '../emit.ts';
import { randomText } from '../ids.ts';
import type { SubscriptionRecord, WireInvoice } from '../records.ts';
import { buildCharge, type Decline } from '../resources/charges.ts';
import { findLiveCustomer } from '../resources/customers.ts';
import { openDisputeFor } from '../resources/disputes.ts';
import { warnOfFraudFor } from '../resources/early-fraud-warnings.ts';
import { cardSummary, methodOf, storedOutcome } from '../resources/payment-methods.ts';
import { settleBalance } from './invoice-object.ts';
import { intentOf, paymentOf } from './invoice-payment.ts';
import { saveSubscription, withPrice } from './subscription-object.ts';

const noCard: Decline = {
  code: 'missing',
  declineCode: 'missing',
  message: 'This customer has no attached payment source or default payment method.',
};

const asksTheBuyer: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** The subscription that an invoice bills. */
export function subscriptionOf(context: Context, invoice: WireInvoice): SubscriptionRecord | undefined {
  const id = invoice.parent?.subscription_details?.subscription;
  return typeof id === 'string' ? context.store.get('subscriptions', id) : undefined;
}

/** Numbers a draft, applies the customer's balance and opens it. An invoice with nothing due is paid. */
export function finalizeInvoice(context: Context, draft: WireInvoice, usesBalance = true): WireInvoice {
  context.store.put('invoices', draft.id, draft);
  emit(context, 'invoice.created', draft);
  const customer = findLiveCustomer(context, draft.customer);
  const balance = customer?.balance ?? 0;
  const { due, ending } = usesBalance
    ? settleBalance(draft.total, balance)
    : { due: draft.total, ending: balance };
  const prefix = customer?.invoice_prefix ?? randomText(8).toUpperCase();
  const sequence = customer?.next_invoice_sequence ?? 1;
  if (customer) {
    context.store.put('customers', customer.id, {
      ...customer,
      balance: ending,
      invoice_prefix: prefix,
      next_invoice_sequence: sequence + 1,
    });
  }
  const at = billingSeconds(context);
  const page = `${context.publicUrl()}/i/${draft.id}`;
  const invoice: WireInvoice = {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    effective_at: at,
    starting_balance: balance,
    ending_balance: ending,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    number: `${prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: at },
  };
  context.store.put('invoices', invoice.id, invoice);
  emit(context, 'invoice.finalized', invoice);
  return due === 0 ? markPaid(context, invoice, null) : invoice;
}

/** Reactivates the subscription of a paid invoice and applies its pending update. */
function revive(context: Context, invoice: WireInvoice): void {
  const record = subscriptionOf(context, invoice);
  if (!record) return;
  let { subscription, periodDiscount = 0 } = record;
  const update = subscription.pending_update;
  const [item] = update?.subscription_items ?? [];
  if (item && subscription.latest_invoice === invoice.id) {
    subscription = { ...withPrice(subscription, item.price, item.quantity), pending_update: null };
    periodDiscount = 0;
    emit(context, 'customer.subscription.pending_update_applied', subscription);
  }
  const isLatest = subscription.latest_invoice === invoice.id;
  if (isLatest && ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) {
    subscription = { ...subscription, status: 'active' };
  }
  if (subscription !== record.subscription)
    saveSubscription(context, { ...record, subscription, periodDiscount });
}

/** Records that an invoice was paid by this intent (null = there was nothing to pay). */
export function markPaid(context: Context, open: WireInvoice, intent: string | null): WireInvoice {
  const at = billingSeconds(context);
  const invoice: WireInvoice = {
    ...open,
    amount_paid: open.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: open.attempt_count + (intent === null ? 0 : 1),
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...open.status_transitions, paid_at: at },
  };
  context.store.put('invoices', invoice.id, invoice);
  if (intent !== null) {
    const payment = paymentOf(context, invoice, intent);
    const paid: Stripe.InvoicePayment = {
      ...payment,
      amount_paid: invoice.amount_paid,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: at },
    };
    context.store.put('invoicePayments', paid.id, paid);
    emit(context, 'invoice_payment.paid', paid);
  }
  emit(context, 'invoice.paid', invoice);
  emit(context, 'invoice.payment_succeeded', invoice);
  revive(context, invoice);
  return invoice;
}

type Collected = { invoice: WireInvoice; decline?: Decline };
type HowToCollect = {
  /** The card to use instead of the subscription's or the customer's default. */
  method?: string | undefined;
  /** Declined regardless of the card. */
  isForcedToFail?: boolean;
  /** The buyer is present and has completed the bank's authentication. */
  isConfirmed?: boolean;
  /** A declined attempt is followed by further attempts. */
  retries?: boolean;
};

/** Makes one attempt to charge an open invoice to the stored card. A decline is recorded and returned, never thrown. */
export function collectInvoice(context: Context, open: WireInvoice, how: HowToCollect = {}): Collected {
  if (open.status !== 'open') return { invoice: open };
  const customer = findLiveCustomer(context, open.customer);
  const chosen =
    how.method ??
    subscriptionOf(context, open)?.subscription.default_payment_method ??
    customer?.invoice_settings.default_payment_method;
  const id = typeof chosen === 'string' ? chosen : chosen?.id;
  const method = methodOf(context, id, open.customer);
  const stored = method && storedOutcome(method);
  const decline: Decline | undefined = how.isForcedToFail
    ? { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' }
    : !stored
      ? noCard
      : stored.kind === 'declines'
        ? { code: stored.code, declineCode: stored.declineCode, message: stored.message }
        : stored.kind === 'authenticates' && !how.isConfirmed
          ? asksTheBuyer
          : undefined;
  const intent = { ...intentOf(context, open), payment_method: method?.id ?? null };
  const payer = { email: customer?.email ?? null, name: customer?.name ?? null };
  // Nothing is charged before the buyer has completed the bank's authentication.
  const charge =
    method &&
    decline !== asksTheBuyer &&
    buildCharge(
      context,
      intent,
      { kind: 'card', card: cardSummary(method) },
      payer,
      decline ? 'failed' : 'succeeded',
      decline,
    );
  if (charge) {
    context.store.put('charges', charge.id, charge);
    emit(context, decline ? 'charge.failed' : 'charge.succeeded', charge);
  }
  if (decline) {
    const invoice = recordFailure(context, open, intent, charge || undefined, decline, how.retries ?? false);
    return { invoice, decline };
  }
  const paid: Stripe.PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge ? charge.id : null,
    next_action: null,
    status: 'succeeded',
  };
  context.store.put('paymentIntents', paid.id, paid);
  emit(context, 'payment_intent.succeeded', paid);
  const invoice = markPaid(context, open, paid.id);
  if (charge) {
    openDisputeFor(context, charge);
    warnOfFraudFor(context, charge);
  }
  return { invoice };
}

function recordFailure(
  context: Context,
  open: WireInvoice,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | undefined,
  decline: Decline,
  retries: boolean,
): WireInvoice {
  const asks = decline === asksTheBuyer;
  const page = open.hosted_invoice_url ?? null;
  const failed: Stripe.PaymentIntent = {
    ...intent,
    next_action: asks ? { type: 'redirect_to_url', redirect_to_url: { url: page, return_url: null } } : null,
    last_payment_error: {
      ...(charge && { charge: charge.id }),
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      type: 'card_error',
    },
    latest_charge: charge?.id ?? intent.latest_charge,
    status: asks ? 'requires_action' : 'requires_payment_method',
  };
  context.store.put('paymentIntents', failed.id, failed);
  emit(context, asks ? 'payment_intent.requires_action' : 'payment_intent.payment_failed', failed);
  const days = retries ? context.billing.retryDays[open.attempt_count] : undefined;
  const next = days === undefined ? null : billingSeconds(context) + days * 24 * 60 * 60;
  const invoice: WireInvoice = {
    ...open,
    attempted: true,
    attempt_count: open.attempt_count + (retries || !open.attempted ? 1 : 0),
    next_payment_attempt: retries ? next : open.next_payment_attempt,
  };
  context.store.put('invoices', invoice.id, invoice);
  emit(context, 'invoice.payment_failed', invoice);
  if (asks) emit(context, 'invoice.payment_action_required', invoice);
  return invoice;
}
