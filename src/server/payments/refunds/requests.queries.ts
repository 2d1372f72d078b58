import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isBehindOpenFirst, type OpenFirstPosition } from '../../platform/db/paging.ts';
import type { RefundRequestsTable } from '../../platform/db/tables/payment-tables.ts';

/** @returns the id of the new request; undefined if this payment already has an open one */
export async function insertRefundRequest(
  trx: Trx,
  request: Insertable<RefundRequestsTable>,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('refund_requests')
    .values(request)
    .onConflict((conflict) => conflict.column('payment_id').where('status', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Answers a request if it is open. @returns the request and its payment; undefined if it was not open */
export async function answerOpenRequest(
  trx: Trx,
  filter: { id: string } | { paymentId: string },
  answer: { status: 'accepted' | 'declined'; text: string; by: string | null; now: Date },
): Promise<{ id: string; paymentId: string } | undefined> {
  return trx
    .updateTable('refund_requests')
    .set({ status: answer.status, answer: answer.text, answered_by: answer.by, answered_at: answer.now })
    .where('status', '=', 'open')
    .where((eb) => ('id' in filter ? eb('id', '=', filter.id) : eb('payment_id', '=', filter.paymentId)))
    .returning(['id', 'payment_id as paymentId'])
    .executeTakeFirst();
}

/** Whether a refund answered a request: an admin made it while the request was open, and so accepted the request. */
export async function answersRequest(trx: Trx, refundId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('billing_refunds as refund')
    .innerJoin('refund_requests as request', 'request.payment_id', 'refund.payment_id')
    .select('request.id')
    .where('refund.id', '=', refundId)
    .where('request.status', '=', 'accepted')
    .whereRef('request.answered_by', '=', 'refund.requested_by')
    .whereRef('request.created_at', '<=', 'refund.created_at')
    .whereRef('request.answered_at', '>=', 'refund.created_at')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findRefundRequest(trx: Trx, id: string) {
  return trx.selectFrom('refund_requests').selectAll().where('id', '=', id).executeTakeFirst();
}

const isOpen = sql<boolean>`(status = 'open')`;

/** Refund requests, open ones first, each group newest first. */
export async function findRefundRequests(
  db: Db,
  {
    paymentId,
    after,
    limit,
  }: {
    paymentId?: string | undefined;
    after: OpenFirstPosition | undefined;
    limit: number;
  },
) {
  return db
    .selectFrom('refund_requests')
    .selectAll()
    .select([isOpen.as('is_open'), sql<string>`created_at::text`.as('sorted_at')])
    .$if(paymentId !== undefined, (requests) => requests.where('payment_id', '=', paymentId ?? ''))
    .where(isBehindOpenFirst(isOpen, after))
    .orderBy(isOpen, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
