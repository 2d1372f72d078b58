import { type Insertable, sql, type Updateable } from 'kysely';
import { isSubscriptionLive } from '../../../shared/access/effective-plan.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import type {
  BillingDisputesTable,
  BillingPaymentsTable,
  BillingRefundRow,
  BillingRefundsTable,
} from '../../platform/db/tables/payment-tables.ts';
import type { PurchasesTable } from '../../platform/db/tables/shop-tables.ts';

export async function insertRefund(
  trx: Trx,
  refund: Insertable<BillingRefundsTable>,
): Promise<BillingRefundRow> {
  return trx.insertInto('billing_refunds').values(refund).returningAll().executeTakeFirstOrThrow();
}

export async function findRefund(db: Db, id: string): Promise<BillingRefundRow | undefined> {
  return db.selectFrom('billing_refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores Stripe's result for a requested refund. Does nothing if an event has stored it already. */
export async function settleRequestedRefund(
  db: Db,
  id: string,
  outcome: Pick<Updateable<BillingRefundsTable>, 'stripe_refund_id' | 'status' | 'failure_reason'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('billing_refunds')
    .set({ ...outcome, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .where('stripe_refund_id', 'is', null)
    .execute();
}

export async function updateRefund(
  trx: Trx,
  id: string,
  change: Pick<
    Updateable<BillingRefundsTable>,
    'stripe_refund_id' | 'status' | 'failure_reason' | 'updated_at'
  >,
): Promise<void> {
  await trx.updateTable('billing_refunds').set(change).where('id', '=', id).execute();
}

/**
 * Clears `end_access` of a payment's refunds and `access_ended_at` of the payment, because the purchase is delivered
 * after all.
 */
export async function clearAccessChoices(trx: Trx, paymentId: string, now: Date): Promise<void> {
  await trx
    .updateTable('billing_refunds')
    .set({ end_access: null })
    .where('payment_id', '=', paymentId)
    .where('end_access', 'is not', null)
    .execute();
  await updatePayment(trx, paymentId, { access_ended_at: null, updated_at: now });
}

export async function markRenewalEnded(db: Db, paymentId: string, now: Date): Promise<void> {
  await db
    .updateTable('billing_refunds')
    .set({ renewal_ended_at: now })
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'succeeded')
    .where('end_renewal', '=', true)
    .where('renewal_ended_at', 'is', null)
    .execute();
  await db
    .updateTable('billing_disputes')
    .set({ renewal_ended_at: now })
    .where('payment_id', '=', paymentId)
    .where('standing', '=', 'lost')
    .where('renewal_ended_at', 'is', null)
    .execute();
}

export async function upsertDispute(trx: Trx, dispute: Insertable<BillingDisputesTable>): Promise<void> {
  await trx
    .insertInto('billing_disputes')
    .values(dispute)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        standing: eb.ref('excluded.standing'),
        reason: eb.ref('excluded.reason'),
        amount_cents: eb.ref('excluded.amount_cents'),
        evidence_due_at: eb.ref('excluded.evidence_due_at'),
        evidence_sent_at: eb.ref('excluded.evidence_sent_at'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

export async function updatePayment(
  db: Db | Trx,
  id: string,
  change: Updateable<BillingPaymentsTable>,
): Promise<void> {
  await db.updateTable('billing_payments').set(change).where('id', '=', id).execute();
}

export async function updatePurchase(
  trx: Trx,
  id: string,
  change: Pick<
    Updateable<PurchasesTable>,
    'status' | 'amount_cents' | 'refunded_cents' | 'suspended_at' | 'access_ended_at' | 'updated_at'
  >,
): Promise<void> {
  await trx.updateTable('purchases').set(change).where('id', '=', id).execute();
}

/**
 * Whether the subscription is paid, or within the grace period after a failed renewal. Ignores whether it is suspended.
 */
export async function isLiveSubscription(trx: Trx, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('subscriptions')
    .select([
      'plan',
      'status',
      'current_period_end as currentPeriodEnd',
      'cancel_at_period_end as cancelAtPeriodEnd',
      'past_due_since as pastDueSince',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && isSubscriptionLive(row, now);
}

/** Refunds without a response from Stripe, least recently attempted first; `touchRefund` moves one to the end. */
export async function findRefundsWithoutResponse(
  db: Db,
  requestedBefore: Date,
  limit: number,
): Promise<BillingRefundRow[]> {
  return db
    .selectFrom('billing_refunds')
    .selectAll()
    .where('status', '=', 'requested')
    .where('created_at', '<', requestedBefore.toISOString())
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}

export async function touchRefund(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('billing_refunds').set({ updated_at: now }).where('id', '=', id).execute();
}

/**
 * Payments to read from Stripe again: those with a pending refund, an open dispute or inquiry, or a renewal to end, and
 * those never read. Least recently updated first; `touchPayment` moves one to the end.
 */
export async function findPaymentsToReread(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from billing_payments where id in (
      select payment_id from billing_refunds where status in ('requested', 'pending')
      union
      select payment_id from billing_refunds where end_renewal and status = 'succeeded' and renewal_ended_at is null
      union
      select payment_id from billing_disputes where standing in ('inquiry', 'open', 'unclear')
      union
      select d.payment_id from billing_disputes d join billing_payments p on p.id = d.payment_id
      where d.standing = 'lost' and d.renewal_ended_at is null and p.subscription_id is not null
      union
      select id from billing_payments where read_sequence = 0 and status <> 'failed'
    )
    order by updated_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function touchPayment(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('billing_payments').set({ updated_at: now }).where('id', '=', id).execute();
}

/** The stored statuses of these Stripe refunds, by Stripe's id. Refunds that are not stored here are left out. */
export async function findRefundStatuses(db: Db, stripeIds: readonly string[]) {
  if (stripeIds.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom('billing_refunds')
    .select(['stripe_refund_id as id', 'status'])
    .where('stripe_refund_id', 'in', stripeIds)
    .$narrowType<{ id: string }>()
    .execute();
  return new Map<string, string>(rows.map(({ id, status }) => [id, status]));
}

/** Like `findRefundStatuses`, for disputes. */
export async function findDisputeStatuses(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom('billing_disputes')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}
