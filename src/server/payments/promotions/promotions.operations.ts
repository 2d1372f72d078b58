import type { PaidPlan } from '../../../shared/payments/billing.ts';
import { planNames } from '../../../shared/payments/plan-names.ts';
import {
  type CheckPromotionCodeInput,
  lowestPromotionPrice,
  type PromotionPreview,
  promotionCodeError,
  promotionCodeSchema,
  promotionDiscount,
  promotionPriceError,
} from '../../../shared/payments/promotion-codes.ts';
import type { Actor } from '../../actor.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { SubscriptionCheckoutRow } from '../../platform/db/tables/plan-tables.ts';
import type { PromotionCodeRow } from '../../platform/db/tables/promotion-tables.ts';
import type { PurchaseRow } from '../../platform/db/tables/shop-tables.ts';
import { findProductOnSale } from '../../shop/shop.operations.ts';
import { findPlan } from '../plans/plans.queries.ts';
import { isStripeError } from '../stripe/stripe-errors.ts';
import { countUses, findPromotion, findPromotionByCode, insertRedemption } from './promotions.queries.ts';

/** What the buyer wants to pay for. */
type PromotionTarget =
  | { kind: 'product'; productId: number; priceCents: number }
  | { kind: 'plan'; plan: PaidPlan; priceCents: number };

export type AppliedPromotion = {
  id: string;
  code: string;
  stripeId: string;
  /** The price before the discount. */
  priceCents: number;
  discountCents: number;
};

type RejectionOptions = { cause?: unknown; text?: string };

/** One message for almost every reason, so that it does not reveal which codes exist or who may use them. */
export function promotionRejected({ cause, text = promotionCodeError }: RejectionOptions = {}): DomainError {
  return new DomainError('invalid_input', text, { fields: { promotionCode: text }, cause });
}

/**
 * Checks whether a code is valid for this user and price now. Each call counts against the account's attempts. Stripe
 * checks the code again at payment: another student may have redeemed its last use in the meantime.
 * @param code - in uppercase, as `promotionCodeSchema` returns it
 * @throws DomainError invalid_input, the same for every reason except a price that is too low for the code;
 * too_many_attempts
 */
export async function applyPromotion(
  deps: Deps,
  actor: Actor,
  code: string,
  target: PromotionTarget,
): Promise<AppliedPromotion> {
  await deps.attemptLimits.count('promotionCodePerAccount', actor.userId);
  const promotion = await findPromotionByCode(deps.db, code);
  if (!promotion || !isFor(promotion, target)) throw promotionRejected();
  const { stripe_promotion_code_id: stripeId } = promotion;
  if (stripeId === null || !isOpen(promotion, deps.now())) throw promotionRejected();
  const { redemptions, byUser } = await countUses(deps.db, promotion.id, actor.userId);
  const isUsedUp = promotion.max_redemptions !== null && redemptions >= promotion.max_redemptions;
  if (isUsedUp || byUser > 0) throw promotionRejected();
  const off = { percentOff: promotion.percent_off, amountOffCents: promotion.amount_off_cents };
  const lowestCents = lowestPromotionPrice(off);
  // Stripe's minimum charge must remain to be paid. Admins can grant a product or plan for free instead.
  if (target.priceCents < lowestCents) throw promotionRejected({ text: promotionPriceError(lowestCents) });
  const discountCents = promotionDiscount(off, target.priceCents);
  return { id: promotion.id, code: promotion.code, stripeId, priceCents: target.priceCents, discountCents };
}

/**
 * Checks again, under the buyer's lock, that the user has not redeemed the code: a payment with this code may have been
 * recorded since `applyPromotion`.
 * @throws DomainError invalid_input
 */
export async function assertNotRedeemed(
  trx: Trx,
  promotion: AppliedPromotion,
  userId: string,
): Promise<void> {
  const { byUser } = await countUses(trx, promotion.id, userId);
  if (byUser > 0) throw promotionRejected();
}

/**
 * Previews the discount of a code before the purchase. Not binding: checkout validates the code again.
 * @throws DomainError invalid_input for `promotionCode`, too_many_attempts
 */
export async function checkPromotionCode(
  deps: Deps,
  actor: Actor,
  input: CheckPromotionCodeInput,
): Promise<PromotionPreview> {
  const code = promotionCodeSchema.safeParse(input.code);
  const target = await targetOf(deps, input);
  if (!code.success || !target) throw promotionRejected();
  const applied = await applyPromotion(deps, actor, code.data, target);
  return {
    code: applied.code,
    discountCents: applied.discountCents,
    totalCents: target.priceCents - applied.discountCents,
  };
}

/** The product or plan with its current price; undefined for a product that is free or not for sale. */
async function targetOf(
  deps: Deps,
  { productId, plan }: CheckPromotionCodeInput,
): Promise<PromotionTarget | undefined> {
  if (plan !== undefined) {
    const { price_cents: priceCents } = await findPlan(deps.db, plan);
    return { kind: 'plan', plan, priceCents };
  }
  const product = productId === undefined ? undefined : await findProductOnSale(deps, productId);
  return product && { kind: 'product', productId: product.id, priceCents: product.price_cents };
}

function isFor(promotion: PromotionCodeRow, target: PromotionTarget): boolean {
  switch (promotion.scope) {
    case 'everything':
      return true;
    case 'products':
      return target.kind === 'product';
    case 'plans':
      return target.kind === 'plan';
    case 'product':
      return target.kind === 'product' && target.productId === promotion.product_id;
    case 'plan':
      return target.kind === 'plan' && target.plan === promotion.plan;
  }
}

function isOpen({ ended_at, expires_at }: PromotionCodeRow, now: Date): boolean {
  return ended_at === null && (expires_at === null || Date.parse(expires_at) > now.getTime());
}

/**
 * Whether Stripe rejected a Checkout Session because of its code, which may have ended, expired or been used up in the
 * meantime.
 */
export function isRejectedPromotion(error: unknown): boolean {
  if (!isStripeError(error, 'StripeInvalidRequestError')) return false;
  return /promotion|coupon|discount/i.test([error.param, error.code, error.message].join(' '));
}

/** Records the redemption of the code with which a product was bought, if any. Idempotent. @returns the code or null */
export async function redeemOnPurchase(trx: Trx, purchase: PurchaseRow, at: Date): Promise<string | null> {
  return redeem(trx, purchase, {
    what: purchase.product_name,
    paidCents: purchase.amount_cents,
    at,
  });
}

/** Records the redemption of the code with which a plan was bought, if any. Idempotent. */
export async function redeemOnPlan(trx: Trx, checkout: SubscriptionCheckoutRow, at: Date): Promise<void> {
  await redeem(trx, checkout, {
    what: planNames[checkout.plan],
    paidCents: checkout.price_cents - checkout.discount_cents,
    at,
  });
}

type Source = Pick<PurchaseRow, 'id' | 'user_id' | 'promotion_code_id' | 'discount_cents'>;

async function redeem(
  trx: Trx,
  source: Source,
  paid: { what: string; paidCents: number; at: Date },
): Promise<string | null> {
  if (source.promotion_code_id === null) return null;
  await insertRedemption(trx, {
    promotion_code_id: source.promotion_code_id,
    user_id: source.user_id,
    source_id: source.id,
    what: paid.what,
    paid_cents: paid.paidCents,
    discount_cents: source.discount_cents,
    at: paid.at,
  });
  return (await findPromotion(trx, source.promotion_code_id))?.code ?? null;
}
