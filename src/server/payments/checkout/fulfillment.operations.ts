import type Stripe from 'stripe';
import { z } from 'zod';
import { formatCents } from '../../../shared/money.ts';
import { recordEvent } from '../../audit/analytics.operations.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { notifyAdminsWithEmail } from '../../messages/email/admin-emails.operations.ts';
import { notify } from '../../messages/notifications/notifications.operations.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { findProductOnSale } from '../../shop/shop.operations.ts';
import { recordPurchasePayment } from '../ledger/ledger.operations.ts';
import { findPurchasePayment } from '../ledger/ledger.queries.ts';
import { type CompletedPurchase, presentCompleted, presentUnfinished } from '../ledger/purchases.present.ts';
import {
  type BuyerRow,
  failPendingPurchase,
  findPurchase,
  findPurchaseBySession,
  findPurchaseKeyRow,
  lockBuyer,
  lockPurchase,
  markPurchaseCompleted,
  putPurchaseOnHold,
  storeCustomerOf,
  userOwnsProduct,
} from '../ledger/purchases.queries.ts';
import { redeemOnPurchase } from '../promotions/promotions.operations.ts';
import { onHoldKey } from '../refunds/messages.operations.ts';
import { hasRefundsOrDisputes } from '../refunds/stripe-refunds.ts';
import { syncPayment } from '../refunds/sync.operations.ts';
import { chargeOf, paymentTimeOf, retrieveCheckoutSession } from '../stripe/stripe-calls.ts';
import { isLiveMode } from '../stripe/stripe-client.ts';
import { idOf } from '../stripe/stripe-subscription.ts';
import { checkoutOutcome, findMismatch, type HoldReason, holdTexts } from './checkout-outcome.ts';
import { restoreLostPurchase } from './lost-checkouts.operations.ts';
import { announcePurchase } from './receipts.operations.ts';
import { recordWaiver } from './withdrawal-waiver.operations.ts';

/**
 * Reads a checkout session from Stripe and applies its state to its purchase. Idempotent, even if callers run
 * concurrently and in any order. Never reverts a completion.
 * @param options.expectedUserId - the user to whom the session must belong; if it does not, the error is not_found
 * @throws DomainError not_found, payments_unavailable
 */
export async function fulfill(
  deps: Deps,
  sessionId: string,
  options: { expectedUserId?: string } = {},
): Promise<CompletedPurchase> {
  const { completed } = await fulfillIfPurchase(deps, sessionId, options);
  if (!completed) throw paymentNotFound();
  return completed;
}

/**
 * As `fulfill`, for a session that may belong to no purchase.
 * @returns `completed` if the session belongs to a purchase, or else `session`; neither if Stripe has no such session
 */
export async function fulfillIfPurchase(
  deps: Deps,
  sessionId: string,
  options: { expectedUserId?: string } = {},
): Promise<{ completed: CompletedPurchase } | { completed?: undefined; session?: Stripe.Checkout.Session }> {
  const known = await findPurchaseBySession(deps.db, sessionId);
  if (known) {
    assertBuyer(known, options.expectedUserId);
    if (isSettled(known)) return { completed: await presentSettled(deps, known) };
  }
  const session = await retrieveCheckoutSession(deps, sessionId);
  if (!session) return {};
  const purchase = known ?? (await findUnlinkedPurchase(deps, session));
  if (!purchase) return { session };
  assertBuyer(purchase, options.expectedUserId);
  return { completed: await settlePurchase(deps, purchase, session) };
}

/**
 * Applies the state of a checkout session that was just read from Stripe to its purchase.
 * @throws DomainError not_found if the purchase does not exist
 */
export async function settlePurchase(
  deps: Deps,
  purchase: PurchaseRow,
  session: Stripe.Checkout.Session,
): Promise<CompletedPurchase> {
  if (session.mode !== 'payment') return presentUnfinished('not_a_purchase');
  if (session.customer !== null) await storeCustomerOf(deps.db, purchase.id, idOf(session.customer));
  const outcome = checkoutOutcome(session);
  switch (outcome) {
    case 'paid':
      return settlePaid(deps, purchase, session);
    case 'expired':
    case 'failed': {
      const hasFailed =
        outcome === 'failed'
          ? await settleFailed(deps, purchase)
          : await failPendingPurchase(deps.db, purchase.id, deps.now());
      if (hasFailed)
        deps.log.info({ event: 'purchase_failed', purchaseId: purchase.id, outcome }, 'purchase failed');
      return presentUnfinished(outcome);
    }
    case 'processing':
    case 'open':
      return presentUnfinished(outcome);
  }
}

