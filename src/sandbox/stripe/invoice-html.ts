import type Stripe from 'stripe';
import type { CardForm, FieldErrors } from './card-form.ts';
import { type Html, html } from './escape-html.ts';
import { document, field, formatAmount } from './hosted-page-html.ts';
import type { WireInvoice } from './records.ts';
import { groupDigits, testCards } from './test-cards.ts';

export type InvoiceView = {
  form: CardForm;
  errors: FieldErrors;
  /** Why the last attempt failed. */
  problem: string | undefined;
};

const cardOptions = testCards.map(
  (known) => html`<option value="${groupDigits(known.number)}">${known.label}</option>`,
);

function payForms(invoice: WireInvoice, card: Stripe.PaymentMethod | undefined, view: InvoiceView): Html {
  const amount = formatAmount(invoice.amount_remaining, invoice.currency);
  const form = { ...view, isEmailFixed: false };
  return html`${view.problem && html`<p class="alert" role="alert">${view.problem}</p>`}
${
  card &&
  html`<form class="actions" method="post" action="/i/${invoice.id}">
<button class="button" name="pay" value="stored">Pay ${amount} with the card that ends in ${card.card?.last4 ?? ''}</button>
</form>`
}
<h2>Pay with another card</h2>
<form class="actions" method="post" action="/i/${invoice.id}" novalidate>
${field('card', form)}
<datalist id="test-cards">${cardOptions}</datalist>
<div class="pair">
${field('expiry', form)}
${field('cvc', form)}
</div>
<button class="button quiet" name="pay" value="another">Pay ${amount} with this card</button>
</form>`;
}

/** The total discount on an invoice, in cents. */
export function discountedBy(invoice: WireInvoice): number {
  return (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/** The page of an invoice, with a payment form while it is open. */
export function invoicePage(
  invoice: WireInvoice,
  card: Stripe.PaymentMethod | undefined,
  view: InvoiceView,
): Html {
  const money = (cents: number) => formatAmount(cents, invoice.currency);
  const lines = invoice.lines.data.map(
    (line) => html`<li><span>${line.description ?? 'Item'}</span><span>${money(line.amount)}</span></li>`,
  );
  const off = discountedBy(invoice);
  const discount = off > 0 ? html`<li><span>Discount</span><span>−${money(off)}</span></li>` : undefined;
  return document(
    `Invoice ${invoice.number ?? ''}`,
    html`<main class="narrow"><section class="panel">
<h1>Invoice ${invoice.number ?? '(draft)'}</h1>
<p class="amount">${money(invoice.amount_due)}</p>
<p class="muted">${new Date(invoice.created * 1000).toISOString().slice(0, 10)} · ${invoice.status ?? 'draft'}</p>
<ul class="lines">${lines}${discount}<li><strong>Total</strong><strong>${money(invoice.total)}</strong></li></ul>
<p class="actions"><a class="button quiet" href="/i/${invoice.id}/pdf">Download the PDF</a></p>
${invoice.status === 'open' ? payForms(invoice, card, view) : undefined}
</section></main>`,
  );
}

/** The page that simulates the payer's bank. */
export function bankPage(invoice: WireInvoice): Html {
  const amount = formatAmount(invoice.amount_remaining, invoice.currency);
  return document(
    'Confirm your payment',
    html`<main class="narrow"><section class="panel">
<h1>Confirm your payment of ${amount}</h1>
<p>This page stands for the buyer's bank, which asks whether the payment is theirs.</p>
<form class="actions" method="post" action="/i/${invoice.id}">
<button class="button" name="bank" value="confirm">Complete authentication</button>
<button class="button quiet" name="bank" value="refuse">Fail authentication</button>
</form>
</section></main>`,
  );
}
