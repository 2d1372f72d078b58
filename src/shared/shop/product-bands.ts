import { isFreeProduct } from '../access/access-rules.ts';

/**
 * The shop's price bands. A band includes the first amount of its label and ends below the first amount of the next
 * band, with two exceptions: Starter Pack also includes prices below $1, and Masterclass Series includes $500.
 */
export const priceBands = [
  { title: 'Free Products', label: 'Free' },
  { title: 'Starter Pack', label: '$1 - $5' },
  { title: 'Budget Friendly', label: '$6 - $15' },
  { title: 'Intermediate Level', label: '$16 - $30' },
  { title: 'Advanced Training', label: '$31 - $50' },
  { title: 'Professional Level', label: '$51 - $75' },
  { title: 'Elite Mastery', label: '$76 - $100' },
  { title: 'Luxury Collection', label: '$101 - $150' },
  { title: 'Championship Level', label: '$151 - $250' },
  { title: 'Masterclass Series', label: '$251 - $500' },
  { title: 'Exclusive VIP', label: '$500+' },
] as const;

/** Exclusive upper bounds in dollars, from Starter Pack to Championship Level. */
const upperBounds = [6, 16, 31, 51, 76, 101, 151, 251];

/** Index into `priceBands` for a price in US cents. Free products are always in the first band. */
export function priceBandIndex(product: { price: number; isFree: boolean }): number {
  if (isFreeProduct(product)) return 0;
  const dollars = product.price / 100;
  const index = upperBounds.findIndex((bound) => dollars < bound);
  if (index >= 0) return index + 1;
  return dollars <= 500 ? 9 : 10;
}

export type PriceBand = (typeof priceBands)[number];

/**
 * Groups products by price band and omits empty bands. Each group is sorted by price, then by title. Free products are
 * sorted by title.
 */
export function groupByPriceBand<P extends { price: number; isFree: boolean; title: string }>(
  products: readonly P[],
): { band: PriceBand; products: P[] }[] {
  return priceBands
    .map((band, index) => ({
      band,
      products: products
        .filter((product) => priceBandIndex(product) === index)
        // A free product may still have a stored price.
        .sort((a, b) => (index > 0 && a.price - b.price) || a.title.localeCompare(b.title, 'en')),
    }))
    .filter((group) => group.products.length > 0);
}
