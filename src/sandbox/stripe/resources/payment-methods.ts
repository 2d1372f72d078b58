import type Stripe from 'stripe';
import { StripeApiError } from '../api-error.ts';
import { type Context, find, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { resource } from '../records.ts';
import { type CardOutcome, findTestCardByLast4 } from '../test-cards.ts';

/** The ids of Stripe's test payment methods, with the last digits of the cards: https://docs.stripe.com/testing. */
const namedCards: Record<string, string> = { pm_card_visa: '4242', pm_card_chargeCustomerFail: '0341' };

/**
 * Stores a customer's payment method and emits `payment_method.attached`.
 * @param last4 - the last four digits of the card; null = the bank account for debits
 */
export function attachMethod(context: Context, last4: string | null, customer: string): Stripe.PaymentMethod {
  const attached = resource<Stripe.PaymentMethod>({
    id: newId.paymentMethod(),
    object: 'payment_method',
    created: nowSeconds(context),
    customer,
    livemode: false,
    ...(last4 === null ? { type: 'us_bank_account' } : { type: 'card', card: { last4 } }),
  });
  context.store.put('paymentMethods', attached.id, attached);
  emit(context, 'payment_method.attached', attached);
  return attached;
}

/** The outcome of charging the stored method while the buyer is not present. */
export function storedOutcome({ card }: Stripe.PaymentMethod): CardOutcome {
  return (card && findTestCardByLast4(card.last4)?.stored) ?? { kind: 'succeeds' };
}

/** The stored method with this ID, if it belongs to the customer. */
export function methodOf(
  context: Context,
  id: string | null | undefined,
  customer: string,
): Stripe.PaymentMethod | undefined {
  const method = id ? context.store.get('paymentMethods', id) : undefined;
  return method?.customer === customer ? method : undefined;
}

export const attachPaymentMethod: Handler = (context, params, [id = '']) => {
  const customer = params.requiredText('customer');
  params.rejectUnread();
  find(context, 'customers', customer);
  const last4 = namedCards[id];
  if (last4 !== undefined) return attachMethod(context, last4, customer);
  find(context, 'paymentMethods', id);
  throw new StripeApiError(400, 'The payment method you provided has already been attached to a customer.');
};
