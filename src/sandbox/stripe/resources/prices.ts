import type Stripe from 'stripe';
import { referenceMissing, resourceMissing, StripeApiError } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { newId } from '../ids.ts';
import { isInRange, listPage } from '../list-page.ts';
import type { ParamReader } from '../params.ts';
import type { WirePrice } from '../records.ts';
import { buildProduct } from './products.ts';

/** Currencies with two decimals; others have different minimums and units. */
const currencies = ['usd', 'eur', 'gbp', 'cad', 'aud'];
const maxUnitAmount = 99_999_999;
const maxIntervalCounts = { day: 1_095, week: 156, month: 36, year: 3 };

export type Recurrence = { interval: keyof typeof maxIntervalCounts; count: number };

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

/** Reads `recurring`; undefined = a one-off price. Licensed usage only. */
export function readRecurrence(params: ParamReader): Recurrence | undefined {
  const recurring = params.object('recurring');
  if (!recurring) return undefined;
  recurring.rejectUnsupported(['meter', 'trial_period_days']);
  recurring.oneOf('usage_type', ['licensed']);
  const interval = recurring.oneOf('interval', ['day', 'week', 'month', 'year']);
  if (interval === undefined) {
    throw new StripeApiError(400, 'Missing required param: recurring[interval].', {
      code: 'parameter_missing',
      param: recurring.nameOf('interval'),
    });
  }
  const count = recurring.integer('interval_count') ?? 1;
  if (count >= 1 && count <= maxIntervalCounts[interval]) return { interval, count };
  throw new StripeApiError(400, 'The interval must be between one day and three years.', {
    param: recurring.nameOf('interval_count'),
  });
}

type NewPrice = {
  currency: string;
  unitAmount: number;
  product: string;
  active: boolean;
  recurrence?: Recurrence | undefined;
};

/** A price as Stripe shows it; not stored yet. */
export function buildPrice(context: Context, price: NewPrice): WirePrice {
  const recurring: Stripe.Price.Recurring | null = price.recurrence
    ? {
        interval: price.recurrence.interval,
        interval_count: price.recurrence.count,
        meter: null,
        trial_period_days: null,
        usage_type: 'licensed',
      }
    : null;
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
    recurring,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: price.unitAmount,
    unit_amount_decimal: String(price.unitAmount),
  };
}

/** The ID of a price's product. */
export function productOf(price: WirePrice): string {
  return typeof price.product === 'string' ? price.product : price.product.id;
}

/**
 * The stored price with this ID, for new use.
 * @throws StripeApiError in the same cases as Stripe, if it is unknown or archived
 */
export function priceForSale(context: Context, id: string, param: string): WirePrice {
  const price = context.store.get('prices', id);
  if (!price) throw referenceMissing('price', id, param);
  if (!price.active) {
    throw new StripeApiError(400, 'The price specified is inactive. This field only accepts active prices.', {
      param,
    });
  }
  if (context.store.get('products', productOf(price))?.active) return price;
  throw new StripeApiError(
    400,
    `Price \`${id}\` is not available to be purchased because its product is not active.`,
    { param },
  );
}

function readProduct(context: Context, params: ParamReader): string {
  const data = params.object('product_data');
  if (data) {
    data.rejectUnsupported(['statement_descriptor', 'tax_code', 'tax_details', 'unit_label']);
    const product = buildProduct(context, {
      name: data.requiredText('name', 250),
      description: null,
      metadata: data.metadata('metadata'),
      images: [],
      active: data.boolean('active') ?? true,
    });
    context.store.put('products', product.id, product);
    return product.id;
  }
  const product = params.requiredText('product');
  if (!context.store.get('products', product)) throw referenceMissing('product', product, 'product');
  return product;
}

function findByLookupKey(context: Context, key: string | null | undefined): WirePrice | undefined {
  return key ? context.store.values('prices').find((price) => price.lookup_key === key) : undefined;
}

function rejectTakenLookupKey(context: Context, key: string | null | undefined, own?: string): void {
  const holder = findByLookupKey(context, key);
  if (!holder || holder.id === own) return;
  throw new StripeApiError(400, `A price (\`${holder.id}\`) already uses that lookup key.`, {
    param: 'lookup_key',
  });
}

export const createPrice: Handler = (context, params) => {
  const product = readProduct(context, params);
  const lookupKey = params.text('lookup_key', 200);
  if (params.boolean('transfer_lookup_key')) {
    const holder = findByLookupKey(context, lookupKey);
    if (holder) context.store.put('prices', holder.id, { ...holder, lookup_key: null });
  }
  rejectTakenLookupKey(context, lookupKey);
  const price: WirePrice = {
    ...buildPrice(context, {
      currency: supportedCurrency(params),
      unitAmount: readUnitAmount(params),
      product,
      active: params.boolean('active') ?? true,
      recurrence: readRecurrence(params),
    }),
    lookup_key: lookupKey ?? null,
    metadata: params.metadata('metadata'),
    nickname: params.text('nickname') ?? null,
  };
  params.rejectUnread();
  context.store.put('prices', price.id, price);
  return price;
};

function findPrice(context: Context, id: string): WirePrice {
  const price = context.store.get('prices', id);
  if (!price) throw resourceMissing('price', id, 'price');
  return price;
}

export const retrievePrice: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  return findPrice(context, id);
};

/** The amount, currency and interval of a price are immutable. */
export const updatePrice: Handler = (context, params, [id = '']) => {
  const current = findPrice(context, id);
  const lookupKey = params.has('lookup_key') ? params.nullableText('lookup_key', 200) : current.lookup_key;
  rejectTakenLookupKey(context, lookupKey, id);
  const price: WirePrice = {
    ...current,
    active: params.boolean('active') ?? current.active,
    lookup_key: lookupKey ?? null,
    metadata: params.metadata('metadata', current.metadata),
    nickname: params.has('nickname') ? (params.nullableText('nickname') ?? null) : current.nickname,
  };
  params.rejectUnread();
  context.store.put('prices', id, price);
  return price;
};

export const listPrices: Handler = (context, params) => {
  const active = params.boolean('active');
  const product = params.text('product');
  const type = params.oneOf('type', ['one_time', 'recurring']);
  const currency = params.text('currency');
  const lookupKeys = params.texts('lookup_keys');
  const created = params.range('created');
  params.rejectUnsupported(['recurring']);
  const matching = context.store
    .values('prices')
    .filter((price) => active === undefined || price.active === active)
    .filter((price) => product === undefined || price.product === product)
    .filter((price) => type === undefined || price.type === type)
    .filter((price) => currency === undefined || price.currency === currency)
    .filter((price) => lookupKeys.length === 0 || lookupKeys.includes(price.lookup_key ?? ''))
    .filter((price) => isInRange(price.created, created))
    .reverse();
  const page = listPage(matching, params, '/v1/prices');
  params.rejectUnread();
  return page;
};
