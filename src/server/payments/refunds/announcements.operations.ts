import type Stripe from 'stripe';
import { planOpens } from '../../../shared/access/tier-gate.ts';
import { dayText } from '../../../shared/day-text.ts';
import { dayMs } from '../../../shared/durations.ts';
import { formatCents } from '../../../shared/money.ts';
import type { DisputeStanding } from '../../../shared/payments/refunds.ts';
import { planInTransaction } from '../../access/current-plan.operations.ts';
import type { Deps } from '../../deps.ts';
import { queueStaffEmail } from '../../messages/email/admin-emails.operations.ts';
import {
  disputeDecidedEmail,
  disputeDecidedLabels,
  disputeEmail,
  failedRefundLabels,
  refundEmail,
  refundFailedEmail,
  refundLabels,
  refundReturnedEmail,
} from '../../messages/email/templates/refunds.ts';
import { notifyAdmins, withdrawFromAdmins } from '../../messages/notifications/notifications.operations.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { BillingDisputeRow, BillingPaymentRow } from '../../platform/db/tables/payment-tables.ts';
import { paymentKind } from '../ledger/ledger.present.ts';
import { accessSourceOf } from './access.operations.ts';
import { notifyPayer, queuePayerEmail } from './messages.operations.ts';
import { evidenceDueAt, isUnanswerable, type MoneyState } from './money-state.ts';
import { type Disputed, disputeNotification } from './notifications.ts';
import { answersRequest } from './requests.queries.ts';

/** A change that was found when a payment was read from Stripe. */
export type Change =
  /**
   * `isKnown`: the refund was already stored, because an admin requested it here or an earlier read returned it.
   * `requestedBy`: the admin who requested it here; null for a refund made at Stripe.
   */
  | { what: 'refunded'; refund: Stripe.Refund; isKnown: boolean; requestedBy: string | null }
  /** `wasMade`: the refund failed after it had succeeded. */
  | { what: 'refund_failed'; refund: Stripe.Refund; rowId: string; wasMade: boolean }
  | { what: 'disputed'; dispute: Stripe.Dispute; standing: DisputeStanding }
  | { what: 'dispute_closed'; dispute: Stripe.Dispute; outcome: 'settled' | 'lost' };

/** A refund made in Stripe's dashboard is not announced if it is older than this when it is first read. */
const announcedWithinMs = 7 * dayMs;

/** The key of the notification that asks admins to answer the bank. */
const answerKey = (disputeId: string, standing: DisputeStanding) => `dispute:${disputeId}:${standing}`;

/**
 * Withdraws admins' notifications about a dispute if the evidence was sent or the bank has decided. Notifications about
 * an inquiry are also withdrawn if the payment was refunded in full or is disputed.
 */
export async function withdrawDisputeNotifications(
  trx: Trx,
  disputes: readonly BillingDisputeRow[],
  state: MoneyState,
): Promise<void> {
  const answered = disputes.filter(
    ({ standing, evidence_sent_at }) =>
      evidence_sent_at !== null ||
      standing === 'settled' ||
      standing === 'lost' ||
      (standing === 'inquiry' && state.status !== 'paid'),
  );
  if (answered.length === 0) return;
  const keys = answered.flatMap(({ id }) => [
    answerKey(id, 'inquiry'),
    answerKey(id, 'open'),
    answerKey(id, 'unclear'),
  ]);
  await withdrawFromAdmins(trx, 'admin_dispute', keys);
}

function isOld({ created }: Stripe.Refund, now: Date): boolean {
  return now.getTime() - created * 1000 > announcedWithinMs;
}

/**
 * Sends the emails and notifications about a change to the payer, the admins or both, in the transaction that stores
 * the change.
 */
