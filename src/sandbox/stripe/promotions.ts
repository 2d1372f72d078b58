import type Stripe from 'stripe';
import { type Context, nowSeconds } from './context.ts';
import type { WireLineItem, WirePromotionCode } from './records.ts';
import type { Decline } from './resources/charges.ts';

/** A coupon that has not been deleted. */
export function liveCoupon(context: Context, id: string): Stripe.Coupon | undefined {
  const coupon = context.store.get('coupons', id);
  return coupon === undefined || coupon.deleted ? undefined : coupon;
}

function isOver({ max_redemptions, redeem_by, times_redeemed }: Stripe.Coupon, now: number): boolean {
  return (redeem_by ?? Infinity) <= now || times_redeemed >= (max_redemptions ?? Infinity);
}

/** Why a code can no longer be redeemed, in Stripe's wording; undefined = it can be redeemed. */
export function whyNotRedeemable(context: Context, code: WirePromotionCode): string | undefined {
  const now = nowSeconds(context);
  if (code.expires_at !== null && code.expires_at <= now) return 'it has expired';
  if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) {
    return 'it has been redeemed the maximum number of times';
  }
  const coupon = liveCoupon(context, code.promotion.coupon);
  if (!coupon?.valid || isOver(coupon, now)) return 'its coupon is no longer valid';
  return code.active ? undefined : 'it is not active';
}

/** The discount of a coupon on `subtotal`, in cents: half a cent is rounded up, and it never exceeds the subtotal. */
export function discountOf(coupon: Stripe.Coupon, subtotal: number): number {
  const off =
    coupon.percent_off === null
      ? (coupon.amount_off ?? 0)
      : Math.round((subtotal * coupon.percent_off) / 100);
  return Math.min(off, subtotal);
}

/** Distributes a discount over lines in proportion to their amounts. The shares add up to it to the cent. */
export function discountLines(lines: readonly WireLineItem[], discount: number): WireLineItem[] {
  const subtotal = lines.reduce((sum, line) => sum + line.amount_subtotal, 0);
  let passed = 0;
  let given = 0;
  return lines.map((line) => {
    passed += line.amount_subtotal;
    const upToHere = subtotal === 0 ? 0 : Math.round((discount * passed) / subtotal);
    const amount_discount = upToHere - given;
    given = upToHere;
    return { ...line, amount_discount, amount_total: line.amount_subtotal - amount_discount };
  });
}

/** The promotion code that a session was created with. */
export function promotionCodeOf(
  context: Context,
  session: Stripe.Checkout.Session,
): WirePromotionCode | undefined {
  const id = session.discounts?.[0]?.promotion_code;
  return typeof id === 'string' ? context.store.get('promotionCodes', id) : undefined;
}

/** Since the session was created, another buyer may have used the code up, or the shop may have ended it. */
export function redemptionRefusal(context: Context, session: Stripe.Checkout.Session): Decline | undefined {
  const code = promotionCodeOf(context, session);
  const reason = code && whyNotRedeemable(context, code);
  return reason === undefined
    ? undefined
    : {
        code: 'promotion_code_not_redeemable',
        declineCode: 'promotion_code_not_redeemable',
        message: `This promotion code cannot be redeemed because ${reason}. You were not charged. Go back to the shop to buy without it.`,
      };
}

/** Counts the redemption of a completed session. */
export function redeemPromotion(context: Context, session: Stripe.Checkout.Session): void {
  const code = promotionCodeOf(context, session);
  if (!code) return;
  context.store.put('promotionCodes', code.id, { ...code, times_redeemed: code.times_redeemed + 1 });
  const coupon = liveCoupon(context, code.promotion.coupon);
  if (coupon) {
    context.store.put('coupons', coupon.id, { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
  }
}

/**
 * Marks coupons and codes that have expired or are fully redeemed as no longer valid or active. Runs before every
 * response. Whether a code can be redeemed is always computed (`whyNotRedeemable`).
 */
export function lapsePromotions(context: Context): void {
  const { store } = context;
  const now = nowSeconds(context);
  store.transaction(() => {
    for (const coupon of store.values('coupons')) {
      if (coupon.deleted || !coupon.valid || !isOver(coupon, now)) continue;
      store.put('coupons', coupon.id, { ...coupon, valid: false });
    }
    for (const code of store.values('promotionCodes')) {
      if (!code.active || whyNotRedeemable(context, code) === undefined) continue;
      store.put('promotionCodes', code.id, { ...code, active: false });
    }
  });
}
