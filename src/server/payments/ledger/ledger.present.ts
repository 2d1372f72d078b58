import { refundable } from '../../../shared/payments/refund-policy.ts';
import type { AdminPayment, DisputeFacts, MyPayment } from '../../../shared/payments/refunds.ts';
import { joinedName } from '../../platform/db/name-columns.ts';
import type { BillingDisputeRow, BillingPaymentRow } from '../../platform/db/tables/payment-tables.ts';
import type { AdminPaymentRow, ListedRefundRow, OwnPaymentRow } from './ledger.queries.ts';
import { presentBuyer } from './purchases.present.ts';

export function paymentKind(row: Pick<BillingPaymentRow, 'stripe_invoice_id'>): 'purchase' | 'subscription' {
  return row.stripe_invoice_id === null ? 'purchase' : 'subscription';
}

/** The name of the admin who requested a refund; null for a refund that was made in Stripe's dashboard. */
function requesterOf(row: ListedRefundRow): string | null {
  return row.requested_by === null ? null : joinedName(row, 'requester');
}

/**
 * The refund policy applied to a row of the ledger.
 * @param isBeingRefunded - whether Stripe has yet to confirm a refund of the payment; its payer then cannot request
 * another refund
 */
export function refundableOf(row: BillingPaymentRow, now: Date, isBeingRefunded = false) {
  return refundable(
    {
      kind: paymentKind(row),
      status: row.status,
      isFirstPayment: row.is_first_payment,
      isBeingRefunded,
      paidAt: row.paid_at,
    },
    now,
  );
}

export function presentOwnPayment(row: OwnPaymentRow, now: Date): MyPayment {
  return {
    id: row.id,
    paidAt: row.paid_at ?? row.created_at,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    taxCents: row.tax_cents,
    discountCents: row.discount_cents,
    promotionCode: row.promotion_code,
    status: row.status,
    description: row.description,
    kind: paymentKind(row),
    disputedAt: row.disputed_at,
    suspendsProduct: row.suspends_product === true,
    // Null for a membership.
    isOnHold: row.is_on_hold === true,
    content: contentOf(row),
    receiptUrl: row.receipt_url,
    invoicePdfUrl: row.invoice_pdf_url,
    statementDescriptor: row.statement_descriptor,
    refundable: refundableOf(row, now, row.is_being_refunded === true),
    request:
      row.request_id === null || row.request_status === null || row.request_created_at === null
        ? null
        : {
            id: row.request_id,
            status: row.request_status,
            answer: row.request_answer,
            createdAt: row.request_created_at,
          },
  };
}

function contentOf({ open_product_id: id, open_product_type: kind }: OwnPaymentRow): MyPayment['content'] {
  if (id === null || kind === null) return null;
  return { kind, path: kind === 'pdf' ? `/api/products/${id}/download` : `/coaching/${id}` };
}

/** Cents of requested refunds that Stripe has not confirmed yet. */
export function pendingCents(refunds: readonly Pick<ListedRefundRow, 'status' | 'amount_cents'>[]): number {
  return refunds
    .filter(({ status }) => status === 'requested' || status === 'pending')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

export function presentDispute(row: BillingDisputeRow): DisputeFacts {
  return {
    id: row.id,
    status: row.status,
    standing: row.standing,
    reason: row.reason,
    amountCents: row.amount_cents,
    evidenceDueAt: row.evidence_due_at,
    evidenceSentAt: row.evidence_sent_at,
    evidenceFiles: row.evidence_sent_at === null ? [] : (row.evidence_files ?? []),
    evidenceStatement: row.evidence_sent_at === null ? '' : (row.evidence_statement ?? ''),
    createdAt: row.created_at,
  };
}

export function presentAdminPayment(
  row: AdminPaymentRow,
  refunds: readonly ListedRefundRow[],
  disputes: readonly BillingDisputeRow[],
  now: Date,
): AdminPayment {
  return {
    id: row.id,
    ...presentBuyer(row),
    kind: paymentKind(row),
    purchaseId: row.purchase_id,
    subscriptionId: row.subscription_id,
    description: row.description,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    // The returned amount is the sum of refunds and of losses in disputes.
    lostCents: row.returned_cents - row.refunded_cents,
    pendingCents: pendingCents(refunds),
    taxCents: row.tax_cents,
    currency: row.currency,
    status: row.status,
    paidAt: row.paid_at ?? row.created_at,
    coversUntil: row.covers_until,
    policyVersion: row.policy_version,
    refundable: refundableOf(row, now),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      amountCents: refund.amount_cents,
      status: refund.status,
      reason: refund.reason,
      failureReason: refund.failure_reason,
      endAccess: refund.end_access,
      endRenewal: refund.end_renewal,
      requestedBy: requesterOf(refund),
      createdAt: refund.created_at,
    })),
    disputes: disputes.map(presentDispute),
  };
}
