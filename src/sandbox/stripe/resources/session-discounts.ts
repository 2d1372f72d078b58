import { notInSandbox, referenceMissing, StripeApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import type { ParamReader } from '../params.ts';
import { discountOf, liveCoupon, whyNotRedeemable } from '../promotions.ts';
import type { WirePromotionCode } from '../records.ts';

type ReadDiscount = { discount: number; promotionCode: WirePromotionCode | undefined };

/**
 * Reads `discounts` of a Checkout Session, which Stripe limits to one: a promotion code.
 * @returns the discount on `subtotal`, in cents.
 * @throws StripeApiError 400 for a code that is unknown, cannot be redeemed, or is for another currency.
 */
export function readDiscounts(
  context: Context,
  params: ParamReader,
  subtotal: number,
  currency: string,
): ReadDiscount {
  const sent = params.objects('discounts');
  const [first] = sent;
  if (!first) return { discount: 0, promotionCode: undefined };
  if (sent.length > 1) {
    throw new StripeApiError(400, 'Array must contain at most 1 elements.', {
      code: 'parameter_invalid_array',
      param: 'discounts',
    });
  }
  first.rejectUnsupported(['coupon']);
  const id = first.requiredText('promotion_code');
  const param = first.nameOf('promotion_code');
  const promotionCode = context.store.get('promotionCodes', id);
  if (!promotionCode) throw referenceMissing('promotion code', id, param);
  const reason = whyNotRedeemable(context, promotionCode);
  const coupon = liveCoupon(context, promotionCode.promotion.coupon);
  if (reason !== undefined || !coupon) {
    throw new StripeApiError(400, `This promotion code cannot be redeemed because ${reason}.`, { param });
  }
  if (coupon.currency !== null && coupon.currency !== currency) {
    throw new StripeApiError(
      400,
      `The coupon ${coupon.id} is in ${coupon.currency} and cannot be applied to an amount in ${currency}.`,
      { param },
    );
  }
  const discount = discountOf(coupon, subtotal);
  // Stripe completes a session without payment when nothing is due; the sandbox always requires one.
  if (discount === subtotal) throw notInSandbox('a Checkout Session for nothing (discounts)');
  return { discount, promotionCode };
}
