import type Stripe from 'stripe';
import { z } from 'zod';
import { productTypes } from '../../../shared/enums.ts';
import { paidPlans } from '../../../shared/payments/billing.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import {
  findPendingPurchase,
  findPurchase,
  findSoldProduct,
  insertLostPurchase,
  lockBuyer,
  userOwnsProduct,
} from '../ledger/purchases.queries.ts';
import { findPromotion } from '../promotions/promotions.queries.ts';
import { academyMark, isOurs } from '../stripe/academy-mark.ts';
import { chargeOf } from '../stripe/stripe-calls.ts';
import { idOf } from '../stripe/stripe-subscription.ts';
import type { Attempt } from './checkout-kind.ts';
import { agreedDiscount } from './page-total.operations.ts';
import { findCheckout, findOpenCheckout, insertLostCheckout } from './subscription-checkouts.queries.ts';

/** The metadata of a purchase's Checkout session: everything needed to restore the purchase as it was requested. */
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
    ...(attempt.question_credits > 0 && { questionCredits: String(attempt.question_credits) }),
  };
}

/**
 * The metadata of a plan's Checkout session: everything needed to restore the checkout. The subscription at Stripe has
 * this metadata, too.
 */
export function checkoutMetadata(
  deps: Pick<Deps, 'sealing'>,
  attempt: SubscriptionCheckoutRow,
): Record<string, string> {
  return {
    academy: academyMark(deps),
    subscriptionCheckoutId: attempt.id,
    userId: attempt.user_id,
    plan: attempt.plan,
    priceId: attempt.stripe_price_id,
    priceCents: String(attempt.price_cents),
    discountCents: String(attempt.discount_cents),
    ...(attempt.promotion_code_id !== null && { promotionCodeId: attempt.promotion_code_id }),
  };
}

const number = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const purchaseSchema = z.object({
  purchaseId: z.uuid(),
  productId: number,
  productType: z.enum(productTypes),
  productName: z.string().min(1),
  userId: z.uuid(),
  priceCents: number,
  discountCents: number,
  promotionCodeId: z.uuid().optional(),
  policyVersion: z.string().optional(),
  questionCredits: number.optional(),
});
const checkoutSchema = z.object({
  subscriptionCheckoutId: z.uuid(),
  userId: z.uuid(),
  plan: z.enum(paidPlans),
  priceId: z.string().min(1),
  priceCents: number,
  discountCents: number,
  promotionCodeId: z.uuid().optional(),
});

/**
 * Restores a purchase from its Checkout session, if the purchase is missing after a backup was restored. The restored
 * purchase has its original id and is not settled; the caller then settles it like any other purchase, with the same
 * checks. A buyer or product that no longer exists is stored as null, and the caller puts the purchase on hold.
 * @returns undefined for expired sessions, those of other shops, and those with unreadable metadata
 */
export async function restoreLostPurchase(
  deps: Deps,
  session: Stripe.Checkout.Session,
): Promise<PurchaseRow | undefined> {
  const metadata = session.mode === 'payment' ? readMetadata(deps, session, purchaseSchema) : undefined;
  if (!metadata) return undefined;
  const charge = chargeOf(session);
  return restore(deps, session, metadata, async (trx, common) => {
    const buyer = await lockBuyer(trx, metadata.userId);
    // Product ids are reused after a restore, so a newer product with this id is a different one.
    const product = await findSoldProduct(trx, {
      id: metadata.productId,
      type: metadata.productType,
      createdBefore: new Date(common.created_at.getTime() + 1000),
    });
    const isTaken =
      buyer !== undefined &&
      product !== undefined &&
      ((await userOwnsProduct(trx, buyer.id, product.id)) ||
        (await findPendingPurchase(trx, buyer.id, product.id)) !== undefined);
    await insertLostPurchase(trx, {
      ...common,
      id: metadata.purchaseId,
      user_id: buyer?.id ?? null,
      product_id: product?.id ?? null,
      product_type: metadata.productType,
      product_name: metadata.productName,
      amount_cents: metadata.priceCents - common.discount_cents,
      policy_version: metadata.policyVersion ?? null,
      question_credits: metadata.questionCredits ?? 0,
      // A user has at most one pending purchase per product.
      status: isTaken ? 'failed' : 'pending',
      purchased_at: charge?.status === 'succeeded' ? new Date(charge.created * 1000) : null,
    });
    return findPurchase(trx, metadata.purchaseId);
  });
}

/**
 * Restores the checkout of a plan from its session at Stripe, like `restoreLostPurchase`.
 * @returns undefined for expired sessions, those of other shops, those with unreadable metadata, and those of missing
 * or deleted accounts
 */
export async function restoreLostCheckout(
  deps: Deps,
  session: Stripe.Checkout.Session,
): Promise<SubscriptionCheckoutRow | undefined> {
  const { customer } = session;
  if (session.mode !== 'subscription' || customer === null) return undefined;
  const metadata = readMetadata(deps, session, checkoutSchema);
  if (!metadata) return undefined;
  return restore(deps, session, metadata, async (trx, common) => {
    const buyer = await lockBuyer(trx, metadata.userId);
    if (buyer?.deleted_at !== null) return undefined;
    // A user has at most one open checkout.
    const isTaken = (await findOpenCheckout(trx, buyer.id)) !== undefined;
    await insertLostCheckout(trx, {
      ...common,
      id: metadata.subscriptionCheckoutId,
      user_id: buyer.id,
      plan: metadata.plan,
      price_cents: metadata.priceCents,
      stripe_price_id: metadata.priceId,
      customer_id: idOf(customer),
      status: isTaken ? 'ended' : 'open',
    });
    return findCheckout(trx, metadata.subscriptionCheckoutId);
  });
}

function readMetadata<Metadata>(
  deps: Deps,
  session: Stripe.Checkout.Session,
  schema: z.ZodType<Metadata>,
): Metadata | undefined {
  if (session.status === 'expired' || !isOurs(deps, session.metadata)) return undefined;
  const parsed = schema.safeParse(session.metadata);
  if (parsed.success) return parsed.data;
  deps.log.error({ sessionId: session.id, err: parsed.error }, 'a session of ours has invalid metadata');
  return undefined;
}

type Terms = { priceCents: number; discountCents: number; promotionCodeId?: string | undefined };
/** Columns that purchases and checkouts of plans share. */
type CommonColumns = {
  discount_cents: number;
  promotion_code_id: string | null;
  checkout_session_id: string;
  checkout_url: string | null;
  checkout_expires_at: Date;
  created_at: Date;
  updated_at: Date;
};

async function restore<Row extends Attempt>(
  deps: Deps,
  session: Stripe.Checkout.Session,
  terms: Terms,
  insert: (trx: Trx, common: CommonColumns) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const { promotionCodeId } = terms;
  const attempt = await inTransaction(deps.db, async (trx) => {
    const promotion = promotionCodeId === undefined ? undefined : await findPromotion(trx, promotionCodeId);
    return insert(trx, {
      discount_cents: agreedDiscount(session, { ...terms, currency: 'usd' }) ?? terms.discountCents,
      promotion_code_id: promotion?.id ?? null,
      checkout_session_id: session.id,
      checkout_url: session.url,
      checkout_expires_at: new Date(session.expires_at * 1000),
      created_at: new Date(session.created * 1000),
      updated_at: deps.now(),
    });
  });
  if (attempt?.checkout_session_id !== session.id) return undefined;
  deps.log.warn(
    { event: 'checkout_restored', attemptId: attempt.id, sessionId: session.id },
    'a missing checkout was restored from its session',
  );
  return attempt;
}
