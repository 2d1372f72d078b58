import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import type { Context } from './context.ts';
import { type Html, html } from './escape-html.ts';
import { document, formatAmount, noticePage } from './hosted-page-html.ts';
import { sendHtml } from './send-page.ts';

function page(charge: Stripe.Charge): Html {
  const money = (cents: number) => formatAmount(cents, charge.currency);
  const card = charge.payment_method_details?.card;
  const paidBy = card ? `${card.brand ?? 'Card'} that ends in ${card.last4 ?? ''}` : 'Bank debit';
  const refunded = charge.amount_refunded > 0;
  return document(
    `Receipt of ${money(charge.amount)}`,
    html`<main class="narrow"><section class="panel">
<h1>Receipt</h1>
<p class="amount">${money(charge.amount)}</p>
<p class="muted">${new Date(charge.created * 1000).toISOString().slice(0, 10)} · ${paidBy}</p>
<ul class="lines"><li><span>${charge.description ?? 'Payment'}</span><span>${money(charge.amount)}</span></li>
${refunded ? html`<li><span>Refunded</span><span>−${money(charge.amount_refunded)}</span></li>` : undefined}
<li><strong>Amount paid</strong><strong>${money(charge.amount - charge.amount_refunded)}</strong></li></ul>
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
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  const id = /^\/r\/(ch_\w{1,60})$/.exec(path)?.[1];
  const charge = id === undefined ? undefined : context.store.get('charges', id);
  const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
  if (charge?.status === 'succeeded' && isRead) sendHtml(response, page(charge));
  else
    sendHtml(response, noticePage('There is no such receipt', 'The link may be incomplete.', undefined), 404);
}
