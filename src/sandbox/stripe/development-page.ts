import type { IncomingMessage, ServerResponse } from 'node:http';
import { dayMs } from '../../shared/durations.ts';
import { StripeApiError } from './api-error.ts';
import { advanceBilling } from './billing/renewals.ts';
import { billingSeconds, type Context } from './context.ts';
import { type Html, html } from './escape-html.ts';
import { formatAmount, htmlDocument, noticePage } from './hosted-page-html.ts';
import { closeDispute, escalateInquiry, openDispute } from './resources/disputes.ts';
import { failRefund } from './resources/refunds.ts';
import { isCrossSite, pathOf, readForm, sendHtml } from './send-page.ts';

const outcomes = ['won', 'lost', 'warning_closed'] as const;

/** The actions of the page's forms. Scripts can send the same fields. */
const actions: Record<string, (context: Context, form: URLSearchParams, id: string) => unknown> = {
  clock: (context, form) => advanceBilling(context, Number(form.get('days')) * dayMs),
  'fail-renewal': ({ billing }, form) => {
    billing.failRenewals = Number(form.get('count'));
  },
  dispute: (context, form, id) =>
    openDispute(context, id, 'fraudulent', { isInquiry: form.get('kind') === 'inquiry' }),
  'escalate-inquiry': (context, _form, id) => escalateInquiry(context, id),
  'close-dispute': (context, form, id) =>
    closeDispute(context, id, outcomes.find((outcome) => outcome === form.get('outcome')) ?? 'lost'),
  'fail-refund': (context, _form, id) => failRefund(context, id),
};

function button(action: string, text: string, fields: Record<string, string>): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="/sandbox/${action}">${hidden}<button>${text}</button></form>`;
}

/** Buttons for the bank's possible decisions about a charge and its refunds. */
function decisions({ store }: Context, charge: string): Html[] {
  const buttons = store
    .values('refunds')
    .filter((refund) => refund.charge === charge && refund.status === 'succeeded')
    .map(({ id }) => button('fail-refund', 'Let the refund fail', { id }));
  const dispute = store.values('disputes').find((dispute) => dispute.charge === charge);
  const close = (text: string, outcome: string) =>
    button('close-dispute', text, { id: dispute?.id ?? '', outcome });
  if (!dispute) {
    buttons.push(button('dispute', 'Dispute', { id: charge }));
    buttons.push(button('dispute', 'Inquiry', { id: charge, kind: 'inquiry' }));
  } else if (dispute.status === 'needs_response' || dispute.status === 'under_review') {
    buttons.push(close('Win the dispute', 'won'), close('Lose the dispute', 'lost'));
  } else if (dispute.status === 'warning_needs_response' || dispute.status === 'warning_under_review') {
    buttons.push(button('escalate-inquiry', 'Make it a dispute', { id: dispute.id }));
    buttons.push(close('Settle the inquiry', 'warning_closed'));
  }
  return buttons;
}

function page(context: Context, notice: string | undefined): Html {
  const payments = context.store
    .values('charges')
    .filter(({ paid }) => paid)
    .slice(-20)
    .map(
      ({ id, amount, currency, created }) => html`<li><div>${formatAmount(amount, currency)}<br>
<span class="muted">${new Date(created * 1000).toISOString().slice(0, 10)}</span></div>${decisions(context, id)}</li>`,
    )
    .reverse();
  return htmlDocument(
    'Payment sandbox',
    html`<main class="narrow">
<h1>Payment sandbox</h1>
${notice && html`<p class="notice" role="status">${notice}</p>`}
<section class="panel cards"><h2>Subscription clock</h2>
<p>${new Date(billingSeconds(context) * 1000).toISOString().replace('T', ' ').slice(0, 16)} UTC</p>
<ul><li>${button('clock', 'One day later', { days: '1' })}${button('clock', 'One month later', { days: '31' })}
${button('fail-renewal', 'Decline the next renewal', { count: '1' })}</li></ul></section>
<section class="panel cards"><h2>Payments</h2><ul>${payments}</ul></section>
</main>`,
  );
}

/**
 * Serves `GET /sandbox`, where a developer advances the billing clock and makes the bank's decisions about the latest
 * payments, and the `POST /sandbox/{action}` of its forms.
 */
export async function serveDevelopmentPage(
  context: Context,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = pathOf(incoming).slice('/sandbox/'.length);
  const action = actions[name];
  const form = await readForm(incoming);
  if (name === '' && incoming.method === 'GET') return sendHtml(response, page(context, undefined));
  if (!action || incoming.method !== 'POST' || isCrossSite(incoming)) {
    return sendHtml(response, noticePage('There is no such page', 'Open /sandbox instead.'), 404);
  }
  try {
    context.store.transaction(() => action(context, form, form.get('id') ?? ''));
    sendHtml(response, page(context, 'Done.'));
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    sendHtml(response, page(context, error.message), error.status);
  }
}
