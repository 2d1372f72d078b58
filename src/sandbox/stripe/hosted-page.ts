import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { type CardForm, cardFields, type FieldErrors, readCardForm } from './card-form.ts';
import { asksForConsent, authenticate, type PayResult, payByCard, successUrl } from './checkout-payment.ts';
import type { Context } from './context.ts';
import type { Html } from './escape-html.ts';
import { amountOf, authenticationPage, noticePage, payPage } from './hosted-page-html.ts';
import type { Payer, SessionRecord } from './records.ts';
import { promotionCodeOf, redemptionError } from './resources/promotions.ts';
import { pathOf, readForm, redirect, sendHtml } from './send-page.ts';
import { groupDigits } from './test-cards.ts';

/**
 * Waits a few seconds at most for the first attempt to deliver the event to the webhook. Then the buyer is redirected.
 */
export type AwaitAcknowledgement = (eventId: string) => Promise<void>;

/** If a Checkout Session is given, the forms of the page may redirect to the session's URLs. */
function sendPage(
  response: ServerResponse,
  page: Html,
  status = 200,
  session?: Stripe.Checkout.Session,
): void {
  sendHtml(response, page, status, [session?.success_url ?? null, session?.cancel_url ?? null]);
}

function sendClosed(response: ServerResponse, session: Stripe.Checkout.Session): void {
  const page =
    session.status === 'complete'
      ? noticePage('This payment is complete', 'There is nothing more to do here.', {
          href: successUrl(session),
          text: 'Continue',
        })
      : noticePage(
          'This payment page has expired',
          'You were not charged. Start again from the shop.',
          session.cancel_url ? { href: session.cancel_url, text: 'Back to the shop' } : undefined,
        );
  sendPage(response, page, 200, session);
}

function prefilledForm({ session, authenticating, declined }: SessionRecord): CardForm {
  const payer = authenticating?.payer ?? declined?.payer ?? session.customer_details;
  const email = payer?.email ?? '';
  const name = payer?.name ?? '';
  return { email, card: '', expiry: '', cvc: '', name };
}

type Filled = {
  form: CardForm;
  /** Whether the checkbox is selected, if the page has one. */
  hasConsent: boolean;
  /** The errors of the fields; set if the form was rejected. */
  errors?: FieldErrors;
  /** Set if the checkbox had to be selected and was not. */
  consentError?: string | undefined;
};

function sendPayPage(
  context: Context,
  response: ServerResponse,
  record: SessionRecord,
  { form, hasConsent, errors, consentError }: Filled,
): void {
  const declined = record.declined && !errors ? `${record.declined.message} ${afterDecline}` : undefined;
  const page = payPage(record, promotionCodeOf(context, record.session)?.code, {
    form: { ...form, cvc: errors ? '' : form.cvc },
    errors: errors ?? {},
    // An error of the promotion code comes first, because no other card would help.
    declined: redemptionError(context, record.session)?.message ?? declined,
    isEmailFixed: Boolean(record.session.customer_email),
    consent: asksForConsent(record)
      ? {
          text: record.session.custom_text.terms_of_service_acceptance?.message ?? defaultConsent,
          isGiven: hasConsent,
          error: consentError,
        }
      : undefined,
  });
  sendPage(response, page, 200, record.session);
}

const defaultConsent = 'I agree to the Terms of Service.';
const afterDecline =
  'Nothing was charged. Try another card; the number and the security code of this one were cleared.';

/**
 * Redirects the buyer to the page for a result. After a redirect, Back and reload do not ask whether to send the form
 * again.
 */
