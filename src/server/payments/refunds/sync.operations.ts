import type Stripe from 'stripe';
import { recordEvent } from '../../audit/analytics.operations.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import type { BillingPaymentRow } from '../../platform/db/tables/payment-tables.ts';
import { paymentKind } from '../ledger/ledger.present.ts';
import { findDisputesOf, findPayment, findRefundsOf, lockPayment } from '../ledger/ledger.queries.ts';
import { findPurchase, lockBuyer, lockPurchase } from '../ledger/purchases.queries.ts';
import { nextReadNumber } from '../stripe/reads.queries.ts';
import { applyMoneyState } from './access.operations.ts';
import { handleFullRefundAtStripe } from './admin-tasks.operations.ts';
import { settleTasksOf } from './admin-tasks.queries.ts';
import { announceChange, type Change, withdrawDisputeNotifications } from './announcements.operations.ts';
import {
  awaitsEvidence,
  disputeStatusOf,
  evidenceDueAt,
  type MoneyState,
  moneyState,
  refundStatusOf,
  standingOf,
} from './money-state.ts';
import { insertRefund, updatePayment, updateRefund, upsertDispute } from './refunds.queries.ts';
import { endRenewals } from './renewal.operations.ts';
import { acceptOpenRequest } from './requests.operations.ts';
import { type PaymentAtStripe, readPaymentAtStripe } from './stripe-refunds.ts';

/**
 * Updates a payment to match Stripe: its refunds and disputes, the access that it grants, and the messages about it.
 * Reads everything again, so that events, the reconciliation job and admins can call it in any order and concurrently.
 * Of two reads, the one that began later wins. Idempotent.
 * @throws DomainError payments_unavailable
 */
export async function syncPayment(deps: Deps, paymentId: string): Promise<void> {
  const known = await findPayment(deps.db, paymentId);
  if (!known) return;
  const sequence = await nextReadNumber(deps.db, 'billing_payment_reads');
  const atStripe = await readPaymentAtStripe(deps, known);
  if (!atStripe) {
    deps.log.warn({ paymentId }, 'Stripe does not know this payment');
    await updatePayment(deps.db, paymentId, { read_sequence: sequence });
    return;
  }
  const state = await inTransaction(deps.db, (trx) => applyRead(deps, trx, known, sequence, atStripe));
  if (state) await endRenewals(deps, paymentId);
}

