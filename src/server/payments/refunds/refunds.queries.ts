import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type {
  BillingDisputesTable,
  BillingPaymentsTable,
  BillingRefundRow,
  BillingRefundsTable,
} from '../../db/tables/payment-tables.ts';
import type { PurchaseRow, PurchasesTable } from '../../db/tables/shop-tables.ts';

/** A number that is greater than that of every read that began earlier (PAY-16). */
export async function nextReadSequence(db: Db): Promise<number> {
  const { rows } = await sql<{ value: number }>`select nextval('billing_payment_reads') as value`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the sequence gave no number');
  return row.value;
}

export async function insertRefund(trx: Trx, refund: Insertable<BillingRefundsTable>): Promise<string> {
  const row = await trx
    .insertInto('billing_refunds')
    .values(refund)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function findRefund(db: Db | Trx, id: string): Promise<BillingRefundRow | undefined> {
  return db.selectFrom('billing_refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Requested → what Stripe answered. Nothing when an event was faster. */
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

/** The purchase was delivered after these refunds: whether they were to end access counts no more. */
export async function forgetAccessChoices(trx: Trx, paymentId: string, now: Date): Promise<void> {
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
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
}

export async function updatePayment(
  trx: Trx,
  id: string,
  change: Updateable<BillingPaymentsTable>,
): Promise<void> {
  await trx.updateTable('billing_payments').set(change).where('id', '=', id).execute();
}

export async function updatePurchase(
  trx: Trx,
  id: string,
  change: Pick<
    Updateable<PurchasesTable>,
    'status' | 'refunded_cents' | 'suspended_at' | 'access_ended_at' | 'updated_at'
  >,
): Promise<void> {
  await trx.updateTable('purchases').set(change).where('id', '=', id).execute();
}

/** Whether the buyer owns the product by another purchase than this. */
export async function ownsByAnother(
  trx: Trx,
  purchase: Pick<PurchaseRow, 'id' | 'user_id' | 'product_id'>,
): Promise<boolean> {
  if (purchase.user_id === null || purchase.product_id === null) return false;
  const row = await trx
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', purchase.user_id)
    .where('product_id', '=', purchase.product_id)
    .where('status', '=', 'completed')
    .where('access_ended_at', 'is', null)
    .where('id', '!=', purchase.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Suspended while one of its payments is disputed or has gone back with its access; the status stays Stripe's. */
export async function suspendSubscriptionByPayments(
  trx: Trx,
  subscriptionId: string,
  now: Date,
): Promise<void> {
  const isHalted = sql<boolean>`exists (
    select 1 from billing_payments p
    where p.subscription_id = ${subscriptionId} and (p.status = 'disputed' or p.access_ended_at is not null)
  )`;
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({
      suspended_at: eb
        .case()
        .when(isHalted)
        .then(eb.fn.coalesce('suspended_at', eb.val(now.toISOString())))
        .else(null)
        .end(),
    }))
    .where('id', '=', subscriptionId)
    .execute();
}

/** Refunds that Stripe never answered for, oldest first. */
export async function findUnansweredRefunds(
  db: Db,
  requestedBefore: Date,
  limit: number,
): Promise<BillingRefundRow[]> {
  return db
    .selectFrom('billing_refunds')
    .selectAll()
    .where('status', '=', 'requested')
    .where('created_at', '<', requestedBefore.toISOString())
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Payments that a person would wait for: refunds on the way, open disputes and inquiries, renewals to end, never read at all. */
export async function findPaymentsToReread(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select payment_id as id, 0 as rank, updated_at from billing_refunds where status in ('requested', 'pending')
      union all
      select payment_id, 0, updated_at from billing_refunds
        where end_renewal and status = 'succeeded' and renewal_ended_at is null
      union all
      select payment_id, 1, updated_at from billing_disputes where standing in ('inquiry', 'open', 'unclear')
      union all
      select id, 2, created_at from billing_payments where read_sequence = 0 and status <> 'failed'
    ) as waiting
    group by id order by min(rank), min(updated_at) limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What is stored of these refunds of Stripe. */
export async function findKnownRefunds(db: Db, stripeIds: readonly string[]) {
  if (stripeIds.length === 0) return [];
  return db
    .selectFrom('billing_refunds')
    .select(['stripe_refund_id as id', 'status'])
    .where('stripe_refund_id', 'in', [...stripeIds])
    .execute();
}

export async function findKnownDisputes(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('billing_disputes')
    .select(['id', 'status'])
    .where('id', 'in', [...ids])
    .execute();
}