async function redirectBuyer(
  context: Context,
  sessionId: string,
  payer: Payer,
  response: ServerResponse,
  result: PayResult,
  waitForAcknowledgement: AwaitAcknowledgement,
): Promise<void> {
  if (result.status === 'declined') {
    const record = context.store.get('sessions', sessionId);
    if (record) {
      const declined = { message: result.message, payer };
      context.store.transaction(() => context.store.put('sessions', sessionId, { ...record, declined }));
    }
    redirect(response, `/c/pay/${sessionId}`);
  } else if (result.status === 'requires_authentication') {
    redirect(response, result.url);
  } else if (result.status === 'closed') {
    redirect(response, result.redirectUrl ?? `/c/pay/${sessionId}`);
  } else {
    await waitForAcknowledgement(result.eventId);
    redirect(response, result.redirectUrl);
  }
}

async function submitPayment(
  context: Context,
  record: SessionRecord,
  sent: URLSearchParams,
  response: ServerResponse,
  waitForAcknowledgement: AwaitAcknowledgement,
): Promise<void> {
  const form = prefilledForm(record);
  for (const name of cardFields) form[name] = sent.get(name) ?? form[name];
  if (record.session.customer_email) form.email = record.session.customer_email;
  const hasConsent = sent.has('consent');
  const chosenCard = sent.get('use');
  if (chosenCard !== null) {
    const year = (new Date(context.now()).getUTCFullYear() + 2) % 100;
    const filled = {
      ...form,
      card: groupDigits(chosenCard.slice(0, 30)),
      expiry: `12 / ${String(year).padStart(2, '0')}`,
      cvc: '123',
    };
    return sendPayPage(context, response, record, { form: filled, hasConsent });
  }
  const read = readCardForm(form, new Date(context.now()));
  const lacksConsent = asksForConsent(record) && !hasConsent;
  if (!read.ok || lacksConsent) {
    const errors = read.ok ? {} : read.errors;
    const consentError = lacksConsent ? 'Tick this box to continue.' : undefined;
    return sendPayPage(context, response, record, { form, hasConsent, errors, consentError });
  }
  const { email, name, number } = read;
  const result = payByCard(context, record.session.id, number, { email, name });
  await redirectBuyer(context, record.session.id, { email, name }, response, result, waitForAcknowledgement);
}

async function submitAuthentication(
  context: Context,
  record: SessionRecord,
  sent: URLSearchParams,
  response: ServerResponse,
  waitForAcknowledgement: AwaitAcknowledgement,
): Promise<void> {
  const { id } = record.session;
  if (!record.authenticating) return redirect(response, `/c/pay/${id}`);
  const { payer } = record.authenticating;
  const result = authenticate(context, id, sent.get('result') === 'complete');
  await redirectBuyer(context, id, payer, response, result, waitForAcknowledgement);
}

/** Serves `/c/pay/{sessionId}` and `/c/pay/{sessionId}/authenticate`, the counterparts of Stripe's hosted pages. */
export async function serveHostedPage(
  context: Context,
  incoming: IncomingMessage,
  response: ServerResponse,
  waitForAcknowledgement: AwaitAcknowledgement,
): Promise<void> {
  const path = pathOf(incoming);
  const [, id = '', authentication] = /^\/c\/pay\/(\w+)(\/authenticate)?$/.exec(path) ?? [];
  const sent = await readForm(incoming);
  const record = context.store.get('sessions', id);
  if (!record) {
    const text = 'The link may be incomplete. Go back to the shop and start again.';
    return sendPage(response, noticePage('There is no such payment page', text), 404);
  }
  if (incoming.method === 'POST') {
    const submit = authentication ? submitAuthentication : submitPayment;
    if (record.session.status === 'complete') return redirect(response, successUrl(record.session));
    if (record.session.status === 'expired') return sendClosed(response, record.session);
    return submit(context, record, sent, response, waitForAcknowledgement);
  }
  if (record.session.status !== 'open') return sendClosed(response, record.session);
  if (!authentication) {
    return sendPayPage(context, response, record, { form: prefilledForm(record), hasConsent: false });
  }
  if (!record.authenticating) return redirect(response, `/c/pay/${id}`);
  sendPage(response, authenticationPage(amountOf(record.session), path), 200, record.session);
}
