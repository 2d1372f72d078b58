import type Stripe from 'stripe';
import { resourceMissing, StripeApiError } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { listPage } from '../list-page.ts';
import type { CardSummary, Payer } from '../records.ts';
import { type CardOutcome, findTestCardByLast4 } from '../test-cards.ts';

/** Stripe's names for test cards that need no form: https://docs.stripe.com/testing. */
const namedCards: Record<string, string> = {
  pm_card_visa: '4242',
  pm_card_chargeDeclined: '0002',
  pm_card_visa_chargeDeclined: '0002',
  pm_card_chargeCustomerFail: '0341',
  pm_card_createDispute: '0259',
};

/** A card as a payment method, not yet attached to a customer or stored. */
export function buildPaymentMethod(context: Context, card: CardSummary, payer: Payer): Stripe.PaymentMethod {
  return {
    id: newId.paymentMethod(),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(context),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

/** The bank account for debits as a payment method, not yet attached or stored. */
export function buildBankAccount(context: Context, payer: Payer): Stripe.PaymentMethod {
  return {
    id: newId.paymentMethod(),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    created: nowSeconds(context),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: 'individual',
      account_type: 'checking',
      bank_name: 'SANDBOX TEST BANK',
      financial_connections_account: null,
      fingerprint: null,
      last4: '6789',
      networks: null,
      routing_number: '110000000',
      status_details: null,
    },
  };
}

/** The outcome of charging the stored card while the buyer is not present. */
export function storedOutcome(method: Stripe.PaymentMethod): CardOutcome {
  const card = method.card && findTestCardByLast4(method.card.last4);
  return card?.stored ?? { kind: 'succeeds' };
}

/** The card details that a charge includes. */
export function cardSummary(method: Stripe.PaymentMethod): CardSummary {
  return {
    brand: method.card?.brand ?? 'visa',
    last4: method.card?.last4 ?? '',
    expMonth: method.card?.exp_month ?? 12,
    expYear: method.card?.exp_year ?? 2040,
  };
}

/** Attaches the method to the customer, stores it and records `payment_method.attached`. */
export function attachTo(
  context: Context,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  const attached: Stripe.PaymentMethod = { ...method, customer };
  context.store.put('paymentMethods', attached.id, attached);
  emit(context, 'payment_method.attached', attached);
  return attached;
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

/**
 * Finds a stored method, or creates one from a name such as `pm_card_visa`, and attaches it to the customer.
 * @throws StripeApiError 400 for an unknown ID or another customer's card.
 */
export function attachById(context: Context, id: string, customer: string): Stripe.PaymentMethod {
  const last4 = namedCards[id];
  const testCard = last4 === undefined ? undefined : findTestCardByLast4(last4);
  if (testCard && last4 !== undefined) {
    const outcome = testCard.outcome;
    if (outcome.kind === 'declines') {
      throw new StripeApiError(402, outcome.message, {
        type: 'card_error',
        code: outcome.code,
        declineCode: outcome.declineCode,
      });
    }
    const expYear = new Date(context.now()).getUTCFullYear() + 2;
    const card = { brand: testCard.brand, last4, expMonth: 12, expYear };
    return attachTo(context, buildPaymentMethod(context, card, { email: null, name: null }), customer);
  }
  const stored = context.store.get('paymentMethods', id);
  if (!stored) throw resourceMissing('PaymentMethod', id, 'payment_method');
  if (stored.customer === customer) return stored;
  throw new StripeApiError(
    400,
    stored.customer === null
      ? 'This PaymentMethod was previously used or detached from a Customer, and may not be used again.'
      : 'The payment method you provided has already been attached to a customer.',
    { param: 'payment_method' },
  );
}

export const attachPaymentMethod: Handler = (context, params, [id = '']) => {
  const customer = params.requiredText('customer');
  params.rejectUnread();
  const owner = context.store.get('customers', customer);
  if (!owner || owner.deleted) throw resourceMissing('customer', customer, 'customer');
  return attachById(context, id, customer);
};

export const detachPaymentMethod: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const method = context.store.get('paymentMethods', id);
  if (!method) throw resourceMissing('PaymentMethod', id, 'payment_method');
  if (method.customer === null) {
    throw new StripeApiError(400, 'The payment method you provided is not attached to a customer.');
  }
  const detached: Stripe.PaymentMethod = { ...method, customer: null };
  context.store.put('paymentMethods', id, detached);
  emit(context, 'payment_method.detached', detached, { customer: method.customer });
  return detached;
};

export const retrievePaymentMethod: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const method = context.store.get('paymentMethods', id);
  if (!method) throw resourceMissing('PaymentMethod', id, 'payment_method');
  return method;
};

export const listPaymentMethods: Handler = (context, params, [customerInPath]) => {
  const customer = customerInPath ?? params.text('customer');
  params.oneOf('type', ['card']);
  const matching = context.store
    .values('paymentMethods')
    .filter((method) => method.customer !== null && method.customer === customer)
    .reverse();
  const url = customerInPath ? `/v1/customers/${customerInPath}/payment_methods` : '/v1/payment_methods';
  const page = listPage(matching, params, url);
  params.rejectUnread();
  return page;
};