async function applyRead(
  deps: Deps,
  trx: Trx,
  known: BillingPaymentRow,
  sequence: number,
  atStripe: PaymentAtStripe,
): Promise<MoneyState | undefined> {
  // All operations lock in this order: buyer, purchase, payment.
  const payer = known.user_id === null ? undefined : await lockBuyer(trx, known.user_id);
  if (known.purchase_id !== null) await lockPurchase(trx, known.purchase_id);
  const payment = await lockPayment(trx, known.id);
  if (!payment || payment.status === 'failed' || payment.read_sequence >= sequence) return undefined;
  const changes = [
    ...(await storeRefunds(deps, trx, payment, atStripe.refunds)),
    ...(await storeDisputes(deps, trx, payment, atStripe.disputes)),
  ];
  const disputes = await findDisputesOf(trx, [payment.id]);
  const state = moneyState(
    { amountCents: payment.amount_cents, kind: paymentKind(payment) },
    (await findRefundsOf(trx, [payment.id])).map((refund) => ({
      status: refund.status,
      amountCents: refund.amount_cents,
      endAccess: refund.end_access,
    })),
    disputes.map((dispute) => ({ standing: dispute.standing, amountCents: dispute.amount_cents })),
  );
  const payerId = payer?.deleted_at === null ? payer.id : null;
  await storePayment(deps, trx, payment, {
    sequence,
    state,
    charge: atStripe.charge,
    keepsLinks: payerId !== null,
  });
  await applyMoneyState(deps, trx, payment, state);
  await handleFullRefundAtStripe(deps, trx, payment, state);
  for (const change of changes) {
    // The refund request is still open if Stripe's response to the refund was lost.
    if (change.what !== 'refunded' || change.requestedBy === null) continue;
    await acceptOpenRequest(deps, trx, {
      by: change.requestedBy,
      paymentId: payment.id,
      refundCents: change.refund.amount,
    });
  }
  if (state.isReturned) {
    await acceptOpenRequest(deps, trx, {
      by: null,
      paymentId: payment.id,
      refundCents: state.status === 'lost' ? null : state.refundedCents - payment.refunded_cents,
    });
  }
  if (state.status !== 'paid') await settleTasksOf(trx, payment.id, 'fraud_warning', deps.now());
  // An open dispute does not settle this task: if the academy wins, an admin must still decide about the payment.
  if (state.isReturned) await settleTasksOf(trx, payment.id, 'paid_after_end', deps.now());
  for (const change of changes) {
    await announceChange(deps, trx, payment, state, change);
    if (change.what === 'refunded') await recordRefund(deps, trx, payment, payerId, change.refund);
  }
  await withdrawDisputeNotifications(trx, disputes, state);
  if (state.status !== payment.status || state.refundedCents !== payment.refunded_cents) {
    const isPartlyRefunded = state.status === payment.status && state.refundedCents > payment.refunded_cents;
    await recordAudit(trx, {
      actorId: null,
      action: isPartlyRefunded ? 'payment.partly_refunded' : `payment.${state.status}`,
      subjectType: 'payment',
      subjectId: payment.id,
      details: { from: payment.status, refundedCents: state.refundedCents },
    });
    deps.log.info(
      { event: 'payment_changed', paymentId: payment.id, status: state.status },
      'payment changed by refund or dispute',
    );
  }
  return state;
}

/** Records the analytics event of a refund, even if the refund is too old to announce. */
async function recordRefund(
  deps: Deps,
  trx: Trx,
  payment: BillingPaymentRow,
  userId: string | null,
  refund: Stripe.Refund,
): Promise<void> {
  const purchase = payment.purchase_id === null ? undefined : await findPurchase(trx, payment.purchase_id);
  await recordEvent(trx, 'purchase_refunded', {
    userId,
    properties: { productId: purchase?.product_id ?? null, amountCents: refund.amount },
    at: deps.now(),
  });
}

/** @returns the changes to announce */
async function storeRefunds(
  deps: Deps,
  trx: Trx,
  payment: BillingPaymentRow,
  refunds: readonly Stripe.Refund[],
): Promise<Change[]> {
  const rows = await findRefundsOf(trx, [payment.id]);
  const changes: Change[] = [];
  for (const refund of refunds.toSorted((a, b) => a.created - b.created)) {
    const row =
      rows.find(({ stripe_refund_id }) => stripe_refund_id === refund.id) ??
      rows.find(({ id, stripe_refund_id }) => stripe_refund_id === null && id === refund.metadata?.refundId);
    const status = refundStatusOf(refund.status);
    const common = {
      stripe_refund_id: refund.id,
      status,
      failure_reason: refund.failure_reason ?? null,
      updated_at: deps.now(),
    };
    if (!row) {
      await insertRefund(trx, {
        ...common,
        payment_id: payment.id,
        amount_cents: refund.amount,
        reason: refund.reason === null ? 'Made at Stripe' : `Made at Stripe: ${refund.reason}`,
        created_at: new Date(refund.created * 1000),
      });
    } else if (row.status !== status || row.stripe_refund_id !== refund.id) {
      await updateRefund(trx, row.id, common);
    }
    if (status === row?.status) continue;
    if (status === 'succeeded') {
      const requestedBy = row?.requested_by ?? null;
      changes.push({ what: 'refunded', refund, isKnown: row !== undefined, requestedBy });
    }
    // A refund without a row was made at Stripe. If it failed before the first read, the failure is not announced.
    if (status === 'failed' && row) {
      const wasMade = row.status === 'succeeded';
      changes.push({ what: 'refund_failed', refund, rowId: row.id, wasMade });
    }
  }
  return changes;
}

