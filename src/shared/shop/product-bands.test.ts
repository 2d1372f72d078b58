import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { groupByPriceBand, priceBandIndex, priceBands } from './product-bands.ts';

function titleOf(price: number, isFree = false): string | undefined {
  return priceBands[priceBandIndex({ price, isFree })]?.title;
}

describe('priceBandIndex', () => {
  it.each([
    [0, 'Free Products'],
    [50, 'Starter Pack'],
    [100, 'Starter Pack'],
    [500, 'Starter Pack'],
    [550, 'Starter Pack'],
    [599, 'Starter Pack'],
    [600, 'Budget Friendly'],
    [1500, 'Budget Friendly'],
    [1599, 'Budget Friendly'],
    [1600, 'Intermediate Level'],
    [3000, 'Intermediate Level'],
    [3100, 'Advanced Training'],
    [5000, 'Advanced Training'],
    [5100, 'Professional Level'],
    [7500, 'Professional Level'],
    [7600, 'Elite Mastery'],
    [10_000, 'Elite Mastery'],
    [10_100, 'Luxury Collection'],
    [15_000, 'Luxury Collection'],
    [15_100, 'Championship Level'],
    [25_000, 'Championship Level'],
    [25_100, 'Masterclass Series'],
    [50_000, 'Masterclass Series'],
    [50_001, 'Exclusive VIP'],
    [99_999_999, 'Exclusive VIP'],
  ])('%i cents belong to band %s', (price, title) => expect(titleOf(price)).toBe(title));

  it('a free product belongs to the first band regardless of its price', () => {
    expect(titleOf(99_900, true)).toBe('Free Products');
  });

  it('a more expensive product is never in an earlier band', () => {
    const price = fc.integer({ min: 0, max: 200_000 });
    fc.assert(
      fc.property(price, price, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(priceBandIndex({ price: low, isFree: false })).toBeLessThanOrEqual(
          priceBandIndex({ price: high, isFree: false }),
        );
      }),
    );
  });
});

describe('groupByPriceBand', () => {
  it('sorts products in the same order on the server and in a Czech browser, where Ch is a letter after H', () => {
    const compare = String.prototype.localeCompare;
    vi.spyOn(String.prototype, 'localeCompare').mockImplementation(function (this: string, other, locale) {
      return compare.call(this, other, locale ?? 'cs');
    });
    const products = ['Dry Boards', 'Checking Back'].map((title) => ({ title, price: 500, isFree: false }));
    expect(groupByPriceBand(products)[0]?.products.map(({ title }) => title)).toEqual([
      'Checking Back',
      'Dry Boards',
    ]);
  });

  it('sorts free products by title, whatever their stored prices', () => {
    const free = [
      { title: 'B', price: 0, isFree: true },
      { title: 'A', price: 4_000, isFree: true },
    ];
    expect(groupByPriceBand(free)[0]?.products.map(({ title }) => title)).toEqual(['A', 'B']);
  });

  const product = fc.record({
    title: fc.string({ maxLength: 5 }),
    price: fc.integer({ min: 0, max: 80_000 }),
    isFree: fc.boolean(),
  });

  it('each product is in one group, no group is empty, and groups and products are sorted by price', () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 40 }), (products) => {
        const sections = groupByPriceBand(products);
        const shown = sections.flatMap((section) => section.products);
        expect(shown).toHaveLength(products.length);
        expect(new Set(shown)).toEqual(new Set(products));
        for (const section of sections) {
          expect(section.products.length).toBeGreaterThan(0);
          const prices = section.products.map(({ price, isFree }) => (isFree ? 0 : price));
          expect(prices).toEqual(prices.toSorted((a, b) => a - b));
        }
        const order = sections.map((section) => priceBands.indexOf(section.band));
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });
});
