import { notInSandbox, referenceMissing, resourceMissing, StripeApiError } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { newId } from '../ids.ts';
import type { ParamReader } from '../params.ts';
import type { WirePrice } from '../records.ts';

/** Currencies with two decimals; others have other minimums and units. */
const currencies = ['usd', 'eur', 'gbp', 'cad', 'aud'];
const maxUnitAmount = 99_999_999;

/** Reads the required `currency`, in lower case. */
export function supportedCurrency(params: ParamReader): string {
  const currency = params.requiredText('currency').toLowerCase();
  if (currencies.includes(currency)) return currency;
  throw new StripeApiError(
    400,
    `Invalid currency: ${currency.slice(0, 10)}. The sandbox supports: ${currencies.join(', ')}`,
    {
      param: params.nameOf('currency'),
    },
  );
}

/** Reads the required `unit_amount` in whole cents. */
export function readUnitAmount(params: ParamReader): number {
  const amount = params.requiredInteger('unit_amount');
  if (amount >= 0 && amount <= maxUnitAmount) return amount;
  const message =
    amount < 0
      ? 'This value must be greater than or equal to 0.'
      : 'The amount must be no more than $999,999.99.';
  throw new StripeApiError(400, message, {
    code: amount < 0 ? 'parameter_invalid_integer' : 'amount_too_large',
    param: params.nameOf('unit_amount'),
  });
}

type NewPrice = { currency: string; unitAmount: number; product: string; active: boolean };

/** A one-off price as Stripe shows it; not stored yet. */
export function buildPrice(context: Context, price: NewPrice): WirePrice {
  return {
    id: newId.price(),
    object: 'price',
    active: price.active,
    billing_scheme: 'per_unit',
    created: nowSeconds(context),
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: price.product,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: price.unitAmount,
    unit_amount_decimal: String(price.unitAmount),
  };
}

export const createPrice: Handler = (context, params) => {
  if (params.has('recurring')) throw notInSandbox('recurring');
  const product = params.requiredText('product');
  if (!context.store.get('products', product)) throw referenceMissing('product', product, 'product');
  const price: WirePrice = {
    ...buildPrice(context, {
      currency: supportedCurrency(params),
      unitAmount: readUnitAmount(params),
      product,
      active: params.boolean('active') ?? true,
    }),
    metadata: params.metadata('metadata'),
    nickname: params.text('nickname') ?? null,
  };
  params.refuseUnread();
  context.store.put('prices', price.id, price);
  return price;
};

export const retrievePrice: Handler = (context, params, [id = '']) => {
  params.refuseUnread();
  const price = context.store.get('prices', id);
  if (!price) throw resourceMissing('price', id, 'price');
  return price;
};
