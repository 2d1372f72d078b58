import type Stripe from 'stripe';
import { itemOf } from './billing/subscription-object.ts';
import type { CardForm, FieldErrors } from './card-form.ts';
import type { Context } from './context.ts';
import { type Html, html } from './escape-html.ts';
import { document, field, formatAmount } from './hosted-page-html.ts';
import type { WireInvoice, WireSubscription } from './records.ts';
import { productOf } from './resources/prices.ts';
import { groupDigits, testCards } from './test-cards.ts';

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

function subscriptionItem(context: Context, subscription: WireSubscription): Html {
  const { current_period_end: end, price } = itemOf(subscription);
  const name = context.store.get('products', productOf(price))?.name ?? 'Subscription';
  const amount = formatAmount(price.unit_amount ?? 0, price.currency);
  const isRunning = ['active', 'past_due', 'unpaid'].includes(subscription.status);
  const { cancel_at: endsAt } = subscription;
  const next = endsAt === null ? `Renews on ${day(end)}` : `Ends on ${day(endsAt)}`;
  const action =
    endsAt !== null
      ? html`<button name="resume" value="${subscription.id}">Keep the subscription</button>`
      : html`<button name="cancel" value="${subscription.id}">Cancel at the end of the period</button>`;
  const isHeld = subscription.schedule !== null;
  return html`<li><div><strong>${name}</strong>, ${amount} a ${price.recurring?.interval ?? 'month'}<br>
<span class="muted">${isRunning ? next : 'Ended'} · ${subscription.status}</span></div>
${isRunning && !isHeld ? action : undefined}</li>`;
}

function invoiceItem(invoice: WireInvoice): Html {
  return html`<li><div>${day(invoice.created)} · ${formatAmount(invoice.amount_due, invoice.currency)}<br>
<span class="muted">${invoice.number ?? 'Draft'} · ${invoice.status ?? 'draft'}</span></div>
<span>${invoice.status === 'open' ? html`<button name="pay" value="${invoice.id}">Pay</button> ` : undefined}<a href="/i/${invoice.id}">View</a></span></li>`;
}

export type PortalView = {
  form: CardForm;
  errors: FieldErrors;
  /** The result of the last action, or why it failed. */
  notice: string | undefined;
};

/** The page where a customer views subscriptions and invoices, replaces the card, cancels and resumes. */
export function portalPage(
  context: Context,
  session: Stripe.BillingPortal.Session,
  card: Stripe.PaymentMethod | undefined,
  view: PortalView,
): Html {
  const own = <Item extends { customer: string }>(item: Item) => item.customer === session.customer;
  const subscriptions = context.store
    .values('subscriptions')
    .map((record) => record.subscription)
    .filter(own)
    .reverse();
  const invoices = context.store.values('invoices').filter(own).reverse();
  const action = `/p/session/${session.id}`;
  const options = testCards
    .filter(({ outcome }) => outcome.kind === 'succeeds')
    .map((known) => html`<option value="${groupDigits(known.number)}">${known.label}</option>`);
  const form = { ...view, isEmailFixed: false };
  return document(
    'Your subscription',
    html`<main class="narrow">
${session.return_url ? html`<a class="back" href="${session.return_url}">← Back to the shop</a>` : undefined}
${view.notice && html`<p class="notice" role="status">${view.notice}</p>`}
<section class="panel cards"><h1>Subscription</h1>
<form method="post" action="${action}"><ul>${
      subscriptions.length > 0
        ? subscriptions.map((subscription) => subscriptionItem(context, subscription))
        : html`<li>There is no subscription.</li>`
    }</ul></form></section>
<section class="panel"><h2>Card</h2>
<p>${card ? `${card.card?.brand ?? 'Card'} that ends in ${card.card?.last4 ?? ''}` : 'No card is stored.'}</p>
<form class="actions" method="post" action="${action}" novalidate>
${field('card', form)}
<datalist id="test-cards">${options}</datalist>
<div class="pair">
${field('expiry', form)}
${field('cvc', form)}
</div>
<button class="button" name="replace" value="card">Replace the card</button>
</form></section>
<section class="panel cards"><h2>Invoices</h2>
<form method="post" action="${action}"><ul>${
      invoices.length > 0 ? invoices.map(invoiceItem) : html`<li>There are no invoices.</li>`
    }</ul></form></section>
</main>`,
  );
}
