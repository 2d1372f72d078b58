import type Stripe from 'stripe';
import { resourceMissing } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { newId } from '../ids.ts';
import { isInRange, listPage } from '../list-page.ts';
import type { CardSummary, Payer } from '../records.ts';

export type ChargeMethod = { kind: 'card'; card: CardSummary } | { kind: 'bank_debit' };

export type Decline = { code: string; declineCode: string; message: string };

/** The account's statement descriptor as set in the dashboard; the academy shows the same text. */
const statementDescriptor = 'POKER ACADEMY';
const descriptorLength = 22;

/** The text on a bank statement: the account's descriptor, then the payment's suffix after an asterisk. */
function statementText(suffix: string | null): string {
  if (suffix === null || suffix === '') return statementDescriptor;
  return `${statementDescriptor}* ${suffix}`.slice(0, descriptorLength);
}

/** The only delayed method of the sandbox: a bank debit that settles days later. */
const bankDebit: Stripe.Charge.PaymentMethodDetails = {
  type: 'us_bank_account',
  us_bank_account: {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'SANDBOX TEST BANK',
    fingerprint: null,
    last4: '6789',
    payment_reference: null,
    routing_number: '110000000',
  },
};

function cardDetails(card: CardSummary): Stripe.Charge.PaymentMethodDetails {
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: 'credit',
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

function outcomeOf(status: 'succeeded' | 'pending' | 'failed', decline: Decline | undefined) {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: status === 'failed' ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 10,
    seller_message: decline
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: status === 'failed' ? 'issuer_declined' : 'authorized',
  };
}

/** The URL of the receipt of a successful charge. */
export function receiptUrl(context: Context, chargeId: string): string {
  return `${context.publicUrl()}/r/${chargeId}`;
}

/** The charge of one attempt to pay `intent`; not stored yet. `decline` is set for status `failed`. */
export function buildCharge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: ChargeMethod,
  payer: Payer,
  status: 'succeeded' | 'pending' | 'failed',
  decline?: Decline,
): Stripe.Charge {
  const id = newId.charge();
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    calculated_statement_descriptor:
      status === 'failed' ? null : statementText(intent.statement_descriptor_suffix),
    captured: status === 'succeeded',
    created: nowSeconds(context),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(status, decline),
    paid: status === 'succeeded',
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    payment_method_details: method.kind === 'card' ? cardDetails(method.card) : bankDebit,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: status === 'succeeded' ? receiptUrl(context, id) : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}

export const retrieveCharge: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const charge = context.store.get('charges', id);
  if (!charge) throw resourceMissing('charge', id, 'id');
  return charge;
};

export const listCharges: Handler = (context, params) => {
  const customer = params.text('customer');
  const intent = params.text('payment_intent');
  const created = params.range('created');
  const matching = context.store
    .values('charges')
    .filter((charge) => customer === undefined || charge.customer === customer)
    .filter((charge) => intent === undefined || charge.payment_intent === intent)
    .filter((charge) => isInRange(charge.created, created))
    .reverse();
  const page = listPage(matching, params, '/v1/charges');
  params.rejectUnread();
  return page;
};
