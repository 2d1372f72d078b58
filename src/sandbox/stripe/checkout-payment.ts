import type Stripe from 'stripe';
import { StripeApiError } from './api-error.ts';
import { currentIntent, putIntent, withIntent } from './checkout-intent.ts';
import { billCheckout, storeCard } from './checkout-subscription.ts';
import { type Context, nowSeconds } from './context.ts';
import { emit } from './emit.ts';
import { newId } from './ids.ts';
import { redeemPromotion, redemptionRefusal } from './promotions.ts';
import type { CardSummary, Payer, SessionRecord } from './records.ts';
import { buildCharge, type ChargeMethod, type Decline } from './resources/charges.ts';
import { customerDetails, sessionRecord } from './resources/checkout-sessions.ts';
import { addCustomer } from './resources/customers.ts';
import { openDisputeFor } from './resources/disputes.ts';
import { warnOfFraudFor } from './resources/early-fraud-warnings.ts';
import { type CardOutcome, findTestCard } from './test-cards.ts';

export type PayResult =
  /** Complete; `processing` = the funds arrive later (delayed method). `redirectUrl` includes the session ID. */
  | { status: 'paid' | 'processing'; redirectUrl: string; eventId: string }
  /** The buyer must confirm on the sandbox's page at `url`, or the test must call `authenticate`. */
  | { status: 'requires_authentication'; url: string }
  | { status: 'declined'; code: string; declineCode: string; message: string }
  /** Nothing was charged: the session was already complete or expired. */
  | { status: 'closed'; sessionStatus: 'complete' | 'expired'; redirectUrl: string | null };

export type CardEntry = { number: string; expMonth: number; expYear: number };

const noTestCard: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. This is a sandbox: a test card is expected, see the list.',
};

const authenticationFailure = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Choose another card and try again.',
};

/** success_url with the session ID in place of `{CHECKOUT_SESSION_ID}`. */
export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/** The session's customer, or a new one if the session asks for one. */
function ensureCustomer(context: Context, { session }: SessionRecord, payer: Payer): string | null {
  if (session.customer === null && session.customer_creation === 'always') {
    const fields = { description: null, phone: null, metadata: {} };
    return addCustomer(context, { email: payer.email, name: payer.name, ...fields }).id;
  }
  return typeof session.customer === 'string' ? session.customer : null;
}

function complete(
  context: Context,
  record: SessionRecord,
  payer: Payer,
  method: ChargeMethod,
  settled: boolean,
): PayResult {
  redeemPromotion(context, record.session);
  const customer = ensureCustomer(context, record, payer);
  const stored = storeCard(context, record, customer, method, payer);
  const started: Stripe.PaymentIntent = {
    ...currentIntent(context, record),
    customer,
    payment_method: stored?.id ?? newId.paymentMethod(),
    payment_method_types: method.kind === 'card' ? ['card'] : ['us_bank_account'],
  };
  const charge = buildCharge(context, started, method, payer, settled ? 'succeeded' : 'pending');
  context.store.put('charges', charge.id, charge);
  emit(context, settled ? 'charge.succeeded' : 'charge.pending', charge);
  const intent = putIntent(context, {
    ...started,
    amount_received: settled ? started.amount : 0,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: settled ? 'succeeded' : 'processing',
  });
  emit(context, settled ? 'payment_intent.succeeded' : 'payment_intent.processing', intent);
  const billed = stored && billCheckout(context, record, stored, { intent: intent.id, settled });
  const kept = withIntent(record, intent);
  const session: Stripe.Checkout.Session = {
    ...kept.session,
    ...billed,
    customer,
    customer_details: customerDetails(payer),
    payment_status: settled ? 'paid' : 'unpaid',
    status: 'complete',
    url: null,
  };
  context.store.put('sessions', session.id, { ...kept, session, authenticating: null });
  const eventId = emit(context, 'checkout.session.completed', session);
  if (settled) {
    openDisputeFor(context, charge);
    warnOfFraudFor(context, charge);
  }
  return { status: settled ? 'paid' : 'processing', redirectUrl: successUrl(session), eventId };
}

