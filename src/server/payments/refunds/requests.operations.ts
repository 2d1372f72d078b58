import type { z } from 'zod';
import { formatCents } from '../../../shared/money.ts';
import type { Page } from '../../../shared/paging.ts';
import type {
  AdminRefundRequest,
  RequestRefundInput,
  refundRequestsInput,
  refundRequestView,
} from '../../../shared/payments/refunds.ts';
import type { Actor, AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { queueStaffEmail } from '../../messages/email/admin-emails.operations.ts';
import {
  refundRequestAnsweredEmail,
  refundRequestedEmail,
  refundRequestReceivedEmail,
} from '../../messages/email/templates/refunds.ts';
import { notifyAdmins, withdrawFromAdmins } from '../../messages/notifications/notifications.operations.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { openFirstCursor, pageOf } from '../../platform/db/paging.ts';
import type { BillingPaymentRow } from '../../platform/db/tables/payment-tables.ts';
import { getPayments } from '../ledger/ledger.operations.ts';
import { pendingCents, refundableOf } from '../ledger/ledger.present.ts';
import { findPayment, findRefundsOf, lockPayerAndPayment } from '../ledger/ledger.queries.ts';
import { notifyPayer, queuePayerEmail } from './messages.operations.ts';
import { requestAnswerNotification } from './notifications.ts';
import {
  answerOpenRequest,
  findRefundRequest,
  findRefundRequests,
  insertRefundRequest,
} from './requests.queries.ts';

/**
 * Requests a refund for the payer: stores the request, notifies the admins on the site, emails the support address or,
 * if none is set, the admins, and confirms the request to the payer by email. One open request per payment.
 * @throws DomainError not_found for unknown payments and those of other users, conflict if the payment is not
 * refundable (with the reason), a refund is on its way, or a request is open
 */
export async function requestRefund(
  deps: Deps,
  actor: Actor,
  input: RequestRefundInput,
): Promise<z.infer<typeof refundRequestView>> {
  const now = deps.now();
  return inTransaction(deps.db, async (trx) => {
    const payment = await lockPayerAndPayment(trx, input.paymentId);
    if (!payment || payment.user_id !== actor.userId) throw notFound('Payment');
    const { until, reason } = refundableOf(payment, now, await isBeingRefunded(trx, payment.id));
    if (until === null) throw new DomainError('conflict', reason);
    const id = await insertRefundRequest(trx, {
      payment_id: payment.id,
      user_id: actor.userId,
      reason: input.reason,
      created_at: now,
    });
    if (id === undefined) {
      throw new DomainError('conflict', 'You have already asked for this refund. A person answers by email.');
    }
    await notifyOfRequest(deps, trx, id, payment);
    return { id, status: 'open', answer: null, createdAt: now.toISOString() };
  });
}

/** Whether the payment has a refund that Stripe has not confirmed yet. */
async function isBeingRefunded(trx: Trx, paymentId: string): Promise<boolean> {
  return pendingCents(await findRefundsOf(trx, [paymentId])) > 0;
}

const notificationKeyOf = (requestId: string) => `refund_requested:${requestId}`;

async function notifyOfRequest(
  deps: Deps,
  trx: Trx,
  requestId: string,
  payment: BillingPaymentRow,
): Promise<void> {
  const facts = factsOf(payment);
  await notifyAdmins(trx, {
    kind: 'admin_refund_request',
    title: `Refund requested: ${payment.description}`,
    body: formatCents(facts.amountCents),
    path: '/admin?tab=purchases&view=requests',
    dedupeKey: notificationKeyOf(requestId),
    appearsAt: deps.now(),
  });
  await queueStaffEmail(deps, trx, (to) => refundRequestedEmail(to, requestId, facts, deps.appUrl()));
  await queuePayerEmail(deps, trx, payment.user_id, (to) =>
    refundRequestReceivedEmail(to, requestId, facts, deps.appUrl()),
  );
}

/** @param amountCents - what is to be refunded; by default all that has not been refunded */
function factsOf(payment: BillingPaymentRow, amountCents = payment.amount_cents - payment.refunded_cents) {
  return { id: payment.id, description: payment.description, amountCents };
}

const pageSize = 25;

/**
 * Refund requests of all payments or one, open ones first, with their payments, 25 per page.
 * @throws DomainError invalid_input (malformed cursor)
 */
export async function listRefundRequests(
  deps: Deps,
  actor: AdminActor,
  { paymentId, cursor }: z.infer<typeof refundRequestsInput>,
): Promise<Page<AdminRefundRequest>> {
  const after = openFirstCursor.read(cursor);
  const found = await findRefundRequests(deps.db, { paymentId, after, limit: pageSize + 1 });
  const { items: rows, nextCursor } = pageOf(found, pageSize, openFirstCursor.write);
  const payments = await getPayments(deps, actor, [...new Set(rows.map((row) => row.payment_id))]);
  const items = rows.flatMap((row) => {
    const payment = payments.get(row.payment_id);
    if (!payment) return [];
    return {
      id: row.id,
      status: row.status,
      reason: row.reason ?? 'Removed with the account',
      answer: row.answer,
      createdAt: row.created_at,
      payment,
    };
  });
  return { items, nextCursor };
}

/**
 * Declines an open request with a reply, which the student gets by email, as a notification and on the billing page.
 * @throws DomainError illegal_transition if the request is not open, conflict if the payment has a refund that Stripe
 * has not confirmed yet
 */
export async function declineRefundRequest(
  deps: Deps,
  actor: AdminActor,
  input: { requestId: string; answer: string },
  metadata: RequestMetadata,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const known = await findRefundRequest(trx, input.requestId);
    if (known) await lockPayerAndPayment(trx, known.payment_id);
    const answer = { status: 'declined', text: input.answer, by: actor.userId, now: deps.now() } as const;
    const request = await answerOpenRequest(trx, { id: input.requestId }, answer);
    if (!request) throw new DomainError('illegal_transition', 'This request is not open');
    if (await isBeingRefunded(trx, request.paymentId)) {
      throw new DomainError(
        'conflict',
        'A refund of this payment is on its way. You can decline the request only if Stripe rejects the refund.',
      );
    }
    await withdrawFromAdmins(trx, 'admin_refund_request', [notificationKeyOf(request.id)]);
    await notifyOfAnswer(deps, trx, request, { accepted: false, answer: input.answer });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'refund_request.declined',
      subjectType: 'payment',
      subjectId: request.paymentId,
      metadata,
      details: { requestId: request.id },
    });
  });
}

