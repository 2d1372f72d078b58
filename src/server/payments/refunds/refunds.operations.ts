import { formatCents } from '../../../shared/money.ts';
import type { AdminPayment, AdminRefundInput } from '../../../shared/payments/refunds.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, invalidField, notFound } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { BillingPaymentRow, BillingRefundRow } from '../../platform/db/tables/payment-tables.ts';
import { getPayment } from '../ledger/ledger.operations.ts';
import { pendingCents } from '../ledger/ledger.present.ts';
import { findRefundsOf, lockPayerAndPayment, lockPayment } from '../ledger/ledger.queries.ts';
import { isStripeError, type StripeError } from '../stripe/stripe-errors.ts';
import { insertRefund, settleRequestedRefund } from './refunds.queries.ts';
import { acceptOpenRequest } from './requests.operations.ts';
import { findRefundRequest } from './requests.queries.ts';
import { syncPayment } from './sync.operations.ts';

/**
 * Refunds a payment, fully or partially. The refund is pending until an event or a read from Stripe confirms it. Of
 * concurrent calls, at most one succeeds.
 * @throws DomainError not_found; invalid_input (more than can still be refunded); conflict (another refund was made in
 * the meantime, the student's request was declined, Stripe rejects the refund, or the payment is disputed, charged
 * back, unpaid or without an id at Stripe); payments_unavailable (the outcome is unknown and is looked up later)
 */
export async function refundPayment(
  deps: Deps,
  actor: AdminActor,
  input: AdminRefundInput,
  metadata: RequestMetadata,
): Promise<AdminPayment> {
  const { payment, refund } = await insertRequestedRefund(deps, actor, input, metadata);
  await sendRefund(deps, payment, refund);
  await inTransaction(deps.db, async (trx) => {
    await lockPayerAndPayment(trx, payment.id);
    await acceptOpenRequest(deps, trx, {
      by: actor.userId,
      paymentId: payment.id,
      refundCents: input.amountCents,
    });
  });
  return getPayment(deps, actor, payment.id);
}

/** Stores the refund with the status `requested`, before Stripe is called. */
async function insertRequestedRefund(
  deps: Deps,
  actor: AdminActor,
  input: AdminRefundInput,
  metadata: RequestMetadata,
): Promise<{ payment: BillingPaymentRow; refund: BillingRefundRow }> {
  return inTransaction(deps.db, async (trx) => {
    const payment = await lockPayment(trx, input.paymentId);
    if (!payment) throw notFound('Payment');
    assertRefundable(payment);
    const committed = payment.refunded_cents + pendingCents(await findRefundsOf(trx, [payment.id]));
    if (committed !== input.expectedCommittedCents) {
      throw new DomainError(
        'conflict',
        `The refunds of this payment have changed: they are now ${formatCents(committed)} in total. Check the payment before you refund more.`,
      );
    }
    if (input.requestId !== undefined) {
      const request = await findRefundRequest(trx, input.requestId);
      if (request?.payment_id !== payment.id) throw notFound('Refund request');
      if (request.status === 'declined') {
        throw new DomainError(
          'conflict',
          'This request was declined in the meantime, and the student has the answer. To refund the payment nevertheless, open it under “All payments”.',
        );
      }
    }
    const refundable = payment.amount_cents - committed;
    if (input.amountCents > refundable) {
      throw invalidField('amountCents', `At most ${formatCents(refundable)} can be refunded`);
    }
    // A purchase has no renewal.
    const endRenewal = input.endRenewal && payment.subscription_id !== null;
    const now = deps.now();
    const refund = await insertRefund(trx, {
      payment_id: payment.id,
      amount_cents: input.amountCents,
      reason: input.reason,
      status: 'requested',
      requested_by: actor.userId,
      end_access: input.endAccess,
      end_renewal: endRenewal,
      created_at: now,
      updated_at: now,
    });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'payment.refund_requested',
      subjectType: 'payment',
      subjectId: payment.id,
      metadata,
      details: {
        refundId: refund.id,
        amountCents: input.amountCents,
        endAccess: input.endAccess,
        endRenewal,
      },
    });
    return { payment, refund };
  });
}

function assertRefundable(payment: BillingPaymentRow): void {
  if (payment.status === 'disputed') {
    throw new DomainError(
      'conflict',
      'This payment is disputed. It cannot be refunded until the bank has decided.',
    );
  }
  if (payment.status === 'lost') throw new DomainError('conflict', 'This payment was lost in a dispute');
  if (payment.status === 'failed') throw new DomainError('conflict', 'This payment did not go through');
  if (payment.payment_intent_id === null && payment.charge_id === null) {
    throw new DomainError(
      'conflict',
      'Stripe has not reported an id of this payment yet. Try again in a moment.',
    );
  }
}

/**
 * Sends a requested refund to Stripe with its own id as the idempotency key, so that any number of calls creates one
 * refund.
 * @throws DomainError conflict if Stripe rejects it, payments_unavailable if the outcome is unknown
 */
export async function sendRefund(
  deps: Deps,
  payment: BillingPaymentRow,
  refund: BillingRefundRow,
): Promise<void> {
  const { payment_intent_id: intentId, charge_id: chargeId } = payment;
  try {
    const sent = await deps.stripe.refunds.create(
      {
        ...(intentId !== null ? { payment_intent: intentId } : { charge: chargeId ?? '' }),
        amount: refund.amount_cents,
        reason: 'requested_by_customer',
        metadata: { refundId: refund.id, paymentId: payment.id },
      },
      { idempotencyKey: `refund:${refund.id}` },
    );
    // Pending even if the response says `succeeded`: only an event or a later read confirms a refund.
    const accepted = { stripe_refund_id: sent.id, status: 'pending' } as const;
    await settleRequestedRefund(deps.db, refund.id, accepted, deps.now());
  } catch (error) {
    if (!isStripeError(error)) throw error;
    await handleRejection(deps, payment, refund, error);
  }
}

/** Records a rejection, or leaves the refund `requested` if the outcome is unknown. Always throws. */
async function handleRejection(
  deps: Deps,
  payment: BillingPaymentRow,
  refund: BillingRefundRow,
  error: StripeError,
): Promise<never> {
  const isRejected = isStripeError(
    error,
    'StripeInvalidRequestError',
    'StripeAuthenticationError',
    'StripePermissionError',
  );
  deps.log.error({ err: error, refundId: refund.id, isRejected }, 'Stripe did not confirm a refund');
  if (!isRejected) {
    throw new DomainError(
      'payments_unavailable',
      'Stripe gave no clear answer. The refund counts as on its way and is checked again automatically: do not send it a second time.',
      { cause: error, retryAfterSeconds: 60 },
    );
  }
  const failed = { status: 'failed', failure_reason: error.code ?? 'refused' } as const;
  await settleRequestedRefund(deps.db, refund.id, failed, deps.now());
  // Stripe probably has changes that we have not read yet, such as a refund made there or a dispute.
  await syncPayment(deps, payment.id).catch((cause: unknown) =>
    deps.log.warn(
      { err: cause, paymentId: payment.id },
      'a payment could not be read after a rejected refund',
    ),
  );
  throw new DomainError('conflict', `Stripe rejected the refund: ${error.message}`, { cause: error });
}

/**
 * Reads a payment from Stripe again on an admin's request, without waiting for an event.
 * @throws DomainError not_found, payments_unavailable
 */
export async function rereadPayment(deps: Deps, actor: AdminActor, paymentId: string): Promise<AdminPayment> {
  await syncPayment(deps, paymentId);
  return getPayment(deps, actor, paymentId);
}
