import type Stripe from 'stripe';
import { z } from 'zod';
import { productTypes } from '../../../shared/enums.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { findPendingPurchase, findPurchase, lockBuyer, ownsProductRow } from '../payments.queries.ts';
import { findPromotion } from '../promotions/promotions.queries.ts';
import { academyMark, isOurs } from '../stripe/academy-mark.ts';
import { chargeOf } from '../stripe/stripe-calls.ts';
import { findSoldProduct, insertLostPurchase } from './lost-purchase.queries.ts';
import { agreedDiscount } from './page-total.operations.ts';

/** Everything that a purchase can be rebuilt from, as it was asked for. */
export function purchaseMetadata(deps: Pick<Deps, 'sealing'>, attempt: PurchaseRow): Record<string, string> {
  return {
    academy: academyMark(deps),
    purchaseId: attempt.id,
    productId: String(attempt.product_id),
    productType: attempt.product_type,
    productName: attempt.product_name,
    userId: attempt.user_id ?? '',
    priceCents: String(attempt.amount_cents + attempt.discount_cents),
    discountCents: String(attempt.discount_cents),
    ...(attempt.promotion_code_id !== null && { promotionCodeId: attempt.promotion_code_id }),
    ...(attempt.policy_version !== null && { policyVersion: attempt.policy_version }),
  };
}

const cents = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const metadataSchema = z.object({
  purchaseId: z.uuid(),
  productId: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  productType: z.enum(productTypes),
  productName: z.string().min(1),
  userId: z.uuid(),
  priceCents: cents,
  discountCents: cents,
  promotionCodeId: z.uuid().optional(),
  policyVersion: z.string().optional(),
});

/**
 * Puts back the purchase of a session of ours whose row was lost, with a restored backup: as it was before it was paid,
 * under its old id. Whoever reads the session settles it then as any other, with the same checks; what is not here any
 * more, the buyer or the product, stays empty and is found missing there.
 * @returns undefined for sessions of others, and for those that ended without a payment
 */
export async function restoreLostPurchase(
  deps: Deps,
  session: Stripe.Checkout.Session,
): Promise<PurchaseRow | undefined> {
  if (session.mode !== 'payment' || session.status === 'expired') return undefined;
  if (!isOurs(deps, session.metadata)) return undefined;
  const sold = metadataSchema.safeParse(session.metadata);
  if (!sold.success) {
    deps.log.error({ sessionId: session.id, err: sold.error }, 'a session of ours does not say what it sold');
    return undefined;
  }
  const { purchaseId, productId, userId, promotionCodeId, ...terms } = sold.data;
  const asked = { ...terms, currency: 'usd' };
  const discountCents = agreedDiscount(session, asked) ?? terms.discountCents;
  const createdAt = new Date(session.created * 1000);
  const charge = chargeOf(session);
  const purchase = await inTransaction(deps.db, async (trx) => {
    const buyer = await lockBuyer(trx, userId);
    // Numbers of products are given again after a restore: a newer product is another one.
    const product = await findSoldProduct(trx, {
      id: productId,
      type: terms.productType,
      createdBefore: new Date(createdAt.getTime() + 1000),
    });
    const promotion = promotionCodeId === undefined ? undefined : await findPromotion(trx, promotionCodeId);
    const isTaken =
      buyer !== undefined &&
      product !== undefined &&
      ((await ownsProductRow(trx, buyer.id, product.id)) ||
        (await findPendingPurchase(trx, buyer.id, product.id)) !== undefined);
    await insertLostPurchase(trx, {
      id: purchaseId,
      user_id: buyer?.id ?? null,
      product_id: product?.id ?? null,
      product_type: terms.productType,
      product_name: terms.productName,
      amount_cents: terms.priceCents - discountCents,
      discount_cents: discountCents,
      promotion_code_id: promotion?.id ?? null,
      policy_version: terms.policyVersion ?? null,
      // Somebody has one open attempt for a product at most.
      status: isTaken ? 'failed' : 'pending',
      checkout_session_id: session.id,
      checkout_url: session.url,
      checkout_expires_at: new Date(session.expires_at * 1000),
      purchased_at: charge?.status === 'succeeded' ? new Date(charge.created * 1000) : null,
      created_at: createdAt,
      updated_at: deps.now(),
    });
    return findPurchase(trx, purchaseId);
  });
  if (purchase?.checkout_session_id !== session.id) return undefined;
  deps.log.warn(
    { event: 'purchase_restored', purchaseId, sessionId: session.id },
    'a lost purchase was put back from its session',
  );
  return purchase;
}
