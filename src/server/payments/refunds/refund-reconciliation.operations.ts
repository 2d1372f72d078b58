import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { findPayment } from '../ledger/ledger.queries.ts';
import { syncAtStripe } from './refund-events.operations.ts';
import { refundStatusOf } from './refund-state.ts';
import { idOf } from './refund-stripe.ts';
import { syncPayment } from './refund-sync.operations.ts';
import { sendRefund } from './refunds.operations.ts';
import {
  findKnownDisputes,
  findKnownRefunds,
  findPaymentsToReread,
  findUnansweredRefunds,
  settleRequestedRefund,
} from './refunds.queries.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Refunds may fail, and disputes be opened, weeks after; older open ones are read one by one. */
const lookBackMs = 35 * day;
const batchSize = 100;
const mostListed = 2_000;
/** Stripe forgets idempotency keys after a day: after that a refund is looked for, never sent again. */
const longestReplay = 22 * hour;
/** With Stripe down, further reads only wait. */
const mostFailures = 3;

export type RefundReconciliation = { resent: number; reread: number; errors: number };

/**
 * Finds what became of payments when every webhook was lost (PAY-22): refunds without an answer, refunds and disputes
 * that Stripe lists and we do not know, those that were open when they were last read.
 */
export async function reconcileRefunds(deps: Deps): Promise<RefundReconciliation> {
  const counts: RefundReconciliation = { resent: 0, reread: 0, errors: 0 };
  const attempt = async (about: string, work: () => Promise<unknown>) => {
    if (counts.errors >= mostFailures) return;
    try {
      await work();
    } catch (error) {
      counts.errors += 1;
      deps.log.error({ err: error, about }, 'a payment could not be reconciled');
    }
  };
  await resendUnanswered(deps, counts, attempt);
  await attempt('refunds at Stripe', async () => {
    for (const ids of await findChangedAtStripe(deps)) {
      await attempt('a refund or dispute at Stripe', async () => {
        // False for payments of others on the same account.
        if (await syncAtStripe(deps, ids)) counts.reread += 1;
      });
    }
  });
  for (const paymentId of await findPaymentsToReread(deps.db, batchSize)) {
    await attempt(paymentId, () => syncPayment(deps, paymentId));
    counts.reread += 1;
  }
  if (counts.resent + counts.reread > 0) {
    deps.log.info({ event: 'refunds_reconciled', ...counts }, 'refunds and disputes reconciled');
  }
  return counts;
}

type Attempt = (about: string, work: () => Promise<unknown>) => Promise<void>;

async function resendUnanswered(deps: Deps, counts: RefundReconciliation, attempt: Attempt): Promise<void> {
  const now = deps.now();
  const waiting = await findUnansweredRefunds(deps.db, new Date(now.getTime() - minute), batchSize);
  for (const refund of waiting) {
    const payment = await findPayment(deps.db, refund.payment_id);
    if (!payment) continue;
    const isReplayable = now.getTime() - Date.parse(refund.created_at) < longestReplay;
    await attempt(refund.id, async () => {
      if (isReplayable) {
        counts.resent += 1;
        await sendRefund(deps, payment, refund).catch((error: unknown) => {
          // A refusal is an answer, and is written down.
          if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
        });
        return;
      }
      // The read finds it by its metadata if it was made; what is not there by now was not.
      await syncPayment(deps, payment.id);
      const failed = { status: 'failed', failure_reason: 'never arrived at Stripe' } as const;
      await settleRequestedRefund(deps.db, refund.id, failed, now);
    });
  }
}

type AtStripe = { paymentIntentId: string | null; chargeId: string | null };

function idsOf(object: Stripe.Refund | Stripe.Dispute): AtStripe {
  return { paymentIntentId: idOf(object.payment_intent), chargeId: idOf(object.charge) };
}

/** Payments with a refund or a dispute that stands otherwise at Stripe than here; each once. */
async function findChangedAtStripe(deps: Deps): Promise<AtStripe[]> {
  const created = { gte: Math.floor((deps.now().getTime() - lookBackMs) / 1000) };
  const list = { created, limit: 100 };
  const refunds = await deps.stripe.refunds.list(list).autoPagingToArray({ limit: mostListed });
  const disputes = await deps.stripe.disputes.list(list).autoPagingToArray({ limit: mostListed });
  const knownRefunds = new Map(
    (
      await findKnownRefunds(
        deps.db,
        refunds.map(({ id }) => id),
      )
    ).map(({ id, status }) => [id, status]),
  );
  const knownDisputes = new Map(
    (
      await findKnownDisputes(
        deps.db,
        disputes.map(({ id }) => id),
      )
    ).map(({ id, status }) => [id, status]),
  );
  const changed = [
    ...refunds.filter(({ id, status }) => knownRefunds.get(id) !== refundStatusOf(status)),
    ...disputes.filter(({ id, status }) => knownDisputes.get(id) !== status),
  ].map(idsOf);
  return [...new Map(changed.map((ids) => [ids.paymentIntentId ?? ids.chargeId, ids])).values()];
}
