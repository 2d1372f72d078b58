import type Stripe from 'stripe';
import { type Decline, StripeApiError } from './api-error.ts';
import { markPaid, paymentOf } from './billing/collect-invoice.ts';
import { emitSubscriptionCreated, startSubscription } from './billing/start-subscription.ts';
import { changeSubscription } from './billing/subscription-object.ts';
import { type Context, find } from './context.ts';
import { emit } from './emit.ts';
import { type Payer, resource, type SessionRecord } from './records.ts';
import { intentOfSession } from './resources/checkout-sessions.ts';
import { addCustomer, findCustomer, setDefaultMethod } from './resources/customers.ts';
import { warnOfFraudFor } from './resources/disputes.ts';
import { attachMethod } from './resources/payment-methods.ts';
import { createCharge, createIntent, paymentError, saveIntent, successFields } from './resources/payments.ts';
import { redeemPromotion, redemptionError } from './resources/promotions.ts';
import { includedTax } from './tax.ts';
import { findTestCard } from './test-cards.ts';

export type PayResult =
  /** The session is complete. If `processing`, the funds arrive later. `redirectUrl` is the success URL. */
  | { status: 'paid' | 'processing'; redirectUrl: string; eventId: string }
  /** The buyer must confirm on the sandbox's page at `url`, or the test must call `authenticate`. */
  | { status: 'requires_authentication'; url: string }
  | ({ status: 'declined' } & Decline)
  /** This attempt charged nothing: the session was already complete or expired. */
  | { status: 'closed'; sessionStatus: 'complete' | 'expired'; redirectUrl: string | null };

const noTestCard: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. This is a sandbox: a test card is expected, see the list.',
};

const authenticationFailure: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: 'authentication_required',
  message: 'We are unable to authenticate your payment method. Choose another card and try again.',
};

export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/** The session's intent, created at the first payment attempt. */
function currentIntent(context: Context, record: SessionRecord): Stripe.PaymentIntent {
  const { customer, currency, amount_total } = record.session;
  return (
    intentOfSession(context, record) ??
    createIntent(context, {
      amount: amount_total ?? 0,
      currency: currency ?? 'usd',
      customer: typeof customer === 'string' ? customer : null,
      metadata: record.session.mode === 'payment' ? record.metadata : {},
    })
  );
}

/** Stores a session with its intent, which the session object includes in payment mode only. */
function saveSession(
  context: Context,
  record: SessionRecord,
  intent: Stripe.PaymentIntent,
  changes: Partial<SessionRecord> = {},
): void {
  const { session } = { ...record, ...changes };
  const shown = session.mode === 'payment' ? { ...session, payment_intent: intent.id } : session;
  context.store.put('sessions', session.id, {
    ...record,
    authenticating: null,
    ...changes,
    session: shown,
    intentId: intent.id,
  });
}

/** The session's customer, or a new one if the session asks for one; null for a guest. */
function ensureCustomer(context: Context, { session }: SessionRecord, payer: Payer): string | null {
  if (session.customer === null && session.customer_creation === 'always') {
    return addCustomer(context, { email: payer.email, ...(payer.name && { name: payer.name }) }).id;
  }
  return typeof session.customer === 'string' ? session.customer : null;
}

/** Stores the card or bank account of a new subscriber for renewals. */
function storeMethod(context: Context, last4: string | null, customer: string): string {
  const { id } = attachMethod(context, last4, customer);
  setDefaultMethod(context, customer, id);
  return id;
}

/**
 * Starts the subscription of a session and marks its first invoice as paid by this intent. While a bank debit is
 * processing, the invoice stays open and the subscription is already active.
 */
function billCheckout(
  context: Context,
  { metadata, priceId = '', session }: SessionRecord,
  {
    method,
    customer,
    intent,
    isSettled,
  }: { method: string; customer: string; intent: string; isSettled: boolean },
): { subscription: string; invoice: string } {
  const { id, invoice } = startSubscription(context, {
    customer: findCustomer(context, customer),
    price: find(context, 'prices', priceId),
    metadata,
    default_payment_method: method,
    usesBalance: false,
    discount: (session.amount_subtotal ?? 0) - (session.amount_total ?? 0),
    isTaxed: session.automatic_tax?.enabled ?? false,
  });
  if (isSettled) markPaid(context, invoice, intent);
  else {
    paymentOf(context, invoice, intent);
    changeSubscription(context, find(context, 'subscriptions', id), { status: 'active' });
  }
  emitSubscriptionCreated(context, id);
  return { subscription: id, invoice: invoice.id };
}

