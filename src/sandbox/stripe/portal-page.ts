import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { emptyCardForm } from './card-form.ts';
import { type ReplacementView, replaceCard } from './card-replacement.ts';
import type { Context } from './context.ts';
import { type Html, html } from './escape-html.ts';
import { cardFieldset, formatAmount, htmlDocument, noticePage } from './hosted-page-html.ts';
import { findCustomer } from './resources/customers.ts';
import { isCrossSite, pathOf, readForm, sendHtml } from './send-page.ts';

/** The page where a customer replaces the card and sees the invoices. */
function portalPage(context: Context, session: Stripe.BillingPortal.Session, view: ReplacementView): Html {
  const invoices = context.store
    .values('invoices')
    .filter(({ customer }) => customer === session.customer)
    .map(
      (invoice) => html`<li><div>${formatAmount(invoice.amount_due, invoice.currency)}<br>
<span class="muted">${invoice.number ?? ''} · ${invoice.status ?? ''}</span></div><a href="/i/${invoice.id}">View</a></li>`,
    )
    .reverse();
  return htmlDocument(
    'Cards and invoices',
    html`<main class="narrow">
${session.return_url ? html`<a class="back" href="${session.return_url}">← Back to the shop</a>` : undefined}
${view.message && html`<p class="notice" role="status">${view.message}</p>`}
<section class="panel"><h1>Card</h1>
<form class="actions" method="post" action="/p/session/${session.id}" novalidate>
${cardFieldset({ ...view, isEmailFixed: false })}
<button class="button">Replace the card</button>
</form></section>
<section class="panel cards"><h2>Invoices</h2><ul>${invoices}</ul></section>
</main>`,
  );
}

/** Serves `/p/session/{id}`, the counterpart of Stripe's billing portal. */
export async function servePortalPage(
  context: Context,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const session = context.store.get('portalSessions', pathOf(incoming).slice('/p/session/'.length));
  const sent = await readForm(incoming);
  if (!session || isCrossSite(incoming)) {
    const text = 'The link may be incomplete. Go back to the shop and start again.';
    return sendHtml(response, noticePage('There is no such page', text), 404);
  }
  let view: ReplacementView = { form: emptyCardForm, errors: {} };
  if (incoming.method === 'POST') {
    const replaced = { ...view, message: 'Your new card is used from now on.' };
    const customer = findCustomer(context, session.customer);
    view = context.store.transaction(() => replaceCard(context, customer, sent)) ?? replaced;
  }
  sendHtml(response, portalPage(context, session, view));
}
