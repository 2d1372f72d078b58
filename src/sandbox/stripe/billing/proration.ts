import type { Context } from '../context.ts';
import type { WireInvoiceLine, WirePrice, WireSubscriptionItem } from '../records.ts';
import { productOf } from '../resources/prices.ts';
import { buildLine } from './invoice-object.ts';

/** `20 Nov 2026`. */
function day(seconds: number): string {
  const date = new Date(seconds * 1000);
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/**
 * The two lines of a change within a period: a credit for the unused time at the old price, and a charge for the
 * remaining time at the new one, both to the second: https://docs.stripe.com/billing/subscriptions/prorations. A
 * discount on the period (`discount`, in cents) was not paid and is not credited.
 */
export function prorationLines(
  context: Context,
  item: WireSubscriptionItem,
  change: { price: WirePrice; quantity: number },
  at: number,
  discount = 0,
): WireInvoiceLine[] {
  const { current_period_start: start, current_period_end: end } = item;
  if (change.price.id === item.price.id && change.quantity === item.quantity) return [];
  const share = (end - at) / (end - start);
  const name = (price: WirePrice) => context.store.get('products', productOf(price))?.name ?? 'Subscription';
  const line = (text: string, price: WirePrice, quantity: number, sign: 1 | -1, off = 0) =>
    buildLine({
      amount: sign * Math.round(Math.max(0, (price.unit_amount ?? 0) * quantity - off) * share),
      description: `${text} ${quantity > 1 ? `${quantity} × ` : ''}${name(price)} after ${day(at)}`,
      period: { start: at, end },
      price,
      item,
      quantity,
      isProration: true,
    });
  return [
    line('Unused time on', item.price, item.quantity, -1, discount),
    line('Remaining time on', change.price, change.quantity, 1),
  ];
}
