import { referenceMissing, resourceMissing, StripeApiError } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { newId, randomText } from '../ids.ts';
import { isInRange, listPage } from '../list-page.ts';
import type { ParamReader } from '../params.ts';
import { liveCoupon, whyNotRedeemable } from '../promotions.ts';
import type { WirePromotionCode } from '../records.ts';
import { readFuture, readLimit } from './coupons.ts';

const maxCodeLength = 500;

/** Stripe compares codes case-insensitively, and only with active ones. */
function rejectTaken(context: Context, code: string, except?: string): void {
  const isTaken = context.store
    .values('promotionCodes')
    .some((known) => known.active && known.id !== except && known.code.toLowerCase() === code.toLowerCase());
  if (!isTaken) return;
  throw new StripeApiError(400, `An active promotion code with \`code: ${code}\` already exists.`, {
    code: 'resource_already_exists',
    param: 'code',
  });
}

function readCode(params: ParamReader): string {
  const code = params.text('code', maxCodeLength) ?? randomText(8).toUpperCase();
  if (/^[A-Za-z0-9-]+$/.test(code)) return code;
  throw new StripeApiError(400, 'Promotion codes may contain only letters, digits and dashes.', {
    code: 'parameter_invalid_string',
    param: 'code',
  });
}

function readCoupon(context: Context, params: ParamReader): string {
  const promotion = params.object('promotion');
  if (!promotion) {
    throw new StripeApiError(400, 'Missing required param: promotion.', {
      code: 'parameter_missing',
      param: 'promotion',
    });
  }
  promotion.requiredText('type');
  promotion.oneOf('type', ['coupon']);
  const id = promotion.requiredText('coupon');
  const coupon = liveCoupon(context, id);
  if (!coupon) throw referenceMissing('coupon', id, promotion.nameOf('coupon'));
  if (coupon.valid) return id;
  throw new StripeApiError(400, `Coupon expired: ${id}`, {
    code: 'coupon_expired',
    param: promotion.nameOf('coupon'),
  });
}

export const createPromotionCode: Handler = (context, params) => {
  params.rejectUnsupported(['customer', 'customer_account', 'restrictions']);
  const coupon = readCoupon(context, params);
  const promotionCode: WirePromotionCode = {
    id: newId.promotionCode(),
    object: 'promotion_code',
    active: params.boolean('active') ?? true,
    code: readCode(params),
    created: nowSeconds(context),
    customer: null,
    customer_account: null,
    expires_at: readFuture(context, params, 'expires_at'),
    livemode: false,
    max_redemptions: readLimit(params),
    metadata: params.metadata('metadata'),
    promotion: { coupon, type: 'coupon' },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
  params.rejectUnread();
  if (promotionCode.active) rejectTaken(context, promotionCode.code);
  context.store.put('promotionCodes', promotionCode.id, promotionCode);
  return promotionCode;
};

function findPromotionCode(context: Context, id: string): WirePromotionCode {
  const promotionCode = context.store.get('promotionCodes', id);
  if (!promotionCode) throw resourceMissing('promotion code', id, 'promotion_code');
  return promotionCode;
}

export const retrievePromotionCode: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return findPromotionCode(context, id);
};

/** A code can be reactivated unless it has expired, is fully redeemed, or its coupon is no longer valid. */
export const updatePromotionCode: Handler = (context, params, [id = '']) => {
  const current = findPromotionCode(context, id);
  params.rejectUnsupported(['restrictions']);
  const changed: WirePromotionCode = {
    ...current,
    active: params.boolean('active') ?? current.active,
    metadata: params.metadata('metadata', current.metadata ?? {}),
  };
  params.rejectUnread();
  if (changed.active && !current.active) {
    const reason = whyNotRedeemable(context, changed);
    if (reason !== undefined) {
      throw new StripeApiError(400, `This promotion code cannot be activated because ${reason}.`, {
        param: 'active',
      });
    }
    rejectTaken(context, changed.code, id);
  }
  context.store.put('promotionCodes', id, changed);
  return changed;
};

export const listPromotionCodes: Handler = (context, params) => {
  params.rejectUnsupported(['customer', 'customer_account']);
  const active = params.boolean('active');
  const code = params.text('code', maxCodeLength)?.toLowerCase();
  const coupon = params.text('coupon');
  const created = params.range('created');
  const matching = context.store
    .values('promotionCodes')
    .filter((known) => active === undefined || known.active === active)
    .filter((known) => code === undefined || known.code.toLowerCase() === code)
    .filter((known) => coupon === undefined || known.promotion.coupon === coupon)
    .filter((known) => isInRange(known.created, created))
    .reverse();
  const page = listPage(matching, params, '/v1/promotion_codes');
  params.rejectUnread();
  return page;
};
