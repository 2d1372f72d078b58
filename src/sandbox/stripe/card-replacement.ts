import type Stripe from 'stripe';
import { changeSubscription } from './billing/subscription-object.ts';
import { type CardForm, cardFields, emptyCardForm, type FieldErrors, readCardForm } from './card-form.ts';
import type { Context } from './context.ts';
import { setDefaultMethod } from './resources/customers.ts';
import { attachMethod } from './resources/payment-methods.ts';
import { findTestCard } from './test-cards.ts';

/** The form for another card, with the errors of the last attempt. */
export type ReplacementView = { form: CardForm; errors: FieldErrors; problem?: string | undefined };

/**
 * Stores the submitted card as the default of the customer and of all their subscriptions.
 * @returns undefined if the card was accepted
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
    return { form: shown, errors: {}, problem: 'Your card was declined. A test card is expected.' };
  }
  const { id } = attachMethod(context, read.number.slice(-4), customer.id);
  setDefaultMethod(context, customer.id, id);
  for (const record of context.store.values('subscriptions')) {
    const { customer: owner, status } = record.subscription;
    if (owner !== customer.id || status === 'canceled') continue;
    changeSubscription(context, record, { default_payment_method: id });
  }
  return undefined;
}
