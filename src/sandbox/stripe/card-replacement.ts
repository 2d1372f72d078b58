import type Stripe from 'stripe';
import { saveSubscription } from './billing/subscription-object.ts';
import { type CardForm, cardFields, type FieldErrors, readCardForm } from './card-form.ts';
import type { Context } from './context.ts';
import { setDefaultMethod } from './resources/customers.ts';
import { attachTo, buildPaymentMethod } from './resources/payment-methods.ts';
import { findTestCard } from './test-cards.ts';

export const emptyCardForm: CardForm = { email: '', card: '', expiry: '', cvc: '', name: '' };

/** Whether the card was replaced; if not, the state of the form to show again. */
export type Replacement = { isReplaced: boolean; problem?: string; form?: CardForm; errors?: FieldErrors };

/** Stores the submitted card as the default of the customer and of all their subscriptions. */
export function replaceCard(context: Context, customer: Stripe.Customer, sent: URLSearchParams): Replacement {
  const form = { ...emptyCardForm };
  for (const name of cardFields) form[name] = sent.get(name) ?? '';
  const payer = { email: customer.email ?? 'customer@example.test', name: customer.name || 'Customer' };
  const read = readCardForm({ ...form, ...payer }, new Date(context.now()));
  if (!read.ok) return { isReplaced: false, form: { ...form, cvc: '' }, errors: read.errors };
  const testCard = findTestCard(read.number);
  if (testCard?.outcome.kind !== 'succeeds' && testCard?.outcome.kind !== 'authenticates') {
    return {
      isReplaced: false,
      form: { ...form, cvc: '' },
      problem: 'Your card was declined. A test card is expected.',
    };
  }
  const { expMonth, expYear, number } = read;
  const card = { brand: testCard.brand, last4: number.slice(-4), expMonth, expYear };
  const method = attachTo(context, buildPaymentMethod(context, card, payer), customer.id);
  setDefaultMethod(context, customer.id, method.id);
  for (const record of context.store.values('subscriptions')) {
    const { subscription } = record;
    if (subscription.customer !== customer.id || subscription.status === 'canceled') continue;
    saveSubscription(context, {
      ...record,
      subscription: { ...subscription, default_payment_method: method.id },
    });
  }
  return { isReplaced: true };
}
