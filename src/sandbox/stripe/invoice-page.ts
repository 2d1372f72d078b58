import type { IncomingMessage, ServerResponse } from 'node:http';
import { collectInvoice, subscriptionOf } from './billing/collect-invoice.ts';
import { emptyCardForm, type Replacement, replaceCard } from './card-replacement.ts';
import type { Context } from './context.ts';
import { noticePage } from './hosted-page-html.ts';
import { bankPage, invoicePage } from './invoice-html.ts';
import { invoicePdf } from './invoice-pdf.ts';
import type { WireInvoice } from './records.ts';
import { findLiveCustomer } from './resources/customers.ts';
import { methodOf } from './resources/payment-methods.ts';
import { isCrossSite, readForm, redirect, sendHtml } from './send-page.ts';

/** The card that an invoice is charged to. */
function cardOf(context: Context, invoice: WireInvoice) {
  const own = subscriptionOf(context, invoice)?.subscription.default_payment_method;
  const chosen = own ?? findLiveCustomer(context, invoice.customer)?.invoice_settings.default_payment_method;
  return methodOf(context, typeof chosen === 'string' ? chosen : chosen?.id, invoice.customer);
}

/** The next page after the payer submits the form. */
type Step = { to: 'invoice'; shown?: Omit<Replacement, 'isReplaced'> } | { to: 'bank' };

function submit(context: Context, invoice: WireInvoice, sent: URLSearchParams): Step {
  const bank = sent.get('bank');
  if (bank === 'refuse') {
    const problem = 'The bank did not get your confirmation. Nothing was charged.';
    return { to: 'invoice', shown: { problem } };
  }
  if (sent.get('pay') === 'another') {
    const customer = findLiveCustomer(context, invoice.customer);
    if (!customer) return { to: 'invoice', shown: { problem: 'This customer does not exist any more.' } };
    const { isReplaced, ...shown } = replaceCard(context, customer, sent);
    if (!isReplaced) return { to: 'invoice', shown };
  }
  const { decline } = collectInvoice(context, invoice, { isConfirmed: bank === 'confirm' });
  if (decline?.code === 'authentication_required') return { to: 'bank' };
  return decline ? { to: 'invoice', shown: { problem: decline.message } } : { to: 'invoice' };
}

async function serveForm(
  context: Context,
  invoice: WireInvoice,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = (await readForm(incoming)) ?? new URLSearchParams();
  const current = context.store.get('invoices', invoice.id) ?? invoice;
  const step = context.store.transaction(() => submit(context, current, sent));
  if (step.to === 'bank') return sendHtml(response, bankPage(current));
  if (!step.shown) return redirect(response, `/i/${invoice.id}`);
  const { form = emptyCardForm, errors = {}, problem } = step.shown;
  sendHtml(response, invoicePage(current, cardOf(context, current), { form, errors, problem }));
}

function servePdf(invoice: WireInvoice, response: ServerResponse): void {
  const pdf = invoicePdf(invoice);
  response.writeHead(200, {
    'content-type': 'application/pdf',
    'content-length': pdf.length,
    'content-disposition': `attachment; filename="Invoice-${invoice.number ?? invoice.id}.pdf"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(pdf);
}

/** Serves `/i/{invoiceId}`, where an open invoice is paid, and `/i/{invoiceId}/pdf`. */
export async function serveInvoicePage(
  context: Context,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  const match = /^\/i\/(in_\w{1,60})(\/pdf)?$/.exec(path);
  const invoice = match?.[1] === undefined ? undefined : context.store.get('invoices', match[1]);
  const isPdf = match?.[2] !== undefined;
  if (invoice && !isPdf && incoming.method === 'POST' && !isCrossSite(incoming)) {
    return serveForm(context, invoice, incoming, response);
  }
  incoming.resume();
  if (!invoice || (incoming.method !== 'GET' && incoming.method !== 'HEAD')) {
    const page = noticePage('There is no such invoice', 'The link may be incomplete.', undefined);
    return sendHtml(response, page, 404);
  }
  if (isPdf) return servePdf(invoice, response);
  const view = { form: emptyCardForm, errors: {}, problem: undefined };
  sendHtml(response, invoicePage(invoice, cardOf(context, invoice), view));
}
