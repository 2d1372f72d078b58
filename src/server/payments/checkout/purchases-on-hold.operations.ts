import type { z } from 'zod';
import type { Page } from '../../../shared/paging.ts';
import type { AdminPayment, PurchaseOnHold, purchasesOnHoldInput } from '../../../shared/payments/refunds.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { pageOf, timeCursor } from '../../platform/db/paging.ts';
import { getPayments } from '../ledger/ledger.operations.ts';
import { pendingCents } from '../ledger/ledger.present.ts';
import { findPurchasePayment, findRefundsOf, lockPayment } from '../ledger/ledger.queries.ts';
import { presentBuyer } from '../ledger/purchases.present.ts';
import { findPurchase, lockBuyer, lockPurchase, userOwnsProduct } from '../ledger/purchases.queries.ts';
import { redeemOnPurchase } from '../promotions/promotions.operations.ts';
import { withdrawOnHoldNotification } from '../refunds/messages.operations.ts';
import { clearAccessChoices } from '../refunds/refunds.queries.ts';
import { findPurchasesOnHold, markOnHoldDelivered, type OnHoldRow } from './purchases-on-hold.queries.ts';
import { announcePurchase } from './receipts.operations.ts';

const pageSize = 25;

/**
 * Paid but undelivered purchases, longest waiting first, 25 per page; with `paymentId`, only the purchase of that
 * payment. An admin delivers or refunds each purchase.
 * @throws DomainError invalid_input (unknown cursor)
 */
export async function listPurchasesOnHold(
  deps: Deps,
  actor: AdminActor,
  { paymentId, cursor }: z.infer<typeof purchasesOnHoldInput>,
): Promise<Page<PurchaseOnHold>> {
  const after = timeCursor.read(cursor);
  const found = await findPurchasesOnHold(deps.db, { paymentId, after, limit: pageSize + 1 });
  const { items: rows, nextCursor } = pageOf(found, pageSize, timeCursor.write);
  const ids = rows.flatMap(({ payment_id }) => (payment_id === null ? [] : [payment_id]));
  const payments = await getPayments(deps, actor, ids);
  const items = rows.map((row) => {
    const buyer = presentBuyer(row);
    const payment = row.payment_id === null ? undefined : payments.get(row.payment_id);
    return {
      id: row.id,
      ...buyer,
      productName: row.product_name,
      amountCents: row.amount_cents,
      heldReason: row.held_reason ?? '',
      heldAt: row.updated_at,
      checkoutSessionId: row.checkout_session_id,
      obstacle: obstacleOf(row, buyer.userEmail === null, payment),
      payment: payment ?? null,
    };
  });
  return { items, nextCursor };
}

const texts = {
  gone: 'The buyer or the product is gone: refund the payment',
  owned: 'The buyer already has this product through another purchase: refund this one',
  reversed: 'This payment was refunded, is disputed, or was lost in a dispute',
  beingRefunded: 'This payment is already being refunded',
};

function obstacleOf(row: OnHoldRow, isDeleted: boolean, payment: AdminPayment | undefined): string | null {
  if (isDeleted || row.product_id === null) return texts.gone;
  if (row.is_owned) return texts.owned;
  if (!payment) return null;
  if (payment.status !== 'paid') return texts.reversed;
  return payment.refundedCents + payment.pendingCents >= payment.amountCents ? texts.beingRefunded : null;
}

/**
 * Delivers a purchase that is on hold, for example because Stripe reports a different amount, after an admin has
 * checked it. Gives access even if an admin chose to end access when making a partial refund.
 * @throws DomainError not_found, illegal_transition (not on hold), conflict (already owned, buyer or product deleted,
 * payment refunded or disputed)
 */
export async function deliverPurchaseOnHold(
  deps: Deps,
  actor: AdminActor,
  input: { purchaseId: string; note: string },
  metadata: RequestMetadata,
): Promise<void> {
  const known = await findPurchase(deps.db, input.purchaseId);
  if (!known) throw notFound('Purchase');
  await inTransaction(deps.db, async (trx) => {
    const buyer = known.user_id === null ? undefined : await lockBuyer(trx, known.user_id);
    const purchase = await lockPurchase(trx, known.id);
    if (purchase?.status !== 'failed' || purchase.held_reason === null) {
      throw new DomainError('illegal_transition', 'This purchase is not on hold');
    }
    if (!buyer || buyer.deleted_at !== null || purchase.product_id === null) {
      throw new DomainError('conflict', texts.gone);
    }
    if (await userOwnsProduct(trx, buyer.id, purchase.product_id)) {
      throw new DomainError('conflict', texts.owned);
    }
    const payment = await findPurchasePayment(trx, purchase.id);
    if (payment) await lockPaymentForDelivery(deps, trx, payment.id);
    await withdrawOnHoldNotification(trx, purchase.id);
    const paid = {
      note: input.note,
      amountCents: payment?.amount_cents ?? purchase.amount_cents,
      paidAt: payment?.paid_at ?? deps.now(),
    };
    const delivered = await markOnHoldDelivered(trx, purchase.id, paid, deps.now());
    const promotionCode = await redeemOnPurchase(trx, delivered, deps.now());
    await announcePurchase(
      deps,
      trx,
      { ...delivered, promotionCode, taxCents: payment?.tax_cents ?? 0 },
      buyer,
    );
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'purchase.delivered',
      subjectType: 'purchase',
      subjectId: purchase.id,
      metadata,
      details: { heldReason: purchase.held_reason },
    });
  });
}

/**
 * Locks the payment, so that a concurrent refund runs entirely before or after the delivery. Then clears the choices to
 * end access that admins made with partial refunds.
 * @throws DomainError conflict if the payment is disputed, was lost in a dispute, or is refunded in full, even if that
 * refund is still pending
 */
async function lockPaymentForDelivery(deps: Deps, trx: Trx, paymentId: string): Promise<void> {
  const payment = await lockPayment(trx, paymentId);
  if (!payment) return;
  if (payment.status !== 'paid') throw new DomainError('conflict', texts.reversed);
  const pending = pendingCents(await findRefundsOf(trx, [paymentId]));
  if (payment.refunded_cents + pending >= payment.amount_cents) {
    throw new DomainError('conflict', texts.beingRefunded);
  }
  await clearAccessChoices(trx, paymentId, deps.now());
}