/** Whether the buyer must accept the terms of service with a checkbox on the page. */
export function asksForConsent({ session }: SessionRecord): boolean {
  return session.consent_collection?.terms_of_service === 'required';
}

/** Calculates the tax, now that the payer's address is known. */
function taxFields(session: Stripe.Checkout.Session): Partial<Stripe.Checkout.Session> {
  return {
    automatic_tax: { ...session.automatic_tax, status: 'complete' },
    total_details: resource<Stripe.Checkout.Session.TotalDetails>({
      ...session.total_details,
      amount_tax: includedTax(session.amount_total ?? 0),
    }),
  };
}

function complete(
  context: Context,
  record: SessionRecord,
  payer: Payer,
  last4: string | null,
  isSettled: boolean,
): PayResult {
  redeemPromotion(context, record.session);
  const customer = ensureCustomer(context, record, payer);
  const isSubscription = record.session.mode === 'subscription';
  const method = isSubscription && customer !== null ? storeMethod(context, last4, customer) : undefined;
  const started = { ...currentIntent(context, record), customer };
  const charge = createCharge(context, started, last4, isSettled ? 'succeeded' : 'pending');
  const status = isSettled ? 'succeeded' : 'processing';
  const paid = { ...started, last_payment_error: null, latest_charge: charge.id, status } as const;
  const intent = saveIntent(context, paid, `payment_intent.${status}`);
  const billed =
    method && customer
      ? billCheckout(context, record, { method, customer, intent: intent.id, isSettled })
      : undefined;
  const session: Stripe.Checkout.Session = {
    ...record.session,
    ...billed,
    ...(asksForConsent(record) && { consent: { terms_of_service: 'accepted', promotions: null } }),
    ...(record.session.automatic_tax?.enabled && taxFields(record.session)),
    customer,
    customer_details: resource<Stripe.Checkout.Session.CustomerDetails>(payer),
    payment_status: isSettled ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
  };
  saveSession(context, record, intent, { session });
  const eventId = emit(context, 'checkout.session.completed', find(context, 'sessions', session.id).session);
  if (isSettled) warnOfFraudFor(context, charge);
  return { status: isSettled ? 'paid' : 'processing', redirectUrl: successUrl(session), eventId };
}

function declinePayment(
  context: Context,
  record: SessionRecord,
  decline: Decline,
  last4?: string,
): PayResult {
  const current = currentIntent(context, record);
  const charge = last4 === undefined ? undefined : createCharge(context, current, last4, 'failed');
  const failed: Stripe.PaymentIntent = {
    ...current,
    last_payment_error: paymentError(decline),
    latest_charge: charge?.id ?? current.latest_charge,
    status: 'requires_payment_method',
  };
  saveSession(context, record, saveIntent(context, failed, 'payment_intent.payment_failed'));
  return { status: 'declined', ...decline };
}

function askToAuthenticate(context: Context, record: SessionRecord, payer: Payer, last4: string): PayResult {
  const intent = { ...currentIntent(context, record), status: 'requires_action' } as const;
  saveIntent(context, intent, 'payment_intent.requires_action');
  saveSession(context, record, intent, { authenticating: { last4, payer } });
  const url = `${context.publicUrl()}/c/pay/${record.session.id}/authenticate`;
  return { status: 'requires_authentication', url };
}

/**
 * Makes one attempt to pay a session, in one transaction. Nothing is charged if the session is not open or if its
 * promotion code can no longer be redeemed.
 */
function attempt(context: Context, sessionId: string, pay: (record: SessionRecord) => PayResult): PayResult {
  return context.store.transaction(() => {
    const record = find(context, 'sessions', sessionId);
    const { session } = record;
    if (session.status === 'complete') {
      return { status: 'closed', sessionStatus: 'complete', redirectUrl: successUrl(session) };
    }
    if (session.status === 'expired') {
      return { status: 'closed', sessionStatus: 'expired', redirectUrl: session.cancel_url };
    }
    const decline = redemptionError(context, session);
    return decline ? { status: 'declined', ...decline } : pay(record);
  });
}

