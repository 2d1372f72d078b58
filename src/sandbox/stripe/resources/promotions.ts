import type Stripe from 'stripe';
import { type Decline, StripeApiError } from '../api-error.ts';
import { type Context, find, type Handler, nowSeconds } from '../context.ts';
import { newId } from '../ids.ts';
import { listPage } from '../list-page.ts';
import type { ParamReader } from '../params.ts';
import { resource, type WirePromotionCode } from '../records.ts';

/** Reads exactly one of `percent_off` and `amount_off`, the latter with its currency. */
function readValue(params: ParamReader) {
  const percent_off = params.integer('percent_off', 1) ?? null;
  const amount_off = params.integer('amount_off', 1) ?? null;
  if ((percent_off === null) !== (amount_off === null) && (percent_off ?? 0) <= 100) {
    return {
      percent_off,
      amount_off,
      currency: amount_off === null ? null : params.requiredText('currency'),
    };
  }
  throw new StripeApiError(400, 'Must provide exactly one of `percent_off` or `amount_off`.', {
    code: 'parameter_missing',
    param: 'percent_off',
  });
}

export const createCoupon: Handler = (context, params) => {
  params.oneOf('duration', ['once']);
  const coupon = resource<Stripe.Coupon>({
    id: newId.coupon(),
    object: 'coupon',
    ...readValue(params),
    created: nowSeconds(context),
    duration: 'once',
    livemode: false,
    metadata: params.metadata('metadata'),
    name: params.text('name', 40) ?? null,
  });
  params.rejectUnread();
  context.store.put('coupons', coupon.id, coupon);
  return coupon;
};

/** Why a code can no longer be redeemed, as a clause after "because"; undefined if it can be redeemed. */
function whyNotRedeemable(context: Context, code: WirePromotionCode): string | undefined {
  if (code.expires_at !== null && code.expires_at <= nowSeconds(context)) return 'it has expired';
  if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) {
    return 'it has been redeemed the maximum number of times';
  }
  return code.active ? undefined : 'it is not active';
}

export const createPromotionCode: Handler = (context, params) => {
  const promotion = params.required('promotion', params.object('promotion'));
  promotion.oneOf('type', ['coupon']);
  const coupon = promotion.requiredText('coupon');
  find(context, 'coupons', coupon, promotion.nameOf('coupon'));
  const code = params.requiredText('code', 500);
  if (!/^[A-Za-z0-9-]+$/.test(code)) {
    throw new StripeApiError(400, 'Promotion codes may contain only letters, digits and dashes.', {
      code: 'parameter_invalid_string',
      param: 'code',
    });
  }
  const promotionCode = resource<WirePromotionCode>({
    id: newId.promotionCode(),
    object: 'promotion_code',
    active: true,
    code,
    created: nowSeconds(context),
    expires_at: params.integer('expires_at', nowSeconds(context) + 1) ?? null,
    livemode: false,
    max_redemptions: params.integer('max_redemptions', 1) ?? null,
    metadata: params.metadata('metadata'),
    promotion: { coupon, type: 'coupon' },
    times_redeemed: 0,
  });
  params.rejectUnread();
  // Stripe compares a code only with active codes, and ignores the case.
  const isTaken = context.store
    .values('promotionCodes')
    .filter((other) => other.code.toLowerCase() === code.toLowerCase())
    .some((other) => whyNotRedeemable(context, other) === undefined);
  if (isTaken) {
    throw new StripeApiError(400, `An active promotion code with \`code: ${code}\` already exists.`, {
      code: 'resource_already_exists',
      param: 'code',
    });
  }
  context.store.put('promotionCodes', promotionCode.id, promotionCode);
  return promotionCode;
};

/** Deactivates a code. */
export const updatePromotionCode: Handler = (context, params, [id = '']) => {
  const current = find(context, 'promotionCodes', id);
  params.oneOf('active', ['false']);
  params.rejectUnread();
  const changed = { ...current, active: false };
  context.store.put('promotionCodes', id, changed);
  return changed;
};

export const listPromotionCodes: Handler = ({ store }, params) => {
  const code = params.text('code')?.toLowerCase();
  const matching = store
    .values('promotionCodes')
    .filter((other) => code === undefined || other.code.toLowerCase() === code);
  return listPage(matching, params);
};

/** In cents: half a cent is rounded up, and the discount never exceeds the subtotal. */
function discountOf({ amount_off, percent_off }: Stripe.Coupon, subtotal: number): number {
  const off = percent_off === null ? (amount_off ?? 0) : Math.round((subtotal * percent_off) / 100);
  return Math.min(off, subtotal);
}

/**
 * Reads `discounts` of a Checkout Session. Stripe allows one; the sandbox accepts only a promotion code.
 * @returns the discount on `subtotal`, in cents, and the `discounts` of the session
 * @throws StripeApiError 400 for a code that is unknown, cannot be redeemed, or is for another currency.
 */
export function readDiscount(context: Context, params: ParamReader, subtotal: number, currency: string) {
  const [first] = params.objects('discounts');
  if (!first) return { discount: 0, discounts: [] };
  const promotion_code = first.requiredText('promotion_code');
  const param = first.nameOf('promotion_code');
  const promotionCode = find(context, 'promotionCodes', promotion_code, param);
  const reason = whyNotRedeemable(context, promotionCode);
  if (reason !== undefined) {
    throw new StripeApiError(400, `This promotion code cannot be redeemed because ${reason}.`, { param });
  }
  const coupon = find(context, 'coupons', promotionCode.promotion.coupon);
  if (coupon.currency !== null && coupon.currency !== currency) {
    throw new StripeApiError(400, `The coupon cannot be applied to an amount in ${currency}.`, { param });
  }
  return { discount: discountOf(coupon, subtotal), discounts: [{ coupon: null, promotion_code }] };
}

export function promotionCodeOf(
  context: Context,
  session: Stripe.Checkout.Session,
): WirePromotionCode | undefined {
  const id = session.discounts?.[0]?.promotion_code;
  return typeof id === 'string' ? context.store.get('promotionCodes', id) : undefined;
}

/**
 * Why the session's promotion code can no longer be redeemed; undefined if it can be redeemed, or if the session has no
 * code. After the session was created, the code may have expired, other buyers may have used it up, or the shop may
 * have deactivated it.
 */
export function redemptionError(context: Context, session: Stripe.Checkout.Session): Decline | undefined {
  const code = promotionCodeOf(context, session);
  const reason = code && whyNotRedeemable(context, code);
  if (reason === undefined) return undefined;
  return {
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
}
