import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { collectInvoice, defaultMethodOf } from './billing/collect-invoice.ts';
import { emptyCardForm } from './card-form.ts';
import { type ReplacementView, replaceCard } from './card-replacement.ts';
import type { Context } from './context.ts';
import { type Html, html } from './escape-html.ts';
import {
  authenticationPage,
  cardFieldset,
  formatAmount,
  htmlDocument,
  noticePage,
} from './hosted-page-html.ts';
import { invoicePdf } from './invoice-pdf.ts';
import type { WireInvoice } from './records.ts';
import { findCustomer } from './resources/customers.ts';
import { isCrossSite, pathOf, readForm, redirect, sendHtml } from './send-page.ts';

const emptyView: ReplacementView = { form: emptyCardForm, errors: {} };

function payForms(
  invoice: WireInvoice,
  method: Stripe.PaymentMethod | undefined,
  view: ReplacementView,
): Html {
  const amount = formatAmount(invoice.amount_due, invoice.currency);
  const methodName = method?.card ? `the card that ends in ${method.card.last4}` : 'the bank account';
  return html`${view.message && html`<p class="alert" role="alert">${view.message}</p>`}
${
  method &&
  html`<form class="actions" method="post" action="/i/${invoice.id}">
<button class="button" name="pay" value="stored">Pay ${amount} with ${methodName}</button>
</form>`
}
<h2>Pay with another card</h2>
<form class="actions" method="post" action="/i/${invoice.id}" novalidate>
${cardFieldset({ ...view, isEmailFixed: false })}
<button class="button quiet" name="pay" value="another">Pay ${amount} with this card</button>
</form>`;
}

/** The page of an invoice, with a payment form while it is open. */
function invoicePage(context: Context, invoice: WireInvoice, view: ReplacementView): Html {
  const money = (cents: number) => formatAmount(cents, invoice.currency);
  const lines = invoice.lines.data.map(
    (line) => html`<li><span>${line.description ?? 'Item'}</span><span>${money(line.amount)}</span></li>`,
  );
  const discountAmount = invoice.total_discount_amounts?.[0]?.amount ?? 0;
  const discount =
    discountAmount > 0
      ? html`<li><span>Discount</span><span>−${money(discountAmount)}</span></li>`
      : undefined;
  return htmlDocument(
    `Invoice ${invoice.number}`,
    html`<main class="narrow"><section class="panel">
<h1>Invoice ${invoice.number ?? ''}</h1>
<p class="amount">${money(invoice.amount_due)}</p>
<p class="muted">${new Date(invoice.created * 1000).toISOString().slice(0, 10)} · ${invoice.status ?? ''}</p>
<ul class="lines">${lines}${discount}<li><strong>Total</strong><strong>${money(invoice.total)}</strong></li></ul>
<p class="actions"><a class="button quiet" href="/i/${invoice.id}/pdf">Download the PDF</a></p>
${invoice.status === 'open' ? payForms(invoice, defaultMethodOf(context, invoice), view) : undefined}
</section></main>`,
  );
}

/** @returns the form to show again; `bank` if the bank requires authentication; undefined if the invoice is paid */
function submit(
  context: Context,
  invoice: WireInvoice,
  sent: URLSearchParams,
): ReplacementView | 'bank' | undefined {
  const bankResult = sent.get('result');
  if (bankResult === 'fail') {
    return { ...emptyView, message: 'The bank did not get your confirmation. Nothing was charged.' };
  }
  if (sent.get('pay') === 'another') {
    const shown = replaceCard(context, findCustomer(context, invoice.customer), sent);
    if (shown) return shown;
  }
  const { decline } = collectInvoice(context, invoice, { isConfirmed: bankResult === 'complete' });
  if (decline?.code === 'authentication_required') return 'bank';
  return decline && { ...emptyView, message: decline.message };
}

function servePdf(invoice: WireInvoice, response: ServerResponse): void {
  const pdf = invoicePdf(invoice);
  response.writeHead(200, {
    'content-type': 'application/pdf',
    'content-length': pdf.length,
    'content-disposition': `attachment; filename="Invoice-${invoice.number}.pdf"`,
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
  const [, id = '', pdf] = /^\/i\/(\w+)(\/pdf)?$/.exec(pathOf(incoming)) ?? [];
  const sent = await readForm(incoming);
  const invoice = context.store.get('invoices', id);
  if (!invoice || isCrossSite(incoming)) {
    return sendHtml(response, noticePage('There is no such invoice', 'The link may be incomplete.'), 404);
  }
  if (pdf) return servePdf(invoice, response);
  if (incoming.method !== 'POST') return sendHtml(response, invoicePage(context, invoice, emptyView));
  const shown = context.store.transaction(() => submit(context, invoice, sent));
  if (shown === undefined) return redirect(response, `/i/${id}`);
  const amount = formatAmount(invoice.amount_due, invoice.currency);
  const page =
    shown === 'bank' ? authenticationPage(amount, `/i/${id}`) : invoicePage(context, invoice, shown);
  sendHtml(response, page);
}

/** The page of a successful charge. */
function receiptPage(context: Context, charge: Stripe.Charge): Html {
  const paid = context.store
    .values('sessions')
    .find(({ session, intentId }) => (intentId ?? session.payment_intent) === charge.payment_intent);
  const payer = paid?.session.customer_details;
  const money = (cents: number) => formatAmount(cents, charge.currency);
  const last4 = charge.payment_method_details?.card?.last4;
  const isRefunded = charge.amount_refunded > 0;
  return htmlDocument(
    `Receipt for ${money(charge.amount)}`,
    html`<main class="narrow"><section class="panel">
<h1>Receipt</h1>
<p class="amount">${money(charge.amount)}</p>
<p class="muted">Number ${charge.id.slice(-8).toUpperCase()} · ${new Date(charge.created * 1000).toISOString().slice(0, 10)} · ${last4 ? `Card that ends in ${last4}` : 'Bank debit'}</p>
<p>Seller: ${charge.calculated_statement_descriptor ?? ''}</p>
${payer ? html`<p>Buyer: ${[payer.name, payer.email].filter(Boolean).join(', ')}</p>` : undefined}
<ul class="lines"><li><span>${paid?.title ?? 'Payment'}</span><span>${money(charge.amount)}</span></li>
${isRefunded ? html`<li><span>Refunded</span><span>−${money(charge.amount_refunded)}</span></li>` : undefined}
<li><strong>${isRefunded ? 'Total after refunds' : 'Amount paid'}</strong><strong>${money(charge.amount - charge.amount_refunded)}</strong></li></ul>
<p class="muted">On the statement: ${charge.calculated_statement_descriptor ?? ''}</p>
</section></main>`,
  );
}

/** Serves `/r/{chargeId}`, the receipt at the `receipt_url` of a successful charge. */
export function serveReceiptPage(
  context: Context,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  incoming.resume();
  const charge = context.store.get('charges', pathOf(incoming).slice('/r/'.length));
  if (charge?.paid) sendHtml(response, receiptPage(context, charge));
  else sendHtml(response, noticePage('There is no such receipt', 'The link may be incomplete.'), 404);
}
