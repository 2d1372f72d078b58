import type Stripe from 'stripe';
import { resourceMissing, StripeApiError } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { newId } from '../ids.ts';
import type { ParamReader } from '../params.ts';
import { liveCoupon } from '../promotions.ts';
import { supportedCurrency } from './prices.ts';

const maxAmountOff = 99_999_999;

function outOfBounds(param: string, message: string): StripeApiError {
  return new StripeApiError(400, message, { code: 'parameter_invalid_integer', param });
}

/** Exactly one of `percent_off` and `amount_off`, the latter with its currency. */
function readValue(params: ParamReader) {
  const percent = params.decimal('percent_off');
  const amount = params.integer('amount_off');
  if ((percent === undefined) === (amount === undefined)) {
    throw new StripeApiError(400, 'Must provide exactly one of `percent_off` or `amount_off`.', {
      code: 'parameter_missing',
      param: 'percent_off',
    });
  }
  if (percent !== undefined) {
    if (percent > 0 && percent <= 100) return { percent_off: percent, amount_off: null, currency: null };
    throw outOfBounds('percent_off', 'Invalid percent_off: must be greater than 0 and at most 100.');
  }
  const currency = supportedCurrency(params);
  if (amount !== undefined && amount >= 1 && amount <= maxAmountOff) {
    return { percent_off: null, amount_off: amount, currency };
  }
  throw outOfBounds('amount_off', 'Invalid amount_off: must be from 1 to 99999999.');
}

/** Reads `max_redemptions`: at least 1; null = no limit. */
export function readLimit(params: ParamReader): number | null {
  const limit = params.integer('max_redemptions') ?? null;
  if (limit === null || limit >= 1) return limit;
  throw outOfBounds('max_redemptions', 'This value must be greater than or equal to 1.');
}

/** Reads a time in the future, in seconds; null = never. */
export function readFuture(context: Context, params: ParamReader, name: string): number | null {
  const at = params.integer(name) ?? null;
  if (at === null || at > nowSeconds(context)) return at;
  throw outOfBounds(name, `The \`${name}\` timestamp must be in the future.`);
}

export const createCoupon: Handler = (context, params) => {
  params.rejectUnsupported(['applies_to', 'currency_options', 'duration_in_months']);
  const id = params.text('id', 200) ?? newId.coupon();
  const duration = params.oneOf('duration', ['once']) ?? 'once';
  const coupon: Stripe.Coupon = {
    id,
    object: 'coupon',
    ...readValue(params),
    created: nowSeconds(context),
    duration,
    duration_in_months: null,
    livemode: false,
    max_redemptions: readLimit(params),
    metadata: params.metadata('metadata'),
    name: params.text('name', 40) ?? null,
    redeem_by: readFuture(context, params, 'redeem_by'),
    times_redeemed: 0,
    valid: true,
  };
  params.rejectUnread();
  if (liveCoupon(context, id)) {
    throw new StripeApiError(400, 'Coupon already exists.', { code: 'resource_already_exists' });
  }
  context.store.put('coupons', id, coupon);
  return coupon;
};

function findCoupon(context: Context, id: string): Stripe.Coupon {
  const coupon = liveCoupon(context, id);
  if (!coupon) throw resourceMissing('coupon', id, 'coupon');
  return coupon;
}

export const retrieveCoupon: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return findCoupon(context, id);
};

/** The coupon's promotion codes can no longer be redeemed. Discounts already granted remain. */
export const deleteCoupon: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  findCoupon(context, id);
  const deleted: Stripe.DeletedCoupon = { id, object: 'coupon', deleted: true };
  context.store.put('coupons', id, deleted);
  return deleted;
};
