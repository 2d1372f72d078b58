import type Stripe from 'stripe';
import { recordAudit } from '../audit/audit.operations.ts';
import { inTransaction, type Trx } from '../db/database.ts';
import type { BillingPaymentRow, BillingRefundRow } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { disputeMail, refundFailedMail, refundMail } from '../mail/templates/refund-mails.ts';
import { paymentKind } from './ledger.present.ts';
import { findDisputesOf, findPayment, findRefundsOf, lockPayment } from './ledger.queries.ts';
import { lockBuyer, lockPurchase } from './payments.queries.ts';
import { applyToWhatWasPaid } from './refund-access.operations.ts';
import { queuePayerMail, queueStaffMail } from './refund-mails.operations.ts';
import { endRenewals } from './refund-renewal.operations.ts';
import { type MoneyState, moneyState, refundStatusOf, standingOf } from './refund-state.ts';
import { type PaymentAtStripe, readPaymentAtStripe } from './refund-stripe.ts';
import {
  insertRefund,
  nextReadSequence,
  updatePayment,
  updateRefund,
  upsertDispute,
} from './refunds.queries.ts';

const day = 24 * 60 * 60 * 1000;
/** What is learnt of later than this is no news to the payer. */
const newsAge = 7 * day;

/**
 * Makes a payment what Stripe says it is: refunds, disputes, access to what was paid, mails (PAY-19, PAY-20). Reads
 * everything anew and can be called by every event, by the reconciling job and by an admin, in any order and
 * concurrency, with one effect: of two reads the one that began later wins.
 */
