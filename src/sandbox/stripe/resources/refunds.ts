import type Stripe from 'stripe';
import { referenceMissing, resourceMissing, StripeApiError } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { isInRange, listPage } from '../list-page.ts';
import type { ParamReader } from '../params.ts';

const unsupported = [
  'currency',
  'customer',
  'instructions_email',
  'origin',
  'refund_application_fee',
  'reverse_transfer',
];

function findCharge(context: Context, params: ParamReader): Stripe.Charge {
  const chargeId = params.text('charge');
  const intentId = params.text('payment_intent');
  if ((chargeId === undefined) === (intentId === undefined)) {
    throw new StripeApiError(400, 'You must provide either a `charge` or a `payment_intent`.', {
      code: 'parameter_missing',
      param: 'charge',
    });
  }
  if (chargeId !== undefined) {
    const charge = context.store.get('charges', chargeId);
    if (!charge) throw referenceMissing('charge', chargeId, 'charge');
    return charge;
  }
  const intent = context.store.get('paymentIntents', intentId ?? '');
  if (!intent) throw referenceMissing('payment_intent', intentId ?? '', 'payment_intent');
  const latest = typeof intent.latest_charge === 'string' ? intent.latest_charge : '';
  const charge = context.store.get('charges', latest);
  if (charge?.status === 'succeeded') return charge;
  throw new StripeApiError(
    400,
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    },
  );
}

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** A charge stays `disputed` permanently; each of its disputes states whether it can still be refunded. */
function isChargedBack(context: Context, charge: Stripe.Charge): boolean {
  return context.store
    .values('disputes')
    .some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable);
}

function readAmount(context: Context, charge: Stripe.Charge, params: ParamReader): number {
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded') {
    throw new StripeApiError(400, `Charge ${charge.id} is not paid and cannot be refunded.`, {
      code: 'charge_not_refundable',
    });
  }
  if (left === 0) {
    throw new StripeApiError(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (isChargedBack(context, charge)) {
    throw new StripeApiError(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const amount = params.integer('amount') ?? left;
  if (amount < 1) {
    throw new StripeApiError(400, 'This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amount <= left) return amount;
  throw new StripeApiError(
    400,
    `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(left)})`,
    { param: 'amount' },
  );
}

function changeRefunded(context: Context, charge: Stripe.Charge, by: number): Stripe.Charge {
  const amount = charge.amount_refunded + by;
  const changed: Stripe.Charge = { ...charge, amount_refunded: amount, refunded: amount === charge.amount };
  context.store.put('charges', charge.id, changed);
  return changed;
}

/** Card refunds succeed immediately in the sandbox; `failRefund` simulates the bank returning the funds later. */
export const createRefund: Handler = (context, params) => {
  params.rejectUnsupported(unsupported);
  const charge = findCharge(context, params);
  const reason = params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
  const metadata = params.metadata('metadata');
  const amount = readAmount(context, charge, params);
  params.rejectUnread();
  const refund: Stripe.Refund = {
    id: newId.refund(),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowSeconds(context),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  context.store.put('refunds', refund.id, refund);
  emit(context, 'refund.created', refund);
  emit(context, 'charge.refunded', changeRefunded(context, charge, amount), {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
  return refund;
};

function findRefund(context: Context, id: string): Stripe.Refund {
  const refund = context.store.get('refunds', id);
  if (!refund) throw resourceMissing('refund', id, 'refund');
  return refund;
}

/**
 * The bank returns the funds: this amount of the charge counts as not refunded.
 * @throws StripeApiError when it had already failed.
 */
export function failRefund(context: Context, id: string): Stripe.Refund {
  const current = findRefund(context, id);
  if (current.status === 'failed') throw new StripeApiError(400, 'This refund has failed already.');
  const refund: Stripe.Refund = {
    ...current,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  };
  context.store.put('refunds', id, refund);
  const charge = typeof refund.charge === 'string' ? context.store.get('charges', refund.charge) : undefined;
  if (charge) emit(context, 'charge.updated', changeRefunded(context, charge, -refund.amount));
  const previous = { status: current.status };
  emit(context, 'refund.failed', refund, previous);
  emit(context, 'refund.updated', refund, previous);
  emit(context, 'charge.refund.updated', refund, previous);
  return refund;
}

export const retrieveRefund: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return findRefund(context, id);
};

export const updateRefund: Handler = (context, params, [id = '']) => {
  const current = findRefund(context, id);
  const metadata = params.metadata('metadata', current.metadata ?? {});
  params.rejectUnread();
  const refund: Stripe.Refund = { ...current, metadata };
  context.store.put('refunds', id, refund);
  emit(context, 'refund.updated', refund, { metadata: current.metadata });
  return refund;
};

export const listRefunds: Handler = (context, params) => {
  const charge = params.text('charge');
  const intent = params.text('payment_intent');
  const created = params.range('created');
  const matching = context.store
    .values('refunds')
    .filter((refund) => charge === undefined || refund.charge === charge)
    .filter((refund) => intent === undefined || refund.payment_intent === intent)
    .filter((refund) => isInRange(refund.created, created))
    .reverse();
  const page = listPage(matching, params, '/v1/refunds');
  params.rejectUnread();
  return page;
};
