import { notInSandbox, referenceMissing, StripeApiError } from '../api-error.ts';
import { itemOf, recurrenceOf } from '../billing/subscription-object.ts';
import type { Context } from '../context.ts';
import type { ParamReader } from '../params.ts';
import type { WirePrice, WireSubscription } from '../records.ts';
import { inlinePrice } from './line-items.ts';
import { priceForSale } from './prices.ts';

const unsupported = ['billing_thresholds', 'clear_usage', 'current_trial', 'discounts', 'plan', 'tax_rates'];

/** Reads `price` or `price_data`; undefined when neither was sent. @throws StripeApiError for one-off prices. */
function readPrice(context: Context, item: ParamReader): WirePrice | undefined {
  const data = item.object('price_data');
  const id = item.text('price');
  if (data && id !== undefined) {
    throw new StripeApiError(400, 'You may only specify one of these parameters: price, price_data.', {
      param: item.nameOf('price'),
    });
  }
  if (data) data.rejectUnsupported(['product_data']);
  const stored = id === undefined ? undefined : priceForSale(context, id, item.nameOf('price'));
  const price = data ? inlinePrice(context, data) : stored;
  if (price) recurrenceOf(price);
  return price;
}

function readQuantity(item: ParamReader): number | undefined {
  const quantity = item.integer('quantity');
  if (quantity === undefined || quantity >= 1) return quantity;
  throw new StripeApiError(400, 'This value must be greater than or equal to 1.', {
    code: 'parameter_invalid_integer',
    param: item.nameOf('quantity'),
  });
}

/** Reads the one item of a new subscription. */
export function readNewItem(
  context: Context,
  params: ParamReader,
): { price: WirePrice; quantity: number; metadata: Record<string, string> } {
  const [item, second] = params.objects('items');
  if (!item) {
    throw new StripeApiError(400, 'Missing required param: items.', {
      code: 'parameter_missing',
      param: 'items',
    });
  }
  if (second) throw notInSandbox('items[1]');
  item.rejectUnsupported([...unsupported, 'trial_period_days']);
  const price = readPrice(context, item);
  if (!price) {
    throw new StripeApiError(400, 'You must specify either `price` or `price_data`.', {
      code: 'parameter_missing',
      param: item.nameOf('price'),
    });
  }
  return { price, quantity: readQuantity(item) ?? 1, metadata: item.metadata('metadata') };
}

/**
 * Reads a change of the only item. At Stripe, an item without its ID adds a second one and charges both, so it is
 * rejected.
 * @returns undefined when `items` was not sent.
 */
export function readChangedItem(
  context: Context,
  params: ParamReader,
  subscription: WireSubscription,
): { price: WirePrice; quantity: number } | undefined {
  const [sent, second] = params.objects('items');
  if (!sent) return undefined;
  if (second) throw notInSandbox(second.nameOf('id'));
  sent.rejectUnsupported([...unsupported, 'deleted', 'metadata']);
  const item = itemOf(subscription);
  const id = sent.text('id');
  if (id === undefined) {
    throw new StripeApiError(
      400,
      'Without the id of its item the change would add a second price to the subscription; the sandbox holds one.',
      { code: 'parameter_missing', param: sent.nameOf('id') },
    );
  }
  if (id !== item.id) throw referenceMissing('subscription_item', id, sent.nameOf('id'));
  const price = readPrice(context, sent) ?? item.price;
  const [before, after] = [recurrenceOf(item.price), recurrenceOf(price)];
  if (before.interval !== after.interval || before.count !== after.count) {
    throw notInSandbox(`${sent.nameOf('price')} with another interval`);
  }
  if (price.currency !== subscription.currency) {
    throw new StripeApiError(
      400,
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
      { param: sent.nameOf('price') },
    );
  }
  return { price, quantity: readQuantity(sent) ?? item.quantity };
}
