import type Stripe from 'stripe';
import { StripeApiError } from '../api-error.ts';
import { type Context, find, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import type { ParamReader } from '../params.ts';
import { resource } from '../records.ts';
import { findTestCardByLast4 } from '../test-cards.ts';

const day = 24 * 60 * 60;

export type DisputeOutcome = 'won' | 'lost' | 'warning_closed';
export type DisputeOptions = { isInquiry?: boolean; amount?: number; acceptsResponse?: boolean };

/**
 * Disputes a charge. An inquiry withdraws no funds.
 * @param options.amount - in cents; by default, the part of the charge that is not refunded
 * @param options.acceptsResponse - whether the bank accepts a response; if not, Stripe reports the due time 0
 * @throws StripeApiError 404 for an unknown charge, 400 for a charge that is unpaid or was already disputed
 */
export function openDispute(
  context: Context,
  chargeId: string,
  reason: string,
  { isInquiry = false, amount, acceptsResponse = true }: DisputeOptions = {},
): Stripe.Dispute {
  const charge = find(context, 'charges', chargeId);
  if (!charge.paid || charge.disputed) {
    throw new StripeApiError(400, 'Only a paid charge can be disputed, and only once.');
  }
  const created = nowSeconds(context);
  const dispute = resource<Stripe.Dispute>({
    id: newId.dispute(),
    object: 'dispute',
    amount: amount ?? charge.amount - charge.amount_refunded,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: acceptsResponse ? created + 7 * day : 0,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
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

const isInquiryStatus = ({ status }: Stripe.Dispute) =>
  status === 'warning_needs_response' || status === 'warning_under_review';

/** In characters: https://docs.stripe.com/api/disputes/update */
const maxEvidenceLength = 150_000;
const maxTextLength = 20_000;
const evidenceTexts = [
  'access_activity_log',
  'customer_email_address',
  'customer_name',
  'product_description',
  'refund_policy_disclosure',
  'service_date',
  'uncategorized_text',
] as const;

const evidenceFiles = ['customer_communication', 'service_documentation', 'uncategorized_file'] as const;

function readEvidence(context: Context, params: ParamReader): Partial<Stripe.Dispute.Evidence> {
  const sent = params.object('evidence');
  if (!sent) return {};
  const texts = evidenceTexts.flatMap((name) => {
    const text = sent.nullableText(name, maxTextLength);
    return text === undefined ? [] : [[name, text] as const];
  });
  if (texts.reduce((sum, [, text]) => sum + (text?.length ?? 0), 0) > maxEvidenceLength) {
    throw new StripeApiError(400, `The combined length of all evidence is limited to ${maxEvidenceLength}.`, {
      param: 'evidence',
    });
  }
  const files = evidenceFiles.flatMap((name) => {
    const id = sent.text(name);
    return id ? [[name, find(context, 'files', id, sent.nameOf(name)).id] as const] : [];
  });
  return Object.fromEntries([...texts, ...files]);
}

/** Submits evidence to the bank, which is possible only once; with `submit: false`, only stages it. */
export const updateDispute: Handler = (context, params, [id = '']) => {
  const current = find(context, 'disputes', id);
  const evidence = { ...current.evidence, ...readEvidence(context, params) };
  const submits = params.boolean('submit') ?? true;
  params.rejectUnread();
  const acceptsEvidence = current.status === 'needs_response' || current.status === 'warning_needs_response';
  if (!acceptsEvidence) {
    throw new StripeApiError(
      400,
      `This dispute has the status ${current.status} and accepts no more evidence.`,
    );
  }
  if ((current.evidence_details.due_by ?? 0) <= nowSeconds(context)) {
    throw new StripeApiError(400, 'The deadline for submitting evidence has passed.');
  }
  const { evidence_details: details } = current;
  const dispute: Stripe.Dispute = {
    ...current,
    evidence,
    evidence_details: {
      ...details,
      has_evidence: true,
      submission_count: details.submission_count + (submits ? 1 : 0),
    },
    ...(submits && { status: isInquiryStatus(current) ? 'warning_under_review' : 'under_review' }),
  };
  context.store.put('disputes', id, dispute);
  emit(context, 'charge.dispute.updated', dispute);
  return dispute;
};

/**
 * Escalates an inquiry to a chargeback: the bank withdraws the funds.
 * @throws StripeApiError 404 for an unknown dispute, 400 for one that is not an open inquiry
 */
export function escalateInquiry(context: Context, id: string): Stripe.Dispute {
  const current = find(context, 'disputes', id);
  if (!isInquiryStatus(current)) {
    throw new StripeApiError(400, 'Only an open inquiry can be escalated.');
  }
  const dispute: Stripe.Dispute = { ...current, status: 'needs_response', is_charge_refundable: false };
  context.store.put('disputes', id, dispute);
  emit(context, 'charge.dispute.updated', dispute);
  emit(context, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * Closes a dispute with the bank's decision. A win reinstates the funds; an inquiry ends as `warning_closed`.
 * @throws StripeApiError 404 for an unknown dispute, 400 for an outcome that does not fit its status
 */
export function closeDispute(context: Context, id: string, outcome: DisputeOutcome): Stripe.Dispute {
  const current = find(context, 'disputes', id);
  const isOpen = current.status === 'needs_response' || current.status === 'under_review';
  if (outcome === 'warning_closed' ? !isInquiryStatus(current) : !isOpen) {
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