/**
 * Marks a purchase as failed because its payment was rejected, possibly days after the buyer's visit, and notifies the
 * buyer. Not for an expired payment page: the buyer has abandoned it, and needs no notification.
 * @returns false if the purchase was not pending
 */
async function settleFailed(deps: Deps, purchase: PurchaseRow): Promise<boolean> {
  const { product_id: productId } = purchase;
  const product = productId === null ? undefined : await findProductOnSale(deps, productId);
  return inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    const buyer = purchase.user_id === null ? undefined : await lockBuyer(trx, purchase.user_id);
    if (!(await failPendingPurchase(trx, purchase.id, now))) return false;
    if (buyer?.deleted_at !== null) return true;
    await recordEvent(trx, 'payment_failed', { userId: buyer.id, properties: {}, at: now });
    await notify(trx, { ...failureNotification(purchase, product?.id), userId: buyer.id, appearsAt: now });
    return true;
  });
}

type SettledPurchase = { purchase: PurchaseRow; effect: 'completed' | 'held' | 'none' };

async function settlePaid(
  deps: Deps,
  purchase: PurchaseRow,
  session: Stripe.Checkout.Session,
): Promise<CompletedPurchase> {
  const settled = await inTransaction(deps.db, async (trx): Promise<SettledPurchase> => {
    // Lock order: buyer, then purchase, as everywhere.
    const buyer = purchase.user_id === null ? undefined : await lockBuyer(trx, purchase.user_id);
    const current = await lockPurchase(trx, purchase.id);
    if (!current) throw paymentNotFound();
    if (isSettled(current)) return { purchase: current, effect: 'none' };
    const now = deps.now();
    const paidAt = paymentTimeOf(session, now);
    const settlement = { sessionId: session.id, paymentIntentId: idOf(session.payment_intent), paidAt, now };
    const reason = await reasonToHold(deps, trx, current, buyer, session);
    if (buyer?.deleted_at === null) await recordWaiver(deps, trx, buyer, session);
    const charge = chargeOf(session);
    const paid = {
      paidAt,
      paymentIntentId: settlement.paymentIntentId,
      amountCents: session.amount_total ?? current.amount_cents,
      taxCents: session.total_details?.amount_tax ?? 0,
      currency: session.currency ?? current.currency,
      charge,
    };
    if (reason !== undefined) {
      const held = await putPurchaseOnHold(trx, current.id, { ...settlement, reason });
      await recordPurchasePayment(deps, trx, held, paid);
      await notifyAdminsWithEmail(deps, trx, {
        kind: 'admin_on_hold',
        text: 'staff_purchase_on_hold',
        values: { product: held.product_name, reason: holdTexts[reason] },
        path: '/admin?tab=purchases&view=held',
        dedupeKey: onHoldKey(held.id),
        appearsAt: now,
      });
      return { purchase: held, effect: 'held' };
    }
    const completed = await markPurchaseCompleted(trx, current.id, settlement);
    await recordPurchasePayment(deps, trx, completed, paid);
    const promotionCode = await redeemOnPurchase(trx, completed, now);
    await recordEvent(trx, 'purchase_completed', {
      userId: completed.user_id,
      properties: { productId: completed.product_id, amountCents: completed.amount_cents },
      at: now,
    });
    if (buyer)
      await announcePurchase(deps, trx, { ...completed, promotionCode, taxCents: paid.taxCents }, buyer);
    const payment = await findPurchasePayment(trx, completed.id);
    await notifyAdminsWithEmail(deps, trx, {
      kind: 'admin_sale',
      text: 'staff_product_sold',
      values: { product: completed.product_name, amount: formatCents(paid.amountCents) },
      path: payment ? `/admin/payments/${payment.id}` : '/admin?tab=purchases',
      dedupeKey: `sale:${completed.id}`,
      appearsAt: now,
    });
    return { purchase: completed, effect: 'completed' };
  });
  logSettled(deps, settled, session.id);
  if (settled.effect !== 'none' && hasRefundsOrDisputes(chargeOf(session)))
    return syncPurchasePayment(deps, settled.purchase);
  return presentSettled(deps, settled.purchase);
}

