import type { Deps } from '../../deps.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { BillingPaymentRow } from '../../platform/db/tables/payment-tables.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { applyPlanCover } from '../ledger/plan-cover.operations.ts';
import { findCoveringPayments } from '../ledger/plan-cover.queries.ts';
import { planCover } from '../ledger/plan-cover.ts';
import { findPurchase, userOwnsProduct } from '../ledger/purchases.queries.ts';
import { withdrawOnHoldNotification } from './messages.operations.ts';
import type { MoneyState } from './money-state.ts';
import { isLiveSubscription, updatePurchase } from './refunds.queries.ts';

/** Updates the purchase or subscription after its payment has changed. Call it under the payment's lock. */
export async function applyMoneyState(
  deps: Deps,
  trx: Trx,
  payment: BillingPaymentRow,
  state: MoneyState,
): Promise<void> {
  if (payment.purchase_id !== null) {
    const purchase = await findPurchase(trx, payment.purchase_id);
    if (purchase) await applyToPurchase(deps, trx, { purchase, payment }, state);
  }
  if (payment.subscription_id !== null) {
    await applyPlanCover(trx, payment.subscription_id, deps.now());
  }
}

/**
 * Why the payer has access to what the payment paid for. `own`: only because of this payment. `other`: because of other
 * payments. `none`: there is no access, because the purchase is on hold, or the subscription has ended or stayed
 * unpaid. For a dispute, also `none` if an earlier refund ended access, or if another membership gives the same access.
 */
export type AccessSource = 'own' | 'other' | 'none';

export async function accessSourceOf(trx: Trx, payment: BillingPaymentRow, now: Date): Promise<AccessSource> {
  const purchase = payment.purchase_id === null ? undefined : await findPurchase(trx, payment.purchase_id);
  if (purchase) {
    if (await ownsThroughOtherPurchase(trx, purchase)) return 'other';
    return purchase.held_reason === null ? 'own' : 'none';
  }
  if (payment.subscription_id === null) return 'own';
  if (!(await isLiveSubscription(trx, payment.subscription_id, now))) return 'none';
  const payments = await findCoveringPayments(trx, payment.subscription_id);
  // Access depends on this payment if a dispute over it would suspend the subscription.
  const withDispute = payments.map((one) =>
    one.id === payment.id ? { ...one, status: 'disputed' as const } : one,
  );
  const { isSuspended, disputed } = planCover(withDispute);
  return isSuspended && disputed.some(({ id }) => id === payment.id) ? 'own' : 'other';
}

/** Whether the buyer owns the product through another purchase. */
async function ownsThroughOtherPurchase(
  trx: Trx,
  { id, user_id: userId, product_id: productId }: PurchaseRow,
): Promise<boolean> {
  return userId !== null && productId !== null && userOwnsProduct(trx, userId, productId, id);
}

/**
 * Updates a purchase that was delivered or is on hold. A purchase on hold becomes `refunded` after a full refund or a
 * lost dispute, a delivered purchase only if access has ended, too. If the refund fails later, the purchase returns to
 * its former status.
 */
async function applyToPurchase(
  deps: Deps,
  trx: Trx,
  { purchase, payment }: { purchase: PurchaseRow; payment: BillingPaymentRow },
  state: MoneyState,
): Promise<void> {
  const isHeld = purchase.held_reason !== null;
  const isDelivered = purchase.status === 'completed' || purchase.status === 'refunded';
  if (!isHeld && !isDelivered) return;
  const now = deps.now();
  const isRefunded = state.isReturned && (state.isAccessEnded || isHeld);
  // The amount paid for a purchase on hold may differ from its price.
  const amountCents =
    isHeld && (isRefunded || state.refundedCents > purchase.amount_cents)
      ? payment.amount_cents
      : purchase.amount_cents;
  const common = {
    amount_cents: amountCents,
    refunded_cents: Math.min(state.refundedCents, amountCents),
    suspended_at: state.isSuspended ? (purchase.suspended_at ?? now) : null,
  };
  if (isRefunded) {
    await updatePurchase(trx, purchase.id, {
      ...common,
      status: 'refunded',
      access_ended_at: null,
      updated_at: now,
    });
    if (isHeld) await withdrawOnHoldNotification(trx, purchase.id);
    return;
  }
  if (isHeld) {
    // Leaves `updated_at` unchanged, because it is the time at which the purchase was put on hold.
    await updatePurchase(trx, purchase.id, { ...common, status: 'failed', access_ended_at: null });
    return;
  }
  let isEnded = state.isAccessEnded;
  if (!isEnded && (await ownsThroughOtherPurchase(trx, purchase))) {
    // The refund failed after the product was bought again. The user owns the product through the later purchase,
    // so this purchase still gives no access.
    isEnded = true;
    deps.log.error(
      { event: 'restored_twice', purchaseId: purchase.id },
      'a refund failed after the product was bought again: an admin must review it',
    );
  }
  await updatePurchase(trx, purchase.id, {
    ...common,
    status: 'completed',
    updated_at: now,
    access_ended_at: isEnded ? (purchase.access_ended_at ?? now) : null,
  });
}