export async function announceChange(
  deps: Deps,
  trx: Trx,
  payment: BillingPaymentRow,
  state: MoneyState,
  change: Change,
): Promise<void> {
  if (change.what === 'refunded' && !change.isKnown && isOld(change.refund, deps.now())) return;
  const facts = { id: payment.id, description: payment.description, amountCents: payment.amount_cents };
  const url = deps.appUrl();
  switch (change.what) {
    case 'refunded': {
      const { id, amount } = change.refund;
      const refund = {
        stripeId: id,
        amountCents: amount,
        totalRefundedCents: state.refundedCents,
        access: await accessAfter(deps, trx, payment, state),
      };
      await queuePayerEmail(deps, trx, payment.user_id, (to) => refundEmail(to, refund, facts, url));
      await notifyPayer(deps, trx, payment.user_id, {
        kind: 'purchase_refunded',
        ...refundLabels(refund, facts),
        path: '/billing',
        dedupeKey: `refund:${id}`,
      });
      return;
    }
    case 'refund_failed': {
      const { amount, failure_reason: reason } = change.refund;
      const failed = { id: change.rowId, amountCents: amount, failureReason: reason ?? null };
      await queueStaffEmail(deps, trx, (to) => refundFailedEmail(to, failed, facts, url));
      // The payer knows of a refund that was not confirmed only if it was the answer to a request.
      if (!change.wasMade && !(await answersRequest(trx, change.rowId))) return;
      const returned = {
        id: change.rowId,
        wasMade: change.wasMade,
        amountCents: amount,
        access: await accessWithoutRefund(deps, trx, payment, state),
      };
      await queuePayerEmail(deps, trx, payment.user_id, (to) =>
        refundReturnedEmail(to, returned, facts, url),
      );
      await notifyPayer(deps, trx, payment.user_id, {
        kind: 'purchase_refunded',
        ...failedRefundLabels(returned, facts),
        path: '/billing',
        dedupeKey: `refund_returned:${change.rowId}`,
      });
      return;
    }
    case 'disputed': {
      const { id, reason, amount, evidence_details: evidence } = change.dispute;
      const dueAt = evidenceDueAt(evidence.due_by);
      const isInquiry = change.standing === 'inquiry';
      const dispute = {
        id,
        reason,
        amountCents: amount,
        evidenceDueAt: dueAt,
        isInquiry,
        isUnanswerable: isUnanswerable(change.dispute),
      };
      await queueStaffEmail(deps, trx, (to) => disputeEmail(to, dispute, facts, url));
      await notifyAdmins(trx, {
        kind: 'admin_dispute',
        title: `${isInquiry ? 'Question from a bank' : 'Dispute'}: ${payment.description}`,
        body: dueAt === null ? formatCents(amount) : `${formatCents(amount)}. Answer by ${dayText(dueAt)}.`,
        path: `/admin/payments/${payment.id}`,
        dedupeKey: answerKey(id, change.standing),
        appearsAt: deps.now(),
      });
      if (change.standing === 'open') {
        const disputed = await describeDisputed(deps, trx, payment, state, 'open');
        await notifyPayer(deps, trx, payment.user_id, disputeNotification(id, 'open', facts, disputed));
      }
      return;
    }
    case 'dispute_closed': {
      const { dispute, outcome } = change;
      const disputed = await describeDisputed(deps, trx, payment, state, outcome);
      await notifyPayer(
        deps,
        trx,
        payment.user_id,
        disputeNotification(dispute.id, outcome, facts, disputed),
      );
      const decided = { id: dispute.id, amountCents: dispute.amount, outcome };
      await queueStaffEmail(deps, trx, (to) => disputeDecidedEmail(to, decided, facts, url));
      await notifyAdmins(trx, {
        kind: 'admin_dispute',
        ...disputeDecidedLabels(decided, facts),
        path: `/admin/payments/${payment.id}`,
        dedupeKey: `dispute:${dispute.id}:${outcome}`,
        appearsAt: deps.now(),
      });
    }
  }
}

/** What a disputed payment paid for, and whether the dispute changes the payer's access to it. */
async function describeDisputed(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  payment: BillingPaymentRow,
  state: MoneyState,
  outcome: 'open' | 'settled' | 'lost',
): Promise<Disputed> {
  const kind = paymentKind(payment);
  const source = await accessSourceOf(trx, payment, deps.now());
  if (source !== 'own') return { kind, source };
  // A lost dispute itself ends access; with any other outcome, an earlier refund may have ended it.
  const isEndedByRefund = outcome !== 'lost' && state.isAccessEnded;
  const isKept = kind === 'subscription' && outcome !== 'settled' && (await hasPlanOf(deps, trx, payment));
  return { kind, source: isEndedByRefund || isKept ? 'none' : source };
}

/** Whether the payer now has a membership at least as high as the one that the payment paid for. */
async function hasPlanOf(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  { user_id: userId, covers_plan: paidPlan }: BillingPaymentRow,
): Promise<boolean> {
  if (userId === null) return false;
  return planOpens(await planInTransaction(trx, userId, deps.now()), paidPlan ?? 'custom');
}

/**
 * The payer's access after a refund. `kept` includes access from another payment, or from another membership at least
 * as high. `ended` includes a membership that ended before the refund. `none`: the purchase gave no access before the
 * refund.
 */
async function accessAfter(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  payment: BillingPaymentRow,
  state: MoneyState,
): Promise<'kept' | 'ended' | 'none'> {
  if (payment.purchase_id === null) {
    const plan =
      payment.user_id === null ? 'free' : await planInTransaction(trx, payment.user_id, deps.now());
    if (plan === 'free') return 'ended';
    return state.isAccessEnded && !(await hasPlanOf(deps, trx, payment)) ? 'ended' : 'kept';
  }
  const source = await accessSourceOf(trx, payment, deps.now());
  if (source === 'none') return 'none';
  return state.isAccessEnded && source === 'own' ? 'ended' : 'kept';
}

/** The payer's access after a refund has failed. `payment` is as it was before the failure. */
async function accessWithoutRefund(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  payment: BillingPaymentRow,
  state: MoneyState,
): Promise<'kept' | 'ended' | 'none' | 'restored' | 'suspended'> {
  if (state.isSuspended) return 'suspended';
  const access = await accessAfter(deps, trx, payment, state);
  if (access !== 'kept' || payment.access_ended_at === null) return access;
  return (await accessSourceOf(trx, payment, deps.now())) === 'own' ? 'restored' : 'kept';
}
