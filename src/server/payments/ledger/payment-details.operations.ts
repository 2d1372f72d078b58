import type { PaymentDetails, PaymentEvent } from '../../../shared/payments/payment-details.ts';
import type { AdminPayment } from '../../../shared/payments/refunds.ts';
import { accountName } from '../../../shared/person-name.ts';
import { purchaseKey } from '../../../shared/shop/products.ts';
import type { AdminActor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { isLiveMode } from '../stripe/stripe-client.ts';
import { isFinal } from '../stripe/stripe-subscription.ts';
import { getPayment } from './ledger.operations.ts';
import { findDisputesOf } from './ledger.queries.ts';
import {
  findPaymentAudit,
  findPaymentDetails,
  findRequestsOf,
  type PaymentDetailsRow,
} from './payment-details.queries.ts';

/** One payment with its history, and what the payer can open because of it. @throws DomainError not_found */
export async function getPaymentDetails(
  deps: Deps,
  actor: AdminActor,
  paymentId: string,
): Promise<PaymentDetails> {
  const row = await findPaymentDetails(deps.db, paymentId);
  if (!row) throw notFound('Payment');
  const payment = await getPayment(deps, actor, paymentId);
  const { product_id: id, product_type: type, product_number: productNumber } = row;
  return {
    payment,
    timeline: await readTimeline(deps, row, payment),
    product:
      id === null || type === null || productNumber === null
        ? null
        : { id, title: row.product_title ?? row.description, key: purchaseKey({ id, type, productNumber }) },
    promotion:
      row.promotion_code === null ? null : { code: row.promotion_code, discountCents: row.discount_cents },
    heldReason: row.purchase_status === 'failed' ? row.held_reason : null,
    access: accessOf(row, deps.now()),
    receiptUrl: row.receipt_url,
    invoicePdfUrl: row.invoice_pdf_url,
    statementDescriptor: row.statement_descriptor,
    stripeUrl: stripeUrl(deps, row),
  };
}

function stripeUrl(deps: Deps, row: PaymentDetailsRow): string | null {
  const id = row.payment_intent_id ?? row.charge_id;
  const { stripe } = deps.config;
  // The sandbox has no dashboard.
  if (id === null || stripe === undefined || stripe.apiUrl !== undefined) return null;
  return `https://dashboard.stripe.com/${isLiveMode(deps) ? '' : 'test/'}payments/${id}`;
}

function accessOf(row: PaymentDetailsRow, now: Date): PaymentDetails['access'] {
  if (row.status === 'failed') return { state: 'unpaid', plan: null, until: null };
  if (row.stripe_invoice_id !== null) return planAccess(row, now);
  return { state: productAccess(row), plan: null, until: null };
}

function productAccess(row: PaymentDetailsRow): PaymentDetails['access']['state'] {
  if (row.purchase_status === 'failed' && row.held_reason !== null) return 'on_hold';
  // Access that a refund has ended stays ended, even if the rest of the payment is disputed and the academy wins.
  if (row.access_ended_at !== null) return 'ended';
  if (row.purchase_suspended_at !== null) return 'suspended';
  if (!row.grants_access) return 'ended';
  if (row.product_id === null) return 'gone';
  return row.is_ready ? 'open' : 'not_ready';
}

function planAccess(row: PaymentDetailsRow, now: Date): PaymentDetails['access'] {
  const until = row.covers_until;
  const facts = { plan: row.covers_plan, until };
  if (row.access_ended_at !== null || row.status === 'lost') return { state: 'ended', ...facts };
  if (until !== null && Date.parse(until) <= now.getTime()) return { state: 'over', ...facts };
  if (row.subscription_status !== null && isFinal(row.subscription_status)) {
    return { state: 'ended', ...facts };
  }
  const isSuspended = row.status === 'disputed' && row.subscription_suspended_at !== null;
  return { state: isSuspended ? 'suspended' : 'open', ...facts };
}

async function readTimeline(
  deps: Deps,
  row: PaymentDetailsRow,
  { refunds }: AdminPayment,
): Promise<PaymentEvent[]> {
  const subjects = row.purchase_id === null ? [row.id] : [row.id, row.purchase_id];
  const [disputes, requests, audit] = await Promise.all([
    findDisputesOf(deps.db, [row.id]),
    findRequestsOf(deps.db, row.id),
    findPaymentAudit(deps.db, subjects),
  ]);
  const paidAt = row.paid_at ?? row.created_at;
  const events = [
    event(row.status === 'failed' ? 'failed' : 'paid', paidAt, { amountCents: row.amount_cents }),
  ];
  if (row.opened_at !== null) events.unshift(event('checkout_opened', row.opened_at));
  // The delivery of a purchase clears its reason, which is then only in the audit log.
  const heldReason =
    row.held_reason ?? audit.findLast(({ action }) => action === 'purchase.delivered')?.details.heldReason;
  if (typeof heldReason === 'string') events.push(event('held', paidAt, { note: heldReason }));
  for (const request of requests) {
    events.push(event('refund_asked', request.created_at, { note: request.reason }));
    if (request.status === 'declined' && request.answered_at !== null) {
      const answer = { note: request.answer, by: accountName(request) };
      events.push(event('refund_declined', request.answered_at, answer));
    }
  }
  for (const { createdAt, amountCents, reason, requestedBy, status } of refunds) {
    const refund = { amountCents, note: reason, by: requestedBy, refundStatus: status };
    events.push(event('refund', createdAt, refund));
  }
  for (const dispute of disputes) {
    const kind = dispute.status.startsWith('warning_') ? 'inquiry' : 'disputed';
    const facts = { amountCents: dispute.amount_cents, note: dispute.reason.replaceAll('_', ' ') };
    events.push(event(kind, dispute.created_at, facts));
    // Only evidence sent in Stripe's dashboard: evidence sent in the admin area is in the audit log.
    if (dispute.evidence_sent_at !== null && dispute.evidence_sent_by === null) {
      events.push(event('evidence_sent', dispute.evidence_sent_at));
    }
  }
  for (const entry of audit) {
    const kind = auditedKind(entry);
    if (kind === undefined) continue;
    const by = entry.actor_id === null ? null : accountName(entry);
    events.push(event(kind, entry.at, { by, note: kind === 'delivered' ? row.delivery_note : null }));
  }
  return events.toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
}

function event(
  kind: PaymentEvent['kind'],
  at: string,
  more: Partial<Omit<PaymentEvent, 'kind' | 'at'>> = {},
): PaymentEvent {
  return { at, kind, amountCents: null, by: null, note: null, refundStatus: null, ...more };
}

function auditedKind({
  action,
  details,
}: {
  action: string;
  details: Record<string, unknown>;
}): PaymentEvent['kind'] | undefined {
  switch (action) {
    case 'purchase.delivered':
      return 'delivered';
    case 'dispute.evidence_downloaded':
      return 'evidence_downloaded';
    case 'dispute.evidence_sent':
      return 'evidence_sent';
    case 'payment.lost':
      // Earlier versions also used this action for a refund that settled after the dispute was lost.
      return details.from === 'lost' ? undefined : 'dispute_lost';
    // The other actions are `payment.paid` and, for a payment that was refunded in full before the dispute,
    // `payment.refunded`. If the payment was disputed before, the academy has won the dispute.
    default:
      return details.from === 'disputed' ? 'dispute_won' : undefined;
  }
}
