import type Stripe from 'stripe';
import { resourceMissing, StripeApiError } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { emit } from '../emit.ts';
import { newId } from '../ids.ts';
import { isInRange, listPage } from '../list-page.ts';
import { findTestCardByLast4 } from '../test-cards.ts';

const day = 24 * 60 * 60;

const evidenceTexts = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const satisfies readonly (keyof Stripe.Dispute.Evidence)[];

const emptyEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

const reasons = [
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
];

export type DisputeOutcome = 'won' | 'lost' | 'warning_closed';

/**
 * Disputes a charge. An inquiry withdraws no funds.
 * @throws StripeApiError 404 for an unknown charge, 400 for an unknown reason or one that is unpaid or disputed
 */
export function openDispute(
  context: Context,
  chargeId: string,
  reason: string,
  isInquiry = false,
): Stripe.Dispute {
  const charge = context.store.get('charges', chargeId);
  if (!charge) throw resourceMissing('charge', chargeId, 'charge');
  if (!reasons.includes(reason)) throw new StripeApiError(400, `Unknown dispute reason: ${reason}.`);
  if (!charge.paid || charge.disputed) {
    throw new StripeApiError(400, 'Only a paid charge can be disputed, and only once.');
  }
  const created = nowSeconds(context);
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  const dispute: Stripe.Dispute = {
    id: newId.dispute(),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence,
    evidence_details: {
      due_by: created + 7 * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand,
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: brand,
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
  context.store.put('disputes', dispute.id, dispute);
  context.store.put('charges', charge.id, { ...charge, disputed: true });
  emit(context, 'charge.dispute.created', dispute);
  if (!isInquiry) emit(context, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Opens the dispute that some test cards trigger. */
export function openDisputeFor(context: Context, charge: Stripe.Charge): void {
  const last4 = charge.payment_method_details?.card?.last4;
  const reason = last4 ? findTestCardByLast4(last4)?.disputedAs : undefined;
  if (reason !== undefined) openDispute(context, charge.id, reason);
}

function findDispute(context: Context, id: string): Stripe.Dispute {
  const dispute = context.store.get('disputes', id);
  if (!dispute) throw resourceMissing('dispute', id, 'dispute');
  return dispute;
}

const isClosed = ({ status }: Stripe.Dispute) =>
  ['won', 'lost', 'warning_closed', 'prevented'].includes(status);

/** Escalates an inquiry to a chargeback: the bank rejected the evidence and withdraws the funds. */
export function escalateInquiry(context: Context, id: string): Stripe.Dispute {
  const current = findDispute(context, id);
  const { card } = current.payment_method_details ?? {};
  if (isClosed(current) || !current.status.startsWith('warning_') || !card) {
    throw new StripeApiError(400, 'Only an open inquiry can be escalated.');
  }
  const dispute: Stripe.Dispute = {
    ...current,
    status: 'needs_response',
    is_charge_refundable: false,
    payment_method_details: { type: 'card', card: { ...card, case_type: 'chargeback' } },
  };
  context.store.put('disputes', id, dispute);
  emit(context, 'charge.dispute.updated', dispute, { status: current.status });
  emit(context, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * Closes a dispute with the bank's decision. A win reinstates the funds; an inquiry ends as `warning_closed`.
 */
export function closeDispute(context: Context, id: string, outcome: DisputeOutcome): Stripe.Dispute {
  const current = findDispute(context, id);
  if (isClosed(current)) throw new StripeApiError(400, 'This dispute is already closed.');
  const isInquiry = current.status.startsWith('warning_');
  if (isInquiry !== (outcome === 'warning_closed')) {
    throw new StripeApiError(400, `A dispute with status ${current.status} cannot end as ${outcome}.`);
  }
  const dispute: Stripe.Dispute = { ...current, status: outcome, is_charge_refundable: outcome !== 'lost' };
  context.store.put('disputes', id, dispute);
  emit(context, 'charge.dispute.closed', dispute);
  if (outcome === 'won') emit(context, 'charge.dispute.funds_reinstated', dispute);
  return dispute;
}

export const retrieveDispute: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return findDispute(context, id);
};

/**
 * As in Stripe's test mode, uncategorized text `winning_evidence` or `losing_evidence` decides the dispute
 * immediately.
 */
export const updateDispute: Handler = (context, params, [id = '']) => {
  const current = findDispute(context, id);
  const sent = params.object('evidence');
  const evidence = { ...current.evidence };
  for (const name of evidenceTexts) {
    if (sent?.has(name)) evidence[name] = sent.nullableText(name, 20_000) ?? null;
  }
  const metadata = params.metadata('metadata', current.metadata);
  const isSubmitted = params.boolean('submit') ?? true;
  params.rejectUnsupported(['intended_submission_method']);
  params.rejectUnread();
  if (isClosed(current)) throw new StripeApiError(400, 'This dispute is already closed.');
  const isInquiry = current.status.startsWith('warning_');
  const counts = sent !== undefined && isSubmitted;
  const dispute: Stripe.Dispute = {
    ...current,
    evidence,
    metadata,
    evidence_details: {
      ...current.evidence_details,
      has_evidence: current.evidence_details.has_evidence || sent !== undefined,
      submission_count: current.evidence_details.submission_count + (counts ? 1 : 0),
      submission_method: counts ? 'manual' : current.evidence_details.submission_method,
    },
    status: counts ? (isInquiry ? 'warning_under_review' : 'under_review') : current.status,
  };
  context.store.put('disputes', id, dispute);
  emit(context, 'charge.dispute.updated', dispute);
  if (counts && evidence.uncategorized_text === 'winning_evidence') {
    return closeDispute(context, id, isInquiry ? 'warning_closed' : 'won');
  }
  if (counts && evidence.uncategorized_text === 'losing_evidence') {
    return closeDispute(context, id, isInquiry ? 'warning_closed' : 'lost');
  }
  return dispute;
};

export const closeDisputeByShop: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const isInquiry = findDispute(context, id).status.startsWith('warning_');
  return closeDispute(context, id, isInquiry ? 'warning_closed' : 'lost');
};

export const listDisputes: Handler = (context, params) => {
  const charge = params.text('charge');
  const intent = params.text('payment_intent');
  const created = params.range('created');
  const matching = context.store
    .values('disputes')
    .filter((dispute) => charge === undefined || dispute.charge === charge)
    .filter((dispute) => intent === undefined || dispute.payment_intent === intent)
    .filter((dispute) => isInRange(dispute.created, created))
    .reverse();
  const page = listPage(matching, params, '/v1/disputes');
  params.rejectUnread();
  return page;
};
