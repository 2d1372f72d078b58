import type Stripe from 'stripe';
import { changeSubscription } from './billing/subscription-object.ts';
import { type CardForm, cardFields, emptyCardForm, type FieldErrors, readCardForm } from './card-form.ts';
import type { Context } from './context.ts';
import { setDefaultMethod } from './resources/customers.ts';
import { attachMethod } from './resources/payment-methods.ts';
import { findTestCard } from './test-cards.ts';

/** The form for another card. `errors` belong to its fields, `message` to the whole attempt. */
export type ReplacementView = { form: CardForm; errors: FieldErrors; message?: string | undefined };

/**
 * Stores the submitted card as the default of the customer and of all their subscriptions that are not canceled.
 * @returns the form to show again; undefined if the card was accepted
 */
export function replaceCard(
  context: Context,
  customer: Stripe.Customer,
  sent: URLSearchParams,
): ReplacementView | undefined {
  const form = { ...emptyCardForm };
  for (const name of cardFields) form[name] = sent.get(name) ?? '';
  const payer = { email: customer.email ?? 'customer@example.test', name: 'Customer' };
  const read = readCardForm({ ...form, ...payer }, new Date(context.now()));
  const shown = { ...form, cvc: '' };
  if (!read.ok) return { form: shown, errors: read.errors };
  const kind = findTestCard(read.number)?.outcome.kind;
  if (kind !== 'succeeds' && kind !== 'authenticates') {
    const reason = kind === undefined ? ' A test card is expected.' : '';
    return { form: shown, errors: {}, message: `Your card was declined.${reason}` };
  }
  const { id } = attachMethod(context, read.number.slice(-4), customer.id);
  setDefaultMethod(context, customer.id, id);
  for (const record of context.store.values('subscriptions')) {
    const { customer: customerId, status } = record.subscription;
    if (customerId !== customer.id || status === 'canceled') continue;
    changeSubscription(context, record, { default_payment_method: id });
  }
  return undefined;
}