function refuse(
  context: Context,
  record: SessionRecord,
  payer: Payer,
  card: CardSummary,
  decline: Decline,
): PayResult {
  const intent = currentIntent(context, record);
  const charge = buildCharge(context, intent, { kind: 'card', card }, payer, 'failed', decline);
  context.store.put('charges', charge.id, charge);
  emit(context, 'charge.failed', charge);
  const failed = putIntent(context, {
    ...intent,
    last_payment_error: {
      charge: charge.id,
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      type: 'card_error',
    },
    latest_charge: charge.id,
    next_action: null,
    status: 'requires_payment_method',
  });
  emit(context, 'payment_intent.payment_failed', failed);
  const kept = withIntent(record, intent);
  context.store.put('sessions', kept.session.id, { ...kept, authenticating: null });
  return { status: 'declined', ...decline };
}

function askToAuthenticate(
  context: Context,
  record: SessionRecord,
  payer: Payer,
  card: CardSummary,
): PayResult {
  const url = `${context.publicUrl()}/c/pay/${record.session.id}/authenticate`;
  const intent = putIntent(context, {
    ...currentIntent(context, record),
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: record.session.url } },
    status: 'requires_action',
  });
  emit(context, 'payment_intent.requires_action', intent);
  const kept = withIntent(record, intent);
  context.store.put('sessions', kept.session.id, { ...kept, authenticating: { card, payer } });
  return { status: 'requires_authentication', url };
}

/** Why no payment attempt is possible, with nothing charged; undefined when one is. */
function closed(context: Context, session: Stripe.Checkout.Session): PayResult | undefined {
  if (session.status === 'complete') {
    return { status: 'closed', sessionStatus: 'complete', redirectUrl: successUrl(session) };
  }
  if (session.status === 'expired') {
    return { status: 'closed', sessionStatus: 'expired', redirectUrl: session.cancel_url };
  }
  const refusal = redemptionRefusal(context, session);
  return refusal && { status: 'declined', ...refusal };
}

function byOutcome(
  context: Context,
  record: SessionRecord,
  payer: Payer,
  card: CardSummary,
  outcome: CardOutcome,
) {
  if (outcome.kind === 'authenticates') return askToAuthenticate(context, record, payer, card);
  if (outcome.kind === 'succeeds') return complete(context, record, payer, { kind: 'card', card }, true);
  const { code, declineCode, message } = outcome;
  return refuse(context, record, payer, card, { code, declineCode, message });
}

/**
 * Makes one attempt to pay an open session by card, in one transaction. A second attempt after a paid one charges
 * nothing. A number that is not a test card is declined and not stored, since it may be a real card.
 */
export function payByCard(context: Context, sessionId: string, entry: CardEntry, payer: Payer): PayResult {
  return context.store.transaction(() => {
    const record = sessionRecord(context, sessionId);
    const early = closed(context, record.session);
    if (early) return early;
    const testCard = findTestCard(entry.number);
    if (!testCard) return { status: 'declined', ...noTestCard };
    const card: CardSummary = {
      brand: testCard.brand,
      last4: entry.number.slice(-4),
      expMonth: entry.expMonth,
      expYear: entry.expYear,
    };
    return byOutcome(context, record, payer, card, testCard.outcome);
  });
}

/** Completes an open session whose funds arrive later: complete and unpaid until `settleDelayed`. */
export function payDelayed(context: Context, sessionId: string, payer: Payer): PayResult {
  return context.store.transaction(() => {
    const record = sessionRecord(context, sessionId);
    return closed(context, record.session) ?? complete(context, record, payer, { kind: 'bank_debit' }, false);
  });
}

/** Completes or fails the bank's authentication on behalf of the buyer. */
export function authenticate(context: Context, sessionId: string, confirmed: boolean): PayResult {
  return context.store.transaction(() => {
    const record = sessionRecord(context, sessionId);
    const early = closed(context, record.session);
    if (early) return early;
    const waiting = record.authenticating;
    if (!waiting) {
      throw new StripeApiError(400, 'This session waits for no authentication.');
    }
    if (confirmed) {
      return complete(context, record, waiting.payer, { kind: 'card', card: waiting.card }, true);
    }
    const intent = putIntent(context, {
      ...currentIntent(context, record),
      last_payment_error: { ...authenticationFailure, type: 'invalid_request_error' },
      next_action: null,
      status: 'requires_payment_method',
    });
    emit(context, 'payment_intent.payment_failed', intent);
    context.store.put('sessions', sessionId, { ...record, authenticating: null });
    return { status: 'declined', declineCode: 'authentication_required', ...authenticationFailure };
  });
}

/** An expiry date that every test card accepts: the end of the year after next. */
export function testExpiry(context: Context): { expMonth: number; expYear: number } {
  return { expMonth: 12, expYear: new Date(nowSeconds(context) * 1000).getUTCFullYear() + 2 };
}