/**
 * Stores the disputes, and logs a status that the academy does not know. With such a status, a known dispute keeps its
 * standing, and the standing of a new one is `unclear`.
 * @returns the changes to announce
 */
async function storeDisputes(
  deps: Deps,
  trx: Trx,
  payment: BillingPaymentRow,
  disputes: readonly Stripe.Dispute[],
): Promise<Change[]> {
  const rows = await findDisputesOf(trx, [payment.id]);
  const changes: Change[] = [];
  for (const dispute of disputes) {
    const row = rows.find(({ id }) => id === dispute.id);
    const standing = standingOf(dispute.status);
    if (standing === 'unclear' && row?.status !== dispute.status) {
      deps.log.error(
        { event: 'dispute_unclear', disputeId: dispute.id, status: dispute.status },
        'a dispute has an unknown status',
      );
    }
    const { due_by: dueBy, submission_count: submissions } = dispute.evidence_details;
    const isAnswered = submissions > 0 && !awaitsEvidence(dispute.status);
    await upsertDispute(trx, {
      id: dispute.id,
      payment_id: payment.id,
      status: disputeStatusOf(dispute),
      standing: standing === 'unclear' ? (row?.standing ?? 'unclear') : standing,
      reason: dispute.reason,
      amount_cents: dispute.amount,
      evidence_due_at: evidenceDueAt(dueBy),
      evidence_sent_at: isAnswered ? (row?.evidence_sent_at ?? deps.now()) : null,
      created_at: new Date(dispute.created * 1000),
      updated_at: deps.now(),
    });
    const isUndecided = standing !== 'settled' && standing !== 'lost';
    const isEscalated = standing === 'open' && (row?.standing === 'inquiry' || row?.standing === 'unclear');
    if ((row === undefined && isUndecided) || isEscalated) {
      changes.push({ what: 'disputed', dispute, standing });
    }
    // An inquiry withdraws no funds, so its end returns none.
    const isWon = standing === 'settled' && (row?.standing === 'open' || row?.standing === 'lost');
    const isLost = standing === 'lost' && row?.standing !== 'lost';
    if (isWon || isLost) changes.push({ what: 'dispute_closed', dispute, outcome: standing });
  }
  return changes;
}

async function storePayment(
  deps: Deps,
  trx: Trx,
  payment: BillingPaymentRow,
  {
    sequence,
    state,
    charge,
    keepsLinks,
  }: { sequence: number; state: MoneyState; charge: Stripe.Charge | null; keepsLinks: boolean },
): Promise<void> {
  const isPaidCharge = charge?.status === 'succeeded';
  await updatePayment(trx, payment.id, {
    status: state.status,
    refunded_cents: state.refundedCents,
    lost_cents: state.lostCents,
    access_ended_at: state.isAccessEnded ? (payment.access_ended_at ?? deps.now()) : null,
    read_sequence: sequence,
    updated_at: deps.now(),
    ...(isPaidCharge && {
      charge_id: charge.id,
      // No link to Stripe is stored for a deleted account.
      receipt_url: keepsLinks ? receiptUrlOf(payment, charge) : null,
      statement_descriptor: charge.calculated_statement_descriptor ?? payment.statement_descriptor,
    }),
  });
}

/**
 * The link to store: for a product, the charge's receipt; for an invoice, the stored link to the page of the invoice,
 * which is more detailed than the receipt.
 */
function receiptUrlOf(payment: BillingPaymentRow, charge: Stripe.Charge): string | null {
  return payment.stripe_invoice_id === null
    ? (charge.receipt_url ?? payment.receipt_url)
    : (payment.receipt_url ?? charge.receipt_url);
}
