import type Stripe from 'stripe';
import { StripeApiError } from '../api-error.ts';
import { type Context, find, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import type { ParamReader } from '../params.ts';
import { resource } from '../records.ts';

/** Finds the charge by `payment_intent` or by `charge`. If both are sent, `rejectUnread` later rejects `charge`. */
function readCharge(context: Context, params: ParamReader): Stripe.Charge {
  const intentId = params.text('payment_intent');
  if (intentId === undefined) return find(context, 'charges', params.requiredText('charge'), 'charge');
  const { id, latest_charge: latest } = find(context, 'paymentIntents', intentId, 'payment_intent');
  const charge = typeof latest === 'string' ? context.store.get('charges', latest) : undefined;
  if (charge?.status === 'succeeded') return charge;
  throw new StripeApiError(400, `This PaymentIntent (${id}) does not have a successful charge to refund.`, {
    code: 'payment_intent_unexpected_state',
    param: 'payment_intent',
  });
}

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;

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
  // A charge stays `disputed` permanently; its disputes state whether the charge can still be refunded.
  const isChargedBack = context.store
    .values('disputes')
    .some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable);
  if (isChargedBack) {
    throw new StripeApiError(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const amount = params.integer('amount', 1) ?? left;
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

/** Refunds succeed immediately in the sandbox; `failRefund` simulates the bank returning the funds later. */
export const createRefund: Handler = (context, params) => {
  const charge = readCharge(context, params);
  const refund = resource<Stripe.Refund>({
    id: newId.refund(),
    object: 'refund',
    amount: readAmount(context, charge, params),
    charge: charge.id,
    created: nowSeconds(context),
    currency: charge.currency,
    metadata: params.metadata('metadata'),
    payment_intent: charge.payment_intent,
    reason: params.oneOf('reason', ['requested_by_customer']) ?? null,
    status: 'succeeded',
  });
  params.rejectUnread();
  context.store.put('refunds', refund.id, refund);
  emit(context, 'refund.created', refund);
  emit(context, 'charge.refunded', changeRefunded(context, charge, refund.amount));
  return refund;
};

/**
 * Simulates the bank returning the funds: the amount no longer counts as refunded.
 * @throws StripeApiError if the refund does not exist or has already failed
 */
export function failRefund(context: Context, id: string): Stripe.Refund {
  const current = find(context, 'refunds', id);
  if (current.status === 'failed') throw new StripeApiError(400, 'This refund has failed already.');
  const refund: Stripe.Refund = { ...current, status: 'failed', failure_reason: 'expired_or_canceled_card' };
  context.store.put('refunds', id, refund);
  const charge = find(context, 'charges', String(refund.charge));
  emit(context, 'charge.updated', changeRefunded(context, charge, -refund.amount));
  emit(context, 'refund.failed', refund);
  emit(context, 'refund.updated', refund);
  emit(context, 'charge.refund.updated', refund);
  return refund;
}