/**
 * Makes one attempt to pay a session by card. A number that is not a test card is declined and not stored, because it
 * may be a real card.
 */
export function payByCard(context: Context, sessionId: string, number: string, payer: Payer): PayResult {
  return attempt(context, sessionId, (record) => {
    const outcome = findTestCard(number)?.outcome;
    const last4 = number.slice(-4);
    if (!outcome) return { status: 'declined', ...noTestCard };
    if (outcome.kind === 'authenticates') return askToAuthenticate(context, record, payer, last4);
    if (outcome.kind === 'declines') return declinePayment(context, record, outcome.decline, last4);
    return complete(context, record, payer, last4, true);
  });
}

/** Completes an open session whose funds arrive later. The session is complete, but unpaid until `settleDelayed`. */
export function payDelayed(context: Context, sessionId: string, payer: Payer): PayResult {
  return attempt(context, sessionId, (record) => complete(context, record, payer, null, false));
}

/**
 * Completes or fails the bank's authentication on behalf of the buyer.
 * @throws StripeApiError 404 for an unknown session, 400 if the open session is not waiting for authentication
 */
export function authenticate(context: Context, sessionId: string, isConfirmed: boolean): PayResult {
  return attempt(context, sessionId, (record) => {
    if (!record.authenticating) {
      throw new StripeApiError(400, 'This session is not waiting for authentication.');
    }
    const { last4, payer } = record.authenticating;
    return isConfirmed
      ? complete(context, record, payer, last4, true)
      : declinePayment(context, record, authenticationFailure);
  });
}

/**
 * Applies the bank's decision on the debit that started a subscription: either the first invoice becomes paid, or the
 * subscription becomes past due. Does nothing for a session without an open invoice.
 */
function settleFirstInvoice(context: Context, session: Stripe.Checkout.Session, paidBy: string | null): void {
  const invoice = context.store.get('invoices', String(session.invoice));
  if (invoice?.status !== 'open') return;
  if (paidBy !== null) {
    markPaid(context, invoice, paidBy);
    return;
  }
  const failed = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
  context.store.put('invoices', failed.id, failed);
  emit(context, 'invoice.payment_failed', failed);
  const record = find(context, 'subscriptions', String(session.subscription));
  changeSubscription(context, record, { status: 'past_due' });
}

/**
 * Settles a delayed payment with the bank's decision. Emits `checkout.session.async_payment_succeeded` or
 * `checkout.session.async_payment_failed`.
 * @returns the event's ID
 * @throws StripeApiError 404 for an unknown session, 400 if the session is not waiting for a delayed payment
 */
export function settleDelayed(context: Context, sessionId: string, isPaid: boolean): string {
  return context.store.transaction(() => {
    const record = find(context, 'sessions', sessionId);
    const intent = intentOfSession(context, record);
    if (intent?.status !== 'processing') {
      throw new StripeApiError(400, 'This session is not waiting for a delayed payment.');
    }
    const charge = find(context, 'charges', String(intent.latest_charge));
    const settled: Stripe.Charge = {
      ...charge,
      ...(isPaid ? successFields(context, charge.id) : { status: 'failed' }),
    };
    context.store.put('charges', charge.id, settled);
    emit(context, isPaid ? 'charge.succeeded' : 'charge.failed', settled);
    if (isPaid) saveIntent(context, { ...intent, status: 'succeeded' }, 'payment_intent.succeeded');
    else {
      saveIntent(context, { ...intent, status: 'requires_payment_method' }, 'payment_intent.payment_failed');
    }
    settleFirstInvoice(context, record.session, isPaid ? intent.id : null);
    const session: Stripe.Checkout.Session = {
      ...record.session,
      payment_status: isPaid ? 'paid' : 'unpaid',
    };
    context.store.put('sessions', sessionId, { ...record, session });
    const outcome = isPaid ? 'succeeded' : 'failed';
    return emit(context, `checkout.session.async_payment_${outcome}`, session);
  });
}
