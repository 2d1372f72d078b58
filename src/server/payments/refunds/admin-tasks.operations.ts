import type { AdminTask, DecideTaskInput } from '../../../shared/admin/admin-tasks.ts';
import { limits } from '../../../shared/limits.ts';
import { requireRecentAuthentication } from '../../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import type { BillingPaymentRow } from '../../platform/db/tables/payment-tables.ts';
import { getPayments } from '../ledger/ledger.operations.ts';
import { findRefundsOf, lockPayerAndPayment } from '../ledger/ledger.queries.ts';
import { applyPlanCover } from '../ledger/plan-cover.operations.ts';
import {
  endRenewalByRefund,
  findOpenTasks,
  findTask,
  insertTask,
  isNewestPayment,
  settleTask,
  settleTasksOf,
} from './admin-tasks.queries.ts';
import type { MoneyState } from './money-state.ts';
import { updatePayment } from './refunds.queries.ts';
import { endRenewals } from './renewal.operations.ts';

/**
 * Handles a plan's payment that was refunded in full in Stripe's dashboard, which does not ask about access: creates a
 * task for admins to decide about the access and, if this was the plan's newest payment, marks the renewal to be ended.
 * Withdraws the task if the refund is no longer full. Call it under the payment's lock.
 * @param payment - the payment as it was before the refund
 */
export async function handleFullRefundAtStripe(
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  payment: BillingPaymentRow,
  state: MoneyState,
): Promise<void> {
  const { id, subscription_id: subscriptionId, amount_cents: amountCents } = payment;
  if (subscriptionId === null || amountCents === 0) return;
  const isFull = state.refundedCents === amountCents;
  if (!isFull) await settleTasksOf(trx, id, 'refunded_at_stripe', deps.now());
  if (!isFull || payment.refunded_cents === amountCents) return;
  const last = (await findRefundsOf(trx, [id])).findLast(({ status }) => status === 'succeeded');
  // `end_access` is set if an admin has already decided about the access, as for each refund made in the admin area.
  if (!last?.stripe_refund_id || last.end_access !== null) return;
  const isNew = await insertTask(trx, {
    kind: 'refunded_at_stripe',
    payment_id: id,
    source: last.stripe_refund_id,
    created_at: deps.now(),
  });
  if (isNew && (await isNewestPayment(trx, id, subscriptionId))) {
    await endRenewalByRefund(trx, last.id, { endAccess: false, now: deps.now() });
  }
}

/** Decisions that Stripe's events leave to an admin, newest first. */
export async function listTasks(deps: Deps, actor: AdminActor): Promise<AdminTask[]> {
  const tasks = await findOpenTasks(deps.db, limits.listCap);
  const payments = await getPayments(
    deps,
    actor,
    tasks.map((task) => task.payment_id),
  );
  return tasks.flatMap((task) => {
    const payment = payments.get(task.payment_id);
    if (!payment) return [];
    const { plan, current_period_end: periodEnd } = task;
    const subscription = plan && { plan, periodEnd, renews: task.cancel_at_period_end !== true };
    return [{ id: task.id, kind: task.kind, createdAt: task.created_at, payment, subscription }];
  });
}

/**
 * Decides a task, which can be decided only once. Ending a plan removes its access now and ends the plan at Stripe. If
 * Stripe is unavailable, the reconciliation job ends the plan at Stripe later.
 * @throws DomainError not_found, conflict (already decided, not allowed for this task, or no longer refunded),
 * step_up_required for ending a plan
 */
export async function decideTask(
  deps: Deps,
  actor: AdminActor,
  input: DecideTaskInput,
  metadata: RequestMetadata,
): Promise<void> {
  if (input.decision === 'end_plan') requireRecentAuthentication(deps, actor);
  const paymentId = await inTransaction(deps.db, async (trx) => {
    const known = await findTask(trx, input.taskId);
    if (!known) throw notFound('Task');
    const payment = await lockPayerAndPayment(trx, known.payment_id);
    if (!payment) throw notFound('Payment');
    const task = await settleTask(trx, known.id, {
      decision: input.decision,
      by: actor.userId,
      now: deps.now(),
    });
    if (!task) throw new DomainError('conflict', 'This has already been decided');
    if (input.decision === 'end_plan') {
      if (task.kind !== 'refunded_at_stripe')
        throw new DomainError('conflict', 'This task is not about a plan');
      await endPlan(deps, trx, payment);
    }
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'admin_task.decided',
      subjectType: 'payment',
      subjectId: payment.id,
      metadata,
      details: { kind: task.kind, decision: input.decision },
    });
    return payment.id;
  });
  if (input.decision === 'end_plan') await endAtStripe(deps, paymentId);
}

async function endPlan(deps: Deps, trx: Trx, payment: BillingPaymentRow): Promise<void> {
  const refund = (await findRefundsOf(trx, [payment.id])).findLast(({ status }) => status === 'succeeded');
  if (payment.subscription_id === null || payment.status !== 'refunded' || !refund) {
    throw new DomainError('conflict', 'This payment is no longer refunded');
  }
  const now = deps.now();
  await endRenewalByRefund(trx, refund.id, { endAccess: true, now });
  await updatePayment(trx, payment.id, { access_ended_at: now, updated_at: now });
  await applyPlanCover(trx, payment.subscription_id, now);
}

async function endAtStripe(deps: Deps, paymentId: string): Promise<void> {
  try {
    await endRenewals(deps, paymentId);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'payments_unavailable') throw error;
    // The refund is marked to end the renewal, so the reconciliation job ends it later.
    deps.log.warn({ err: error, paymentId }, 'a plan could not be ended at Stripe yet');
  }
}
