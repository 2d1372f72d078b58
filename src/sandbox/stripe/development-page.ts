import type { IncomingMessage, ServerResponse } from 'node:http';
import { StripeApiError } from './api-error.ts';
import { itemOf } from './billing/subscription-object.ts';
import { billingSeconds, type Context } from './context.ts';
import { eventFaults, requestFaults, runDevelopmentAction } from './development-actions.ts';
import { type Html, html } from './escape-html.ts';
import { document, formatAmount, noticePage } from './hosted-page-html.ts';
import { isCrossSite, readForm, sendHtml } from './send-page.ts';

const shown = 20;
const newest = <Item>(items: Item[]) => items.reverse().slice(0, shown);
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

function button(action: string, text: string, fields: Record<string, string>): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="/sandbox/${action}">${hidden}<button>${text}</button></form>`;
}

function section(title: string, items: Html[]): Html {
  return html`<section class="panel cards"><h2>${title}</h2><ul>${items.length > 0 ? items : html`<li>None yet.</li>`}</ul></section>`;
}

function sessions(context: Context): Html[] {
  return newest(context.store.values('sessions')).map(
    ({
      session,
    }) => html`<li><div>${formatAmount(session.amount_total ?? 0, session.currency ?? 'usd')} ${session.mode}<br>
<span class="muted">${session.customer_details?.email ?? 'no email'} · ${session.status ?? ''}</span></div>
${session.url ? html`<a href="${session.url}">Open</a>` : undefined}</li>`,
  );
}

function subscriptions(context: Context): Html[] {
  return newest(context.store.values('subscriptions')).map(({ subscription }) => {
    const { current_period_end: end, price } = itemOf(subscription);
    return html`<li><div>${formatAmount(price.unit_amount ?? 0, price.currency)} a ${price.recurring?.interval ?? ''}<br>
<span class="muted">${subscription.status} · period to ${day(end)}${subscription.cancel_at === null ? '' : ` · ends on ${day(subscription.cancel_at)}`}</span></div></li>`;
  });
}

/** The decisions available to the bank. */
function decisions({ id, status }: { id: string; status: string }): Html[] {
  const close = (text: string, outcome: string) => button('close-dispute', text, { id, outcome });
  return status.startsWith('warning_')
    ? [button('escalate-inquiry', 'Make it a dispute', { id }), close('Settle the inquiry', 'warning_closed')]
    : [close('Win the dispute', 'won'), close('Lose the dispute', 'lost')];
}

function payments(context: Context): Html[] {
  const { store } = context;
  return newest(store.values('charges')).map((charge) => {
    const dispute = store
      .values('disputes')
      .find((known) => known.charge === charge.id && known.status.endsWith('response'));
    const refund = store
      .values('refunds')
      .find((known) => known.charge === charge.id && known.status === 'succeeded');
    const back =
      charge.amount_refunded > 0 ? ` · ${formatAmount(charge.amount_refunded, charge.currency)} back` : '';
    return html`<li><div>${formatAmount(charge.amount, charge.currency)}<br>
<span class="muted">${charge.status}${back}${charge.disputed ? ' · disputed' : ''}</span></div>
${charge.paid && !charge.disputed ? button('dispute', 'Dispute', { id: charge.id }) : undefined}
${charge.paid && !charge.disputed ? button('dispute', 'Inquiry', { id: charge.id, kind: 'inquiry' }) : undefined}
${charge.paid && !charge.disputed ? button('warn-of-fraud', 'Fraud warning', { id: charge.id }) : undefined}
${dispute ? decisions(dispute) : undefined}
${refund ? button('fail-refund', 'Let the refund fail', { id: refund.id }) : undefined}</li>`;
  });
}

function faultForm(action: string, title: string, faults: Record<string, { label: string }>): Html {
  const options = Object.entries(faults).map(
    ([value, { label }]) => html`<option value="${value}">${label}</option>`,
  );
  return html`<form class="field" method="post" action="/sandbox/${action}">
<label for="${action}-kind">${title}</label>
<select id="${action}-kind" name="kind">${options}</select>
<label for="${action}-count">How many</label>
<input id="${action}-count" name="count" type="number" min="1" max="1000" value="1">
<p><button class="button quiet">Set</button></p></form>`;
}

function page(context: Context, notice: string | undefined): Html {
  return document(
    'Payment sandbox',
    html`<main class="narrow">
<h1>Payment sandbox</h1>
${notice && html`<p class="notice" role="status">${notice}</p>`}
<section class="panel cards"><h2>Clock of the subscriptions</h2>
<p>${new Date(billingSeconds(context) * 1000).toISOString().replace('T', ' ').slice(0, 16)} UTC</p>
<ul><li>${button('clock', 'A day on', { days: '1' })}${button('clock', 'A month on', { days: '31' })}${button(
      'fail-renewal',
      'Decline the next renewal',
      { count: '1' },
    )}</li></ul></section>
<section class="panel"><h2>Faults</h2>
${faultForm('fault', 'Requests to come', requestFaults)}
${faultForm('events', 'Events to come', eventFaults)}
<div class="cards">${button('calm', 'No more faults', {})}</div></section>
${section('Payment pages', sessions(context))}
${section('Subscriptions', subscriptions(context))}
${section('Payments', payments(context))}
</main>`,
  );
}

/** Serves `GET /sandbox`, a page that shows the sandbox's state and controls, and its `POST /sandbox/{action}`. */
export async function serveDevelopmentPage(
  context: Context,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  const action = /^\/sandbox\/([a-z-]{1,20})$/.exec(path)?.[1];
  if (incoming.method === 'POST' && action !== undefined && !isCrossSite(incoming)) {
    const form = (await readForm(incoming)) ?? new URLSearchParams();
    try {
      return sendHtml(response, page(context, runDevelopmentAction(context, action, form)));
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
      return sendHtml(response, page(context, error.message), error.status);
    }
  }
  incoming.resume();
  if (path === '/sandbox' && (incoming.method === 'GET' || incoming.method === 'HEAD')) {
    return sendHtml(response, page(context, undefined));
  }
  sendHtml(response, noticePage('There is no such page', 'Open /sandbox instead.', undefined), 404);
}
