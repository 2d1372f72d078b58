import type { Insertable, Selectable } from 'kysely';
import type { AdminTaskKind, TaskDecision } from '../../../shared/admin/admin-tasks.ts';
import { finalStatuses } from '../../../shared/payments/subscription-statuses.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { AdminTasksTable } from '../../platform/db/tables/payment-tables.ts';

type NewTask = Pick<Insertable<AdminTasksTable>, 'kind' | 'payment_id' | 'source' | 'created_at'>;

/** @returns false if the source of the task, an object at Stripe, already has a task, open or done */
export async function insertTask(trx: Trx, task: NewTask): Promise<boolean> {
  const row = await trx
    .insertInto('admin_tasks')
    .values(task)
    .onConflict((conflict) => conflict.column('source').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks an open task as done. @returns undefined if it is not open */
export async function settleTask(
  trx: Trx,
  id: string,
  outcome: { decision: TaskDecision; by: string; now: Date },
): Promise<Selectable<AdminTasksTable> | undefined> {
  return trx
    .updateTable('admin_tasks')
    .set({ decision: outcome.decision, done_by: outcome.by, done_at: outcome.now })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Closes the open tasks of this kind about a payment, because they no longer need a decision. */
export async function settleTasksOf(
  trx: Trx,
  paymentId: string,
  kind: AdminTaskKind,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('admin_tasks')
    .set({ decision: 'done', done_at: now })
    .where('payment_id', '=', paymentId)
    .where('kind', '=', kind)
    .where('done_at', 'is', null)
    .execute();
}

export async function findTask(db: Db | Trx, id: string): Promise<Selectable<AdminTasksTable> | undefined> {
  return db.selectFrom('admin_tasks').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Open tasks, newest first, each with the subscription that was paid for, if the subscription is running. Omits tasks
 * about a refund of a subscription that has ended, because there is nothing left to decide.
 */
export async function findOpenTasks(db: Db, limit: number) {
  return db
    .selectFrom('admin_tasks')
    .innerJoin('billing_payments', 'billing_payments.id', 'admin_tasks.payment_id')
    .leftJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.id', '=', 'billing_payments.subscription_id')
        .on('subscriptions.status', 'not in', finalStatuses),
    )
    .select([
      'admin_tasks.id',
      'admin_tasks.kind',
      'admin_tasks.payment_id',
      'admin_tasks.created_at',
      'subscriptions.plan',
      'subscriptions.current_period_end',
      'subscriptions.cancel_at_period_end',
    ])
    .where('admin_tasks.done_at', 'is', null)
    .where((eb) =>
      eb.or([eb('admin_tasks.kind', '<>', 'refunded_at_stripe'), eb('subscriptions.id', 'is not', null)]),
    )
    .orderBy('admin_tasks.created_at', 'desc')
    .limit(limit)
    .execute();
}

/** Whether this is the newest successful payment of the subscription. */
export async function isNewestPayment(trx: Trx, paymentId: string, subscriptionId: string): Promise<boolean> {
  const newest = await trx
    .selectFrom('billing_payments')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('status', '<>', 'failed')
    .orderBy('paid_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id === paymentId;
}

/** Stores that a refund made in Stripe's dashboard ends the renewal and, if chosen, the access. */
export async function endRenewalByRefund(
  trx: Trx,
  refundId: string,
  choice: { endAccess: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable('billing_refunds')
    .set({
      end_renewal: true,
      renewal_ended_at: null,
      updated_at: choice.now,
      ...(choice.endAccess && { end_access: true }),
    })
    .where('id', '=', refundId)
    .execute();
}