/**
 * Accepts the open request for a payment, if any, because the payment was refunded or charged back. The caller holds
 * the lock of the payer.
 * @param by - the admin who refunded the payment; null if it was refunded in Stripe's dashboard or charged back
 * @param refundCents - the amount of the refund; null after a lost dispute, about which the payer gets another message
 */
export async function acceptOpenRequest(
  deps: Deps,
  trx: Trx,
  { by, paymentId, refundCents }: { by: string | null; paymentId: string; refundCents: number | null },
): Promise<void> {
  const text = refundCents === null ? 'The bank returned the payment' : 'Refunded';
  const answer = { status: 'accepted', text, by, now: deps.now() } as const;
  const request = await answerOpenRequest(trx, { paymentId }, answer);
  if (!request) return;
  await withdrawFromAdmins(trx, 'admin_refund_request', [notificationKeyOf(request.id)]);
  if (refundCents === null) return;
  await notifyOfAnswer(deps, trx, request, { accepted: true, answer: text, refundCents });
}

async function notifyOfAnswer(
  deps: Deps,
  trx: Trx,
  request: { id: string; paymentId: string },
  { refundCents, ...answer }: { accepted: boolean; answer: string; refundCents?: number },
): Promise<void> {
  const payment = await findPayment(trx, request.paymentId);
  if (!payment) return;
  const facts = factsOf(payment, refundCents);
  await queuePayerEmail(deps, trx, payment.user_id, (to) =>
    refundRequestAnsweredEmail(to, { id: request.id, ...answer }, facts, deps.appUrl()),
  );
  const notification = requestAnswerNotification({ id: request.id, ...answer }, facts);
  await notifyPayer(deps, trx, payment.user_id, notification);
}
