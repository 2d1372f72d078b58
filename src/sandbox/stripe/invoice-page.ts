import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from './context.ts';
import { type Html, html } from './escape-html.ts';
import { document, formatAmount, noticePage } from './hosted-page-html.ts';
import { invoicePdf } from './invoice-pdf.ts';
import type { WireInvoice } from './records.ts';
import { sendHtml } from './send-page.ts';

function page(invoice: WireInvoice): Html {
  const money = (cents: number) => formatAmount(cents, invoice.currency);
  const lines = invoice.lines.data.map(
    (line) => html`<li><span>${line.description ?? 'Item'}</span><span>${money(line.amount)}</span></li>`,
  );
  return document(
    `Invoice ${invoice.number ?? ''}`,
    html`<main class="narrow"><section class="panel">
<h1>Invoice ${invoice.number ?? '(draft)'}</h1>
<p class="amount">${money(invoice.amount_due)}</p>
<p class="muted">${new Date(invoice.created * 1000).toISOString().slice(0, 10)} · ${invoice.status ?? 'draft'}</p>
<ul class="lines">${lines}<li><strong>Total</strong><strong>${money(invoice.total)}</strong></li></ul>
<p class="actions"><a class="button" href="/i/${invoice.id}/pdf">Download the PDF</a></p>
</section></main>`,
  );
}

/** Serves `/i/{invoiceId}`, the invoice's hosted page, and `/i/{invoiceId}/pdf`. */
export function serveInvoicePage(
  context: Context,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  incoming.resume();
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  const match = /^\/i\/(in_\w{1,60})(\/pdf)?$/.exec(path);
  const invoice = match?.[1] === undefined ? undefined : context.store.get('invoices', match[1]);
  if (!invoice || (incoming.method !== 'GET' && incoming.method !== 'HEAD')) {
    sendHtml(response, noticePage('There is no such invoice', 'The link may be incomplete.', undefined), 404);
  } else if (match?.[2] === undefined) {
    sendHtml(response, page(invoice));
  } else {
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
}
