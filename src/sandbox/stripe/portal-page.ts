import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { StripeApiError } from './api-error.ts';
import { collectInvoice } from './billing/collect-invoice.ts';
import type { CardForm, FieldErrors } from './card-form.ts';
import { emptyCardForm, replaceCard } from './card-replacement.ts';
import type { Context } from './context.ts';
import { noticePage } from './hosted-page-html.ts';
import { portalPage } from './portal-html.ts';
import { findLiveCustomer } from './resources/customers.ts';
import { methodOf } from './resources/payment-methods.ts';
import { findSubscription, setCancellation } from './resources/subscriptions.ts';
import { isCrossSite, readForm, redirect, sendHtml } from './send-page.ts';

const notices = {
  canceled: 'The subscription ends with its period.',
  resumed: 'The subscription goes on.',
  paid: 'The invoice is paid.',
  replaced: 'Your new card is used from now on.',
};

/** The result of a form: a code for the next page, or why the same page is shown again. */
type Done = { code?: keyof typeof notices; problem?: string; form?: CardForm; errors?: FieldErrors };

function ownSubscription(context: Context, customer: Stripe.Customer, id: string): string {
  const { subscription } = findSubscription(context, id);
  if (subscription.customer === customer.id) return id;
  throw new StripeApiError(404, 'This is not your subscription.');
}

function submit(context: Context, customer: Stripe.Customer, sent: URLSearchParams): Done {
  const [cancel, resume, pay] = ['cancel', 'resume', 'pay'].map((name) => sent.get(name));
  if (cancel) {
    setCancellation(context, ownSubscription(context, customer, cancel), true);
    return { code: 'canceled' };
  }
  if (resume) {
    setCancellation(context, ownSubscription(context, customer, resume), false);
    return { code: 'resumed' };
  }
  if (pay) {
    const invoice = context.store.get('invoices', pay);
    if (invoice?.customer !== customer.id) throw new StripeApiError(404, 'This is not your invoice.');
    const { decline } = collectInvoice(context, invoice);
    return decline ? { problem: decline.message } : { code: 'paid' };
  }
  const { isReplaced, ...problem } = replaceCard(context, customer, sent);
  return isReplaced ? { code: 'replaced' } : problem;
}

/** Serves `/p/session/{id}`, the counterpart of Stripe's billing portal. */
export async function servePortalPage(
  context: Context,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  const id = /^\/p\/session\/(bps_\w{1,60})$/.exec(path)?.[1];
  const session = id === undefined ? undefined : context.store.get('portalSessions', id);
  const customer = session && findLiveCustomer(context, session.customer);
  if (!session || !customer || (incoming.method === 'POST' && isCrossSite(incoming))) {
    incoming.resume();
    const text = 'The link may be incomplete. Go back to the shop and start again.';
    return sendHtml(response, noticePage('There is no such page', text, undefined), 404);
  }
  let done: Done = {};
  if (incoming.method === 'POST') {
    const sent = await readForm(incoming);
    try {
      done = context.store.transaction(() => submit(context, customer, sent ?? new URLSearchParams()));
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      done = { problem: error.message };
    }
    if (done.code) return redirect(response, `${path}?done=${done.code}`);
  } else incoming.resume();
  const current = findLiveCustomer(context, customer.id)?.invoice_settings.default_payment_method;
  const card = methodOf(context, typeof current === 'string' ? current : current?.id, customer.id);
  const code = new URL(incoming.url ?? '/', 'http://sandbox').searchParams.get('done');
  const notice = Object.entries(notices).find(([known]) => known === code)?.[1];
  const view = {
    form: done.form ?? emptyCardForm,
    errors: done.errors ?? {},
    notice: done.problem ?? notice,
  };
  sendHtml(response, portalPage(context, session, card, view));
}
