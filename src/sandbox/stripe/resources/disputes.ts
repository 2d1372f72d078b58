import type Stripe from 'stripe';
import { StripeApiError } from '../api-error.ts';
import { type Context, find, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { resource } from '../records.ts';
import { findTestCardByLast4 } from '../test-cards.ts';

const day = 24 * 60 * 60;

export type DisputeOutcome = 'won' | 'lost' | 'warning_closed';

/**
 * Opens a dispute of a charge. `isInquiry` = the bank only asks: no funds are withdrawn.
 * @throws StripeApiError 404 for an unknown charge, 400 for one that was not paid or is already disputed.
 */
export function openDispute(
  context: Context,
  chargeId: string,
  reason: string,
  isInquiry = false,
): Stripe.Dispute {
  const charge = find(context, 'charges', chargeId);
  if (!charge.paid || charge.disputed) {
    throw new StripeApiError(400, 'Only a paid charge can be disputed, and only once.');
  }
  const created = nowSeconds(context);
  const dispute = resource<Stripe.Dispute>({
    id: newId.dispute(),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence_details: { due_by: created + 7 * day },
    is_charge_refundable: isInquiry,
    livemode: false,
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  });
  context.store.put('disputes', dispute.id, dispute);
  context.store.put('charges', charge.id, { ...charge, disputed: true });
  emit(context, 'charge.dispute.created', dispute);
  if (!isInquiry) emit(context, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Turns an inquiry into a chargeback: the bank did not accept the evidence, and the funds are withdrawn. */
export function escalateInquiry(context: Context, id: string): Stripe.Dispute {
  const current = find(context, 'disputes', id);
  if (current.status !== 'warning_needs_response') {
    throw new StripeApiError(400, 'Only an open inquiry can be escalated.');
  }
  const dispute: Stripe.Dispute = { ...current, status: 'needs_response', is_charge_refundable: false };
  context.store.put('disputes', id, dispute);
  emit(context, 'charge.dispute.updated', dispute);
  emit(context, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * Closes a dispute with the bank's decision. Funds are returned when it is won; an inquiry ends as `warning_closed`.
 */
export function closeDispute(context: Context, id: string, outcome: DisputeOutcome): Stripe.Dispute {
  const current = find(context, 'disputes', id);
  const open = outcome === 'warning_closed' ? 'warning_needs_response' : 'needs_response';
  if (current.status !== open) {
    throw new StripeApiError(400, `A dispute with status ${current.status} cannot end as ${outcome}.`);
  }
  const dispute: Stripe.Dispute = { ...current, status: outcome, is_charge_refundable: outcome !== 'lost' };
  context.store.put('disputes', id, dispute);
  emit(context, 'charge.dispute.closed', dispute);
  if (outcome === 'won') emit(context, 'charge.dispute.funds_reinstated', dispute);
  return dispute;
}

/** For some test cards, records that the card's bank reports a charge as fraudulent; a dispute is likely to follow. */
export function warnOfFraudFor(context: Context, charge: Stripe.Charge): void {
  const last4 = charge.payment_method_details?.card?.last4;
  if (!last4 || !findTestCardByLast4(last4)?.isReported) return;
  const warning = resource<Stripe.Radar.EarlyFraudWarning>({
    id: newId.earlyFraudWarning(),
    object: 'radar.early_fraud_warning',
    charge: charge.id,
    created: nowSeconds(context),
    livemode: false,
    payment_intent: String(charge.payment_intent),
  });
  context.store.put('earlyFraudWarnings', warning.id, warning);
  emit(context, 'radar.early_fraud_warning.created', warning);
}
