import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { queueStaffEmail } from '../../messages/email/admin-emails.operations.ts';
import { refundFailedEmail } from '../../messages/email/templates/refunds.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { BillingPaymentRow, BillingRefundRow } from '../../platform/db/tables/payment-tables.ts';
import { findPayment } from '../ledger/ledger.queries.ts';
import { findForeignPayments, forgetForeignPayments } from '../refunds/foreign-payments.queries.ts';
import { disputeStatusOf, refundStatusOf } from '../refunds/money-state.ts';
import { sendRefund } from '../refunds/refunds.operations.ts';
import {
  findDisputeStatuses,
  findPaymentsToReread,
  findRefund,
  findRefundStatuses,
  findRefundsWithoutResponse,
  settleRequestedRefund,
  touchPayment,
  touchRefund,
} from '../refunds/refunds.queries.ts';
import { syncPayment } from '../refunds/sync.operations.ts';
import { openSection } from '../stripe/reconciling-section.ts';
import { type StripeIds, stripeIdsOf, syncPaymentByStripeIds } from '../webhooks/refund-events.operations.ts';

/** Maximum age of the refunds and disputes that are listed at Stripe. Older ones are read one by one while open. */
const lookBackMs = 35 * dayMs;
const batchSize = 100;
const maxListed = 2_000;
/** An older refund is only looked up, not sent again, because Stripe's idempotency keys expire after a day. */
const maxReplayAgeMs = 22 * hourMs;
/** The job runs every five minutes: up to two minutes for purchases, then at most this time for each of 3 sections. */
const maxSectionMs = minuteMs;

type RefundReconciliation = { resent: number; reread: number; errors: number };

/**
 * Repairs the effects of lost responses and webhooks: if a refund got no response, sends it again; if a refund or
 * dispute of a payment has changed at Stripe or was open when last read, reads the payment again. Each section has its
 * own error limit. Failed items do not block the others, because they move to the end of the queue or the order is
 * random.
 */
export async function reconcileRefunds(deps: Deps): Promise<RefundReconciliation> {
  const resent = await resendRefunds(deps);
  const changed = await readChangedAtStripe(deps);
  const waiting = await rereadWaiting(deps);
  const counts: RefundReconciliation = {
    resent: resent.done,
    reread: changed.done + waiting.done,
    errors: resent.errors + changed.errors + waiting.errors,
  };
  if (counts.resent + counts.reread + counts.errors > 0) {
    deps.log.info({ event: 'refunds_reconciled', ...counts }, 'refunds and disputes reconciled');
  }
  return counts;
}

/** How many items a section processed, and how many failed. */
type Section = { done: number; errors: number };

async function resendRefunds(deps: Deps): Promise<Section> {
  const now = deps.now();
  const section = openSection(deps, maxSectionMs);
  const refunds = await findRefundsWithoutResponse(deps.db, new Date(now.getTime() - minuteMs), batchSize);
  const done = await section.each(refunds, {
    about: ({ id }) => ({ refundId: id }),
    work: (refund) => resend(deps, refund),
    after: async ({ id }, succeeded) => {
      if (!succeeded) await touchRefund(deps.db, id, now);
    },
  });
  return { done, errors: section.errors };
}

async function resend(deps: Deps, refund: BillingRefundRow): Promise<void> {
  const payment = await findPayment(deps.db, refund.payment_id);
  if (!payment) return;
  const now = deps.now();
  if (now.getTime() - Date.parse(refund.created_at) < maxReplayAgeMs) {
    await sendRefund(deps, payment, refund).catch((error: unknown) => {
      // A rejection is a response and is recorded.
      if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    });
  } else {
    // If Stripe created the refund, this read finds it by its metadata. If not, the request never arrived at Stripe.
    await syncPayment(deps, payment.id);
    const failed = { status: 'failed', failure_reason: 'never arrived at Stripe' } as const;
    await settleRequestedRefund(deps.db, refund.id, failed, now);
  }
  await announceFailure(deps, payment, refund.id);
}

/** No admin waits for the response to a refund that is sent again, so a failure is reported by email. */
async function announceFailure(deps: Deps, payment: BillingPaymentRow, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  if (refund?.status !== 'failed') return;
  const { amount_cents: amountCents, failure_reason: failureReason } = refund;
  const facts = { id: payment.id, description: payment.description, amountCents: payment.amount_cents };
  await inTransaction(deps.db, (trx) =>
    queueStaffEmail(deps, trx, (to) =>
      refundFailedEmail(to, { id: refundId, amountCents, failureReason }, facts, deps.appUrl()),
    ),
  );
}

async function readChangedAtStripe(deps: Deps): Promise<Section> {
  const section = openSection(deps, maxSectionMs);
  let changed: StripeIds[] = [];
  await section.attempt({ list: 'refunds and disputes' }, async () => {
    changed = await findChangedAtStripe(deps);
  });
  const done = await section.each(shuffled(changed), {
    about: (ids) => ids,
    // Returns false for payments of other shops in the Stripe account, so that they are not counted.
    work: async (ids) => (await syncPaymentByStripeIds(deps, ids)) !== undefined,
  });
  return { done, errors: section.errors };
}

/** Shuffles the items. They come from Stripe, not from a queue in which a failed item could move to the end. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ item }) => item);
}

async function rereadWaiting(deps: Deps): Promise<Section> {
  const section = openSection(deps, maxSectionMs);
  const done = await section.each(await findPaymentsToReread(deps.db, batchSize), {
    about: (paymentId) => ({ paymentId }),
    work: (paymentId) => syncPayment(deps, paymentId),
    after: (paymentId) => touchPayment(deps.db, paymentId, deps.now()),
  });
  return { done, errors: section.errors };
}

/**
 * Payments with a recent refund or dispute whose state differs at Stripe, without duplicates. Those already recorded as
 * payments of another shop in the same Stripe account are left out.
 */
async function findChangedAtStripe(deps: Deps): Promise<StripeIds[]> {
  const created = { gte: Math.floor((deps.now().getTime() - lookBackMs) / 1000) };
  const listParams = { created, limit: 100 };
  const refunds = await deps.stripe.refunds.list(listParams).autoPagingToArray({ limit: maxListed });
  const disputes = await deps.stripe.disputes.list(listParams).autoPagingToArray({ limit: maxListed });
  const refundIds = refunds.map(({ id }) => id);
  const disputeIds = disputes.map(({ id }) => id);
  const knownRefunds = await findRefundStatuses(deps.db, refundIds);
  const knownDisputes = await findDisputeStatuses(deps.db, disputeIds);
  const found = [
    ...refunds.filter(({ id, status }) => knownRefunds.get(id) !== refundStatusOf(status)),
    ...disputes.filter((dispute) => knownDisputes.get(dispute.id) !== disputeStatusOf(dispute)),
  ].map(stripeIdsOf);
  const changed = new Map(found.map((ids) => [ids.paymentIntentId ?? ids.chargeId ?? '', ids]));
  await forgetForeignPayments(deps.db, new Date(deps.now().getTime() - lookBackMs));
  for (const id of await findForeignPayments(deps.db, [...changed.keys()])) changed.delete(id);
  return [...changed.values()];
}
