import type Stripe from 'stripe';
import type { CardField, CardForm, FieldErrors } from './card-form.ts';
import { cardFields } from './card-form.ts';
import { type Html, html } from './escape-html.ts';
import type { SessionRecord } from './records.ts';
import { groupDigits, testCards } from './test-cards.ts';

/** `999`, `usd` → `$9.99`. All currencies of the sandbox have two decimals. */
export function formatAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

const amountOf = (session: Stripe.Checkout.Session) =>
  formatAmount(session.amount_total ?? 0, session.currency ?? 'usd');

/** A complete page. Styles are inserted when it is sent. */
export function document(title: string, main: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>STYLES</style>
</head>
<body>
<header class="sandbox">Sandbox: no money moves. Use a test card, never a real one.</header>
${main}
</body>
</html>`;
}

const labels: Record<CardField, string> = {
  email: 'Email',
  card: 'Card number',
  expiry: 'Expiry (MM / YY)',
  cvc: 'CVC',
  name: 'Name on card',
};

const attributes: Record<CardField, Html> = {
  email: html`type="email" autocomplete="email" inputmode="email"`,
  card: html`type="text" autocomplete="off" inputmode="numeric" placeholder="4242 4242 4242 4242" list="test-cards"`,
  expiry: html`type="text" autocomplete="off" inputmode="numeric" placeholder="12 / 34"`,
  cvc: html`type="text" autocomplete="off" inputmode="numeric" placeholder="123" maxlength="4"`,
  name: html`type="text" autocomplete="name"`,
};

/** One labelled field of the card form, with its error. */
export function field(name: CardField, view: Omit<PayView, 'declined'>): Html {
  const error = view.errors[name];
  const isFirst = error !== undefined && cardFields.find((other) => view.errors[other]) === name;
  return html`<div class="field">
<label for="${name}">${labels[name]}</label>
<input id="${name}" name="${name}" ${attributes[name]} value="${view.form[name]}"${
    name === 'email' && view.isEmailFixed ? html` readonly` : undefined
  }${error ? html` aria-invalid="true" aria-describedby="${name}-error"` : undefined}${isFirst ? html` autofocus` : undefined}>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`;
}

/** The discount line between the subtotal and the total; undefined without a discount. */
function discountLines({ discountName, session }: PayRecord): Html | undefined {
  const off = session.total_details?.amount_discount ?? 0;
  if (off === 0) return undefined;
  const money = (cents: number) => formatAmount(cents, session.currency ?? 'usd');
  return html`<li><span>Subtotal</span><span>${money(session.amount_subtotal ?? 0)}</span></li>
<li><span>Discount${discountName && ` (${discountName})`}</span><span>−${money(off)}</span></li>`;
}

function summary(record: PayRecord): Html {
  const { session, lineItems } = record;
  const [first] = lineItems;
  const recurs = session.mode === 'subscription' ? first?.price.recurring?.interval : undefined;
  const isDiscounted = (session.total_details?.amount_discount ?? 0) > 0;
  const full = formatAmount(session.amount_subtotal ?? 0, session.currency ?? 'usd');
  const interval = isDiscounted ? `now, then ${full} a ${recurs}` : `a ${recurs}`;
  const title = lineItems.length === 1 ? (first?.description ?? 'Your purchase') : 'Your purchase';
  const lines = lineItems.map(
    (item) =>
      html`<li><span>${item.description ?? 'Item'}${
        (item.quantity ?? 1) > 1 ? html` × ${item.quantity ?? 1}` : undefined
      }</span><span>${formatAmount(item.amount_subtotal, item.currency)}</span></li>`,
  );
  return html`<section aria-label="Order">
${session.cancel_url ? html`<a class="back" href="${session.cancel_url}">← Back to the shop</a>` : undefined}
<h1>${title}</h1>
<p class="amount">${amountOf(session)}${recurs && html` <span class="muted small">${interval}</span>`}</p>
<ul class="lines">${lines}${discountLines(record)}<li><strong>Total due today</strong><strong>${amountOf(session)}</strong></li></ul>
</section>`;
}

/** A session and, if it is discounted, the code that the buyer entered. */
export type PayRecord = SessionRecord & { discountName?: string | undefined };

export type PayView = {
  form: CardForm;
  errors: FieldErrors;
  /** Why the last attempt was declined. */
  declined: string | undefined;
  isEmailFixed: boolean;
};

const testCardList = testCards.map(
  (
    card,
  ) => html`<li><div><code>${groupDigits(card.number)}</code><br><span class="muted">${card.label}</span></div>
<button form="pay" name="use" value="${card.number}" formnovalidate aria-label="Use card ${groupDigits(card.number)}: ${card.label}">Use</button></li>`,
);

const testCardOptions = testCards.map(
  (card) => html`<option value="${groupDigits(card.number)}">${card.label}</option>`,
);

/** The page with the card form. */
export function payPage(record: PayRecord, view: PayView): Html {
  const { session } = record;
  return document(
    `Pay ${amountOf(session)}`,
    html`<main>
${summary(record)}
<section aria-labelledby="pay-heading">
<div class="panel">
<h2 id="pay-heading">Pay with card</h2>
${view.declined && html`<p class="alert" role="alert">${view.declined}</p>`}
<form id="pay" method="post" action="/c/pay/${session.id}" novalidate>
${field('email', view)}
${field('card', view)}
<datalist id="test-cards">${testCardOptions}</datalist>
<div class="pair">
${field('expiry', view)}
${field('cvc', view)}
</div>
${field('name', view)}
<button class="button" type="submit">${session.mode === 'subscription' ? 'Subscribe and pay' : 'Pay'} ${amountOf(session)}</button>
</form>
</div>
<div class="cards" role="group" aria-labelledby="cards-heading">
<h2 id="cards-heading">Test cards</h2>
<p class="muted small">Any date in the future and any security code will do.</p>
<ul>${testCardList}</ul>
</div>
</section>
</main>`,
  );
}

/** The page that simulates the buyer's bank. */
export function authenticationPage({ session }: SessionRecord): Html {
  return document(
    'Confirm your payment',
    html`<main class="narrow"><section class="panel">
<h1>Confirm your payment of ${amountOf(session)}</h1>
<p>This page stands for the buyer's bank, which asks whether the payment is theirs.</p>
<form class="actions" method="post" action="/c/pay/${session.id}/authenticate">
<button class="button" name="result" value="complete">Complete authentication</button>
<button class="button quiet" name="result" value="fail">Fail authentication</button>
</form>
</section></main>`,
  );
}

/** A page with one sentence and one link. */
export function noticePage(
  title: string,
  text: string,
  link: { href: string; text: string } | undefined,
): Html {
  return document(
    title,
    html`<main class="narrow"><section class="panel">
<h1>${title}</h1>
<p>${text}</p>
${link && html`<p class="actions"><a class="button" href="${link.href}">${link.text}</a></p>`}
</section></main>`,
  );
}