/** Reads the refunds and disputes that the payment already has. */
async function syncPurchasePayment(deps: Deps, purchase: PurchaseRow): Promise<CompletedPurchase> {
  const payment = await findPurchasePayment(deps.db, purchase.id);
  if (payment) await syncPayment(deps, payment.id);
  return presentSettled(deps, (await findPurchase(deps.db, purchase.id)) ?? purchase);
}

async function reasonToHold(
  deps: Deps,
  trx: Trx,
  purchase: PurchaseRow,
  buyer: BuyerRow | undefined,
  session: Stripe.Checkout.Session,
): Promise<HoldReason | undefined> {
  const mismatch = findMismatch(session, purchase, isLiveMode(deps));
  if (mismatch !== undefined) return mismatch;
  if (!buyer || buyer.deleted_at !== null || purchase.product_id === null) return 'buyer_missing';
  // Checked under the buyer's lock: a second payment for the same product is put on hold, not delivered.
  const owned = await userOwnsProduct(trx, buyer.id, purchase.product_id);
  return owned ? 'duplicate_payment_refund_due' : undefined;
}

function logSettled(deps: Deps, settled: SettledPurchase, sessionId: string): void {
  const purchaseId = settled.purchase.id;
  if (settled.effect === 'completed') {
    deps.log.info({ event: 'purchase_completed', purchaseId }, 'purchase completed');
  } else if (settled.effect === 'held') {
    const reason = settled.purchase.held_reason;
    deps.log.error(
      { event: 'purchase_held', purchaseId, sessionId, reason },
      'a paid purchase is on hold: an admin must decide',
    );
  }
}

/** Whether the checkout session can no longer change the purchase. An admin decides on a purchase on hold. */
function isSettled(purchase: PurchaseRow): boolean {
  return purchase.status === 'completed' || purchase.status === 'refunded' || purchase.held_reason !== null;
}

async function presentSettled(deps: Deps, purchase: PurchaseRow): Promise<CompletedPurchase> {
  if (purchase.status === 'refunded') return presentUnfinished('refunded');
  if (purchase.status !== 'completed') return presentUnfinished('held');
  const product =
    purchase.product_id === null ? undefined : await findPurchaseKeyRow(deps.db, purchase.product_id);
  return presentCompleted(purchase, product);
}

/**
 * Finds a purchase whose checkout session was created but not stored because of a crash, or restores a purchase that is
 * missing after a backup was restored.
 */
async function findUnlinkedPurchase(
  deps: Deps,
  session: Stripe.Checkout.Session,
): Promise<PurchaseRow | undefined> {
  const id = z.uuid().safeParse(session.metadata?.purchaseId);
  if (!id.success) return undefined;
  const purchase = await findPurchase(deps.db, id.data);
  if (!purchase) return restoreLostPurchase(deps, session);
  // Another call may have stored this checkout session first.
  if (purchase.checkout_session_id === null || purchase.checkout_session_id === session.id) return purchase;
  deps.log.error(
    { purchaseId: id.data, sessionId: session.id },
    'a session names a purchase that is not its own',
  );
  return undefined;
}

function assertBuyer(purchase: PurchaseRow, expectedUserId: string | undefined): void {
  if (expectedUserId !== undefined && purchase.user_id !== expectedUserId) throw paymentNotFound();
}

/** The same error for an unknown checkout session and for one of another user. */
export function paymentNotFound() {
  return notFound('Payment');
}

/** @param productId - undefined if the product cannot be bought any more */
function failureNotification(purchase: PurchaseRow, productId: number | undefined) {
  return {
    kind: 'payment_failed' as const,
    title: `The payment for ${purchase.product_name} did not go through`,
    body:
      productId === undefined
        ? 'Nothing was charged. This product can no longer be bought.'
        : 'Nothing was charged. You can try again with another card or bank account.',
    path: productId === undefined ? '/products' : `/products/${productId}`,
    dedupeKey: `payment_failed:${purchase.id}`,
  };
}
