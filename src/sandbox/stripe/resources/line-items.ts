import type Stripe from 'stripe';
import { notInSandbox, referenceMissing, StripeApiError } from '../api-error.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { ParamReader } from '../params.ts';
import type { WireLineItem, WirePrice } from '../records.ts';
import { buildPrice, priceForSale, readRecurrence, readUnitAmount, supportedCurrency } from './prices.ts';
import { buildProduct } from './products.ts';

const maxLineItems = 100;
const maxImages = 8;

function inlineProduct(context: Context, data: ParamReader): Stripe.Product {
  const images = data.texts('images');
  if (images.length > maxImages) {
    throw new StripeApiError(400, `Array must contain at most ${maxImages} elements.`, {
      code: 'parameter_invalid_array',
      param: data.nameOf('images'),
    });
  }
  data.rejectUnsupported(['tax_details', 'tax_code', 'unit_label']);
  const product = buildProduct(context, {
    name: data.requiredText('name', 250),
    description: data.text('description') ?? null,
    metadata: data.metadata('metadata'),
    images,
    active: false,
  });
  context.store.put('products', product.id, product);
  return product;
}

/** Reads `price_data` and stores the price, and the product if it is given inline. */
export function inlinePrice(context: Context, data: ParamReader): WirePrice {
  const currency = supportedCurrency(data);
  const unitAmount = readUnitAmount(data);
  const productId = data.text('product');
  const productData = data.object('product_data');
  if ((productId === undefined) === (productData === undefined)) {
    throw new StripeApiError(400, 'You must specify either `product` or `product_data`.', {
      code: 'parameter_missing',
      param: data.nameOf('product_data'),
    });
  }
  const recurrence = readRecurrence(data);
  data.rejectUnsupported(['tax_behavior', 'unit_amount_decimal']);
  const product = productData
    ? inlineProduct(context, productData)
    : context.store.get('products', productId ?? '');
  if (!product) throw referenceMissing('product', productId ?? '', data.nameOf('product'));
  const price = buildPrice(context, { currency, unitAmount, product: product.id, active: false, recurrence });
  context.store.put('prices', price.id, price);
  return price;
}

function priceOf(context: Context, item: ParamReader): WirePrice {
  const priceId = item.text('price');
  const priceData = item.object('price_data');
  if (priceId !== undefined && priceData === undefined) {
    return priceForSale(context, priceId, item.nameOf('price'));
  }
  if (priceData !== undefined && priceId === undefined) return inlinePrice(context, priceData);
  throw new StripeApiError(400, 'You must specify either `price` or `price_data`.', {
    code: 'parameter_missing',
    param: item.nameOf('price_data'),
  });
}

/**
 * Reads `line_items` in either mode: at least one, whole quantities, one currency. Stores inline products and prices.
 * @throws StripeApiError in the same cases as Stripe.
 */
export function readLineItems(
  context: Context,
  params: ParamReader,
  mode: 'payment' | 'subscription',
): WireLineItem[] {
  const items = params.objects('line_items');
  if (items.length === 0) {
    throw new StripeApiError(400, 'Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    });
  }
  if (items.length > maxLineItems) {
    throw new StripeApiError(400, `Array must contain at most ${maxLineItems} elements.`, {
      code: 'parameter_invalid_array',
      param: 'line_items',
    });
  }
  const read = items.map((item): WireLineItem => {
    const price = priceOf(context, item);
    const quantity = item.requiredInteger('quantity');
    if (quantity < 1) {
      throw new StripeApiError(400, 'This value must be greater than or equal to 1.', {
        code: 'parameter_invalid_integer',
        param: item.nameOf('quantity'),
      });
    }
    item.rejectUnsupported(['adjustable_quantity', 'tax_rates']);
    const amount = (price.unit_amount ?? 0) * quantity;
    const product = typeof price.product === 'string' ? price.product : price.product.id;
    return {
      id: newId.lineItem(),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: context.store.get('products', product)?.name ?? null,
      metadata: item.metadata('metadata'),
      price,
      quantity,
    };
  });
  if (read.some((item) => item.currency !== read[0]?.currency)) {
    throw new StripeApiError(400, 'All line items must have the same currency.', { param: 'line_items' });
  }
  rejectOtherMode(read, mode);
  return read;
}

function rejectOtherMode(items: readonly WireLineItem[], mode: 'payment' | 'subscription'): void {
  const recurring = items.filter(({ price }) => price.type === 'recurring').length;
  if (mode === 'payment' && recurring > 0) {
    throw new StripeApiError(400, 'You specified `payment` mode but passed a recurring price.', {
      param: 'line_items',
    });
  }
  if (mode === 'subscription' && recurring === 0) {
    throw new StripeApiError(
      400,
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      { param: 'line_items' },
    );
  }
  if (mode === 'subscription' && items.length > 1) throw notInSandbox('line_items[1]');
}
