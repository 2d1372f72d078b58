import type Stripe from 'stripe';
import { StripeApiError } from '../api-error.ts';
import { type Context, find, type Handler, nowSeconds } from '../context.ts';
import { newId } from '../ids.ts';
import { listPage } from '../list-page.ts';
import type { ParamReader } from '../params.ts';
import { resource, type WirePrice } from '../records.ts';
import { taxBehaviors } from '../tax.ts';

/** Currencies with two decimals; others have different minimums and units. */
const currencies = ['usd', 'eur', 'gbp', 'cad', 'aud'];
const maxUnitAmount = 99_999_999;

/** Reads the required `currency` and `unit_amount`, in whole cents. */
export function readAmount(params: ParamReader) {
  const currency = params.required('currency', params.oneOf('currency', currencies));
  const unit_amount = params.requiredInteger('unit_amount');
  if (unit_amount <= maxUnitAmount) return { currency, unit_amount };
  throw new StripeApiError(400, 'The amount must be no more than $999,999.99.', {
    code: 'amount_too_large',
    param: params.nameOf('unit_amount'),
  });
}

/**
 * The stored price with this ID.
 * @throws StripeApiError 400 if the price is unknown, or if the price or its product is archived, as at Stripe
 */
export function priceForSale(context: Context, id: string, param: string): WirePrice {
  const price = find(context, 'prices', id, param);
  if (!price.active) {
    throw new StripeApiError(400, 'The price specified is inactive. This field only accepts active prices.', {
      param,
    });
  }
  if (context.store.get('products', price.product)?.active) return price;
  throw new StripeApiError(
    400,
    `Price \`${id}\` is not available to be purchased because its product is not active.`,
    { param },
  );
}

export const createProduct: Handler = (context, params) => {
  const product = addProduct(context, params);
  params.rejectUnread();
  return product;
};

function addProduct(context: Context, params: ParamReader): Stripe.Product {
  const product = resource<Stripe.Product>({
    id: newId.product(),
    object: 'product',
    active: true,
    created: nowSeconds(context),
    livemode: false,
    name: params.requiredText('name', 250),
  });
  context.store.put('products', product.id, product);
  return product;
}

export const updateProduct: Handler = (context, params, [id = '']) => {
  const current = find(context, 'products', id);
  const product = { ...current, active: params.boolean('active') ?? current.active };
  params.rejectUnread();
  context.store.put('products', id, product);
  return product;
};

/** Removes a lookup key from the price that has it, for `transfer_lookup_key`. */
function removeLookupKey(context: Context, key: string): void {
  const holder = context.store.values('prices').find((price) => price.lookup_key === key);
  if (holder) context.store.put('prices', holder.id, { ...holder, lookup_key: null });
}

/** Creates a monthly price. */
export const createPrice: Handler = (context, params) => {
  const data = params.object('product_data');
  const product = data
    ? addProduct(context, data)
    : find(context, 'products', params.requiredText('product'));
  const lookup_key = params.text('lookup_key', 200) ?? null;
  if (lookup_key !== null && params.boolean('transfer_lookup_key')) removeLookupKey(context, lookup_key);
  params.required('recurring', params.object('recurring'))?.oneOf('interval', ['month']);
  const price = resource<WirePrice>({
    id: newId.price(),
    object: 'price',
    active: true,
    created: nowSeconds(context),
    livemode: false,
    lookup_key,
    metadata: params.metadata('metadata'),
    product: product.id,
    recurring: { interval: 'month', interval_count: 1 },
    tax_behavior: params.oneOf('tax_behavior', taxBehaviors) ?? 'unspecified',
    type: 'recurring',
    ...readAmount(params),
  });
  params.rejectUnread();
  context.store.put('prices', price.id, price);
  return price;
};

/** The amount, currency and interval of a price are immutable, and so is its tax behavior once it is set. */
export const updatePrice: Handler = (context, params, [id = '']) => {
  const current = find(context, 'prices', id);
  const behavior = params.oneOf('tax_behavior', taxBehaviors);
  const isSet = current.tax_behavior !== undefined && current.tax_behavior !== 'unspecified';
  if (behavior !== undefined && isSet && behavior !== current.tax_behavior) {
    throw new StripeApiError(400, 'The `tax_behavior` of a price cannot be changed once it is set.', {
      param: 'tax_behavior',
    });
  }
  const price: WirePrice = {
    ...current,
    tax_behavior: behavior ?? current.tax_behavior ?? 'unspecified',
    active: params.boolean('active') ?? current.active,
    metadata: params.metadata('metadata', current.metadata),
  };
  params.rejectUnread();
  context.store.put('prices', id, price);
  return price;
};

export const listPrices: Handler = ({ store }, params) => {
  const keys = params.texts('lookup_keys');
  const matching = store
    .values('prices')
    .filter(({ lookup_key }) => keys.length === 0 || keys.includes(lookup_key ?? ''));
  return listPage(matching, params, ['active']);
};