export async function syncPayment(deps: Deps, paymentId: string): Promise<void> {
  const known = await findPayment(deps.db, paymentId);
  if (!known) return;
  const sequence = await nextReadSequence(deps.db);
  const atStripe = await readPaymentAtStripe(deps, known);
  if (!atStripe) {
    deps.log.warn({ paymentId }, 'the payment provider does not know this payment');
    await inTransaction(deps.db, (trx) => updatePayment(trx, paymentId, { read_sequence: sequence }));
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
  // Always buyer before purchase before payment: everybody locks in the same order.
  if (known.user_id !== null) await lockBuyer(trx, known.user_id);
  if (known.purchase_id !== null) await lockPurchase(trx, known.purchase_id);
  const payment = await lockPayment(trx, known.id);
  if (!payment || payment.status === 'failed' || payment.read_sequence >= sequence) return undefined;
  const changes = [
    ...(await storeRefunds(deps, trx, payment, atStripe.refunds)),
    ...(await storeDisputes(deps, trx, payment, atStripe.disputes)),
  ];
  const state = moneyState(
    { amountCents: payment.amount_cents, kind: paymentKind(payment) },
    (await findRefundsOf(trx, [payment.id])).map((refund) => ({
      status: refund.status,
      amountCents: refund.amount_cents,
      endAccess: refund.end_access,
    })),
    await findDisputesOf(trx, payment.id),
  );
  await storePayment(deps, trx, payment, sequence, state, atStripe.charge);
  await applyToWhatWasPaid(deps, trx, payment, state);
  for (const change of changes) await tell(deps, trx, payment, state, change);
  if (state.status !== payment.status || state.refundedCents !== payment.refunded_cents) {
    await recordAudit(trx, {
      actorId: null,
      action: `payment.${state.status}`,
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

type Change =
  | { what: 'refunded'; refund: Stripe.Refund }
  | { what: 'refund_failed'; refund: Stripe.Refund; rowId: string }
  | { what: 'disputed'; dispute: Stripe.Dispute };

/** @returns what the mails tell of */
async function storeRefunds(
  deps: Deps,
  trx: Trx,
  payment: BillingPaymentRow,
  refunds: readonly Stripe.Refund[],
): Promise<Change[]> {
  const rows: BillingRefundRow[] = await findRefundsOf(trx, [payment.id]);
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
    let rowId = row?.id;
    if (rowId === undefined) {
      rowId = await insertRefund(trx, {
        ...common,
        payment_id: payment.id,
        amount_cents: refund.amount,
        reason: refund.reason === null ? 'Made at Stripe' : `Made at Stripe: ${refund.reason}`,
        created_at: new Date(refund.created * 1000),
      });
    } else if (row?.status !== status || row.stripe_refund_id !== refund.id) {
      await updateRefund(trx, rowId, common);
    }
    if (status === row?.status) continue;
    if (status === 'succeeded') changes.push({ what: 'refunded', refund });
    // A refund that never counted as done, such as one that Stripe refused at once, took nothing away.
    if (status === 'failed' && row !== undefined) changes.push({ what: 'refund_failed', refund, rowId });
  }
  return changes;
}

/** A word of Stripe's that we do not know changes nothing but is told to the log (PAY-20). */
async function storeDisputes(
  deps: Deps,
  trx: Trx,
  payment: BillingPaymentRow,
  disputes: readonly Stripe.Dispute[],
): Promise<Change[]> {
  const rows = await findDisputesOf(trx, payment.id);
  const changes: Change[] = [];
  for (const dispute of disputes) {
    const row = rows.find(({ id }) => id === dispute.id);
    const standing = standingOf(dispute.status);
    if (standing === 'unclear' && row?.status !== dispute.status) {
      deps.log.error(
        { event: 'dispute_unclear', disputeId: dispute.id, status: dispute.status },
        'a dispute has a status that is not known',
      );
    }
    const dueBy = dispute.evidence_details.due_by;
    await upsertDispute(trx, {
      id: dispute.id,
      payment_id: payment.id,
      status: dispute.status,
      standing: standing === 'unclear' ? (row?.standing ?? 'unclear') : standing,
      reason: dispute.reason,
      amount_cents: dispute.amount,
      evidence_due_at: dueBy === null ? null : new Date(dueBy * 1000),
      created_at: new Date(dispute.created * 1000),
      updated_at: deps.now(),
    });
    if (row === undefined && standing !== 'settled') changes.push({ what: 'disputed', dispute });
  }
  return changes;
}

async function storePayment(
  deps: Deps,
  trx: Trx,
  payment: BillingPaymentRow,
  sequence: number,
  state: MoneyState,
  charge: Stripe.Charge | null,
): Promise<void> {
  const isPaidCharge = charge?.status === 'succeeded';
  await updatePayment(trx, payment.id, {
    status: state.status,
    refunded_cents: state.refundedCents,
    access_ended_at: state.isAccessEnded ? (payment.access_ended_at ?? deps.now()) : null,
    read_sequence: sequence,
    updated_at: deps.now(),
    ...(isPaidCharge && {
      charge_id: charge.id,
      receipt_url: charge.receipt_url ?? payment.receipt_url,
      statement_descriptor: charge.calculated_statement_descriptor ?? payment.statement_descriptor,
    }),
  });
}

async function tell(
  deps: Deps,
  trx: Trx,
  payment: BillingPaymentRow,
  state: MoneyState,
  change: Change,
): Promise<void> {
  const about = change.what === 'disputed' ? change.dispute : change.refund;
  if (deps.now().getTime() - about.created * 1000 > newsAge) return;
  const facts = { id: payment.id, description: payment.description, amountCents: payment.amount_cents };
  const url = deps.appUrl();
  switch (change.what) {
    case 'refunded': {
      const { id, amount } = change.refund;
      await queuePayerMail(deps, trx, payment.user_id, (to) =>
        refundMail(
          to,
          {
            stripeId: id,
            amountCents: amount,
            totalRefundedCents: state.refundedCents,
            accessEnded: state.isAccessEnded,
          },
          facts,
          url,
        ),
      );
      return;
    }
    case 'refund_failed': {
      const { amount, failure_reason: reason } = change.refund;
      const failed = { id: change.rowId, amountCents: amount, failureReason: reason ?? null };
      await queueStaffMail(deps, trx, (to) => refundFailedMail(to, failed, facts, url));
      return;
    }
    case 'disputed': {
      const { id, reason, amount, evidence_details: evidence } = change.dispute;
      const dueAt = evidence.due_by === null ? null : new Date(evidence.due_by * 1000).toISOString();
      const dispute = { id, reason, amountCents: amount, evidenceDueAt: dueAt };
      await queueStaffMail(deps, trx, (to) => disputeMail(to, dispute, facts, url));
    }
  }
}
