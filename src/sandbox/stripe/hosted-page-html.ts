import type Stripe from 'stripe';
import { type CardField, type CardForm, cardFields, type FieldErrors } from './card-form.ts';
import { type Html, html } from './escape-html.ts';
import type { SessionRecord } from './records.ts';
import { groupDigits, testCards } from './test-cards.ts';

/** `999`, `usd` → `$9.99`. */
export function formatAmount(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

export const amountOf = (session: Stripe.Checkout.Session) =>
  formatAmount(session.amount_total ?? 0, session.currency ?? 'usd');

/** A complete page. The styles are inserted when the page is sent. */
export function htmlDocument(title: string, main: Html): Html {
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

export type CardView = { form: CardForm; errors: FieldErrors; isEmailFixed: boolean };

function field(name: CardField, view: CardView): Html {
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

/** The fields of a card, without email and name. */
export function cardFieldset(view: CardView): Html {
  const options = testCards.map(
    (card) => html`<option value="${groupDigits(card.number)}">${card.label}</option>`,
  );
  return html`${field('card', view)}
<datalist id="test-cards">${options}</datalist>
<div class="pair">
${field('expiry', view)}
${field('cvc', view)}
</div>`;
}

/** @param code - the promotion code that the buyer entered */
function summary({ session, title }: SessionRecord, code: string | undefined): Html {
  const money = (cents: number | null) => formatAmount(cents ?? 0, session.currency ?? 'usd');
  const full = money(session.amount_subtotal);
  const discountCents = (session.amount_subtotal ?? 0) - (session.amount_total ?? 0);
  const interval = discountCents > 0 ? `now, then ${full} a month` : 'a month';
  const discount = html`<li><span>Subtotal</span><span>${full}</span></li>
<li><span>Discount${code && ` (${code})`}</span><span>−${money(discountCents)}</span></li>`;
  return html`<section aria-label="Order">
${session.cancel_url ? html`<a class="back" href="${session.cancel_url}">← Back to the shop</a>` : undefined}
<h1>${title}</h1>
<p class="amount">${amountOf(session)}${session.mode === 'subscription' ? html` <span class="muted small">${interval}</span>` : undefined}</p>
<ul class="lines"><li><span>${title}</span><span>${full}</span></li>${discountCents > 0 ? discount : undefined}<li><strong>Total due today</strong><strong>${amountOf(session)}</strong></li></ul>
</section>`;
}

export type PayView = CardView & {
  /** Why the last attempt was declined, or why every attempt would be declined. */
  declined: string | undefined;
  /** Undefined if the buyer has nothing to consent to. */
  consent: { text: string; isGiven: boolean; error: string | undefined } | undefined;
};

function consentField({ text, isGiven, error }: NonNullable<PayView['consent']>): Html {
  return html`<div class="field">
<label class="check"><input type="checkbox" name="consent"${isGiven ? html` checked` : undefined}${
    error ? html` aria-invalid="true" aria-describedby="consent-error"` : undefined
  }> <span>${text}</span></label>
${error && html`<p class="error" id="consent-error">${error}</p>`}
</div>`;
}

const testCardList = testCards.map(
  (
    card,
  ) => html`<li><div><code>${groupDigits(card.number)}</code><br><span class="muted">${card.label}</span></div>
<button form="pay" name="use" value="${card.number}" formnovalidate aria-label="Use card ${groupDigits(card.number)}: ${card.label}">Use</button></li>`,
);

export function payPage(record: SessionRecord, code: string | undefined, view: PayView): Html {
  const { session } = record;
  return htmlDocument(
    `Pay ${amountOf(session)}`,
    html`<main>
${summary(record, code)}
<section aria-labelledby="pay-heading">
<div class="panel">
<h2 id="pay-heading">Pay with card</h2>
${view.declined && html`<p class="alert" role="alert">${view.declined}</p>`}
<form id="pay" method="post" action="/c/pay/${session.id}" novalidate>
${field('email', view)}
${cardFieldset(view)}
${field('name', view)}
${view.consent && consentField(view.consent)}
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

/** The page that simulates the buyer's bank; its form sends `result`. */
export function authenticationPage(amount: string, action: string): Html {
  return htmlDocument(
    'Confirm your payment',
    html`<main class="narrow"><section class="panel">
<h1>Confirm your payment of ${amount}</h1>
<p>This page stands for the buyer's bank, which asks the buyer to confirm the payment.</p>
<form class="actions" method="post" action="${action}">
<button class="button" name="result" value="complete">Complete authentication</button>
<button class="button quiet" name="result" value="fail">Fail authentication</button>
</form>
</section></main>`,
  );
}

export function noticePage(title: string, text: string, link?: { href: string; text: string }): Html {
  return htmlDocument(
    title,
    html`<main class="narrow"><section class="panel">
<h1>${title}</h1>
<p>${text}</p>
${link && html`<p class="actions"><a class="button" href="${link.href}">${link.text}</a></p>`}
</section></main>`,
  );
}
