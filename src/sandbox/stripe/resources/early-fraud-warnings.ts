import type Stripe from 'stripe';
import { resourceMissing, StripeApiError } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { isInRange, listPage } from '../list-page.ts';
import { findTestCardByLast4 } from '../test-cards.ts';

type Warning = Stripe.Radar.EarlyFraudWarning;

/** A warning is actionable until the charge is fully refunded or disputed. */
function isActionable(context: Context, chargeId: string): boolean {
  const charge = context.store.get('charges', chargeId);
  return charge !== undefined && !charge.disputed && charge.amount_refunded < charge.amount;
}

function asOfNow(context: Context, warning: Warning): Warning {
  return { ...warning, actionable: isActionable(context, String(warning.charge)) };
}

/**
 * Records that the card's bank reports a charge as fraudulent; a dispute is likely to follow.
 * @throws StripeApiError 404 for an unknown charge, 400 for one that was not paid.
 */
export function warnOfFraud(context: Context, chargeId: string): Warning {
  const charge = context.store.get('charges', chargeId);
  if (!charge) throw resourceMissing('charge', chargeId, 'charge');
  if (!charge.paid) throw new StripeApiError(400, 'Only a paid charge can be reported.');
  const warning: Warning = {
    id: newId.earlyFraudWarning(),
    object: 'radar.early_fraud_warning',
    actionable: isActionable(context, chargeId),
    charge: chargeId,
    created: nowSeconds(context),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    ...(typeof charge.payment_intent === 'string' && { payment_intent: charge.payment_intent }),
  };
  context.store.put('earlyFraudWarnings', warning.id, warning);
  emit(context, 'radar.early_fraud_warning.created', warning);
  return warning;
}

/** Creates the warning that some test cards trigger. */
export function warnOfFraudFor(context: Context, charge: Stripe.Charge): void {
  const last4 = charge.payment_method_details?.card?.last4;
  if (last4 && findTestCardByLast4(last4)?.isReported) warnOfFraud(context, charge.id);
}

export const retrieveEarlyFraudWarning: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const warning = context.store.get('earlyFraudWarnings', id);
  if (!warning) throw resourceMissing('early_fraud_warning', id, 'id');
  return asOfNow(context, warning);
};

export const listEarlyFraudWarnings: Handler = (context, params) => {
  const charge = params.text('charge');
  const intent = params.text('payment_intent');
  const created = params.range('created');
  const matching = context.store
    .values('earlyFraudWarnings')
    .filter((warning) => charge === undefined || warning.charge === charge)
    .filter((warning) => intent === undefined || warning.payment_intent === intent)
    .filter((warning) => isInRange(warning.created, created))
    .map((warning) => asOfNow(context, warning))
    .reverse();
  const page = listPage(matching, params, '/v1/radar/early_fraud_warnings');
  params.rejectUnread();
  return page;
};
