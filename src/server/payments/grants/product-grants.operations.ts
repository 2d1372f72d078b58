import type { GrantProductInput, RevokeProductInput } from '../../../shared/admin/admin-users.ts';
import { notReadyText } from '../../../shared/shop/product-content.ts';
import { rejectLeaving } from '../../access/leaving-account.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { notify, withdrawNotification } from '../../messages/notifications/notifications.operations.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { shareLockProductToSell } from '../../shop/shop.operations.ts';
import { findPurchasePayment, findRefundsOf, lockPayment } from '../ledger/ledger.queries.ts';
import {
  findPurchase,
  insertPurchase,
  lockBuyer,
  lockPurchase,
  userOwnsProduct,
} from '../ledger/purchases.queries.ts';
import {
  endProductGrant,
  endRefundedAccess,
  findGrantable,
  type GrantableProduct,
  type Revocation,
} from './product-grants.queries.ts';

/** Products that are not archived and that the user does not own. */
export async function listGrantableProducts(
  deps: Deps,
  _actor: AdminActor,
  userId: string,
): Promise<GrantableProduct[]> {
  return findGrantable(deps.db, userId);
}

const notificationKey = (purchaseId: string) => `product-grant:${purchaseId}`;

/**
 * Grants a user one product. The grant is stored as a purchase of $0, which gives the same access as a paid one and
 * appears in the purchase history. An open payment page for the product is closed. If a payment for the product is in
 * progress and then succeeds, its purchase is put on hold as a duplicate, to be refunded.
 * @throws DomainError not_found, already_owned; conflict for an account that is scheduled for deletion
 */
export async function grantProduct(
  deps: Deps,
  actor: AdminActor,
  { id, productId, reason }: GrantProductInput,
  metadata: RequestMetadata,
): Promise<void> {
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const person = await lockBuyer(trx, id);
    if (!person || person.deleted_at !== null) throw notFound('User');
    rejectLeaving(person);
    const product = await shareLockProductToSell(trx, productId);
    if (!product) throw notFound('Product');
    if (await userOwnsProduct(trx, id, product.id)) {
      throw new DomainError('already_owned', 'This person already has the product.');
    }
    const grant = await insertPurchase(trx, {
      user_id: id,
      product_id: product.id,
      product_type: product.type,
      product_name: product.title,
      question_credits: product.question_credits,
      amount_cents: 0,
      status: 'completed',
      awaits_content: !product.is_ready,
      granted_by: actor.userId,
      grant_reason: reason,
      purchased_at: now,
      created_at: now,
      updated_at: now,
    });
    await deps.jobs.enqueue(trx, 'close-payment-pages', { productId: product.id });
    await notify(trx, {
      userId: id,
      kind: 'purchase_completed',
      title: `You were given ${product.title}`,
      body: product.is_ready
        ? 'It is yours to open, at no cost.'
        : `It is yours, at no cost. ${notReadyText}`,
      path: product.type === 'session' ? `/coaching/${product.id}` : `/products/${product.id}`,
      dedupeKey: notificationKey(grant.id),
      appearsAt: now,
    });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'product.granted',
      subjectType: 'user',
      subjectId: id,
      metadata,
      details: {
        purchaseId: grant.id,
        productId: product.id,
        title: product.title,
        before: 'not owned',
        after: 'given',
      },
    });
  });
}

/**
 * Revokes a product that was granted, or that was refunded in full with access kept. Progress and notes remain.
 * Repeating the call with the same reason changes nothing.
 * @throws DomainError not_found; conflict for a paid product that is not refunded, and if access has already ended,
 * unless the product was revoked with the same reason
 */
export async function revokeProduct(
  deps: Deps,
  actor: AdminActor,
  { purchaseId, reason }: RevokeProductInput,
  metadata: RequestMetadata,
): Promise<void> {
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const known = await findPurchase(trx, purchaseId);
    if (!known || known.user_id === null) throw notFound('Purchase');
    await lockBuyer(trx, known.user_id);
    const purchase = await lockPurchase(trx, purchaseId);
    if (!purchase || purchase.user_id === null) throw notFound('Purchase');
    if (purchase.status === 'refunded' || purchase.access_ended_at !== null) {
      if (purchase.revoke_reason === reason) return;
      throw new DomainError(
        'conflict',
        purchase.revoke_reason === null
          ? 'Access to this product has already ended.'
          : 'This product was already taken back, so your reason was not stored.',
      );
    }
    const isGrant = purchase.granted_by !== null;
    if (isGrant) await endProductGrant(trx, purchase.id, { reason, now });
    else await revokeRefunded(trx, purchase.id, { reason, now });
    await withdrawNotification(trx, purchase.user_id, notificationKey(purchase.id));
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'product.revoked',
      subjectType: 'user',
      subjectId: purchase.user_id,
      metadata,
      details: {
        purchaseId: purchase.id,
        productId: purchase.product_id,
        title: purchase.product_name,
        before: isGrant ? 'given' : 'refunded, access kept',
        after: 'taken back',
      },
    });
  });
}

/** @throws DomainError conflict if the payment is not refunded in full */
async function revokeRefunded(trx: Trx, purchaseId: string, revocation: Revocation): Promise<void> {
  const known = await findPurchasePayment(trx, purchaseId);
  const payment = known && (await lockPayment(trx, known.id));
  const refund =
    payment && (await findRefundsOf(trx, [payment.id])).findLast(({ status }) => status === 'succeeded');
  if (payment?.status !== 'refunded' || !refund) {
    throw new DomainError(
      'conflict',
      'The student paid for this product. Refund the purchase to end access.',
    );
  }
  await endRefundedAccess(trx, { purchaseId, paymentId: payment.id, refundId: refund.id }, revocation);
}
