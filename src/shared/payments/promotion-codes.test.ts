import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { lowestPromotionPrice, promotionDiscount } from './promotion-codes.ts';

const discount = fc.oneof(
  fc.record({ percentOff: fc.integer({ min: 1, max: 99 }), amountOffCents: fc.constant(null) }),
  fc.record({ percentOff: fc.constant(null), amountOffCents: fc.integer({ min: 50, max: 99_999_999 }) }),
);

it('the discounted price is at least the minimum charge if and only if the price is at least `lowestPromotionPrice`', () => {
  fc.assert(
    fc.property(discount, fc.nat(10_000), (off, more) => {
      const remainingOf = (priceCents: number) => priceCents - promotionDiscount(off, priceCents);
      const lowest = lowestPromotionPrice(off);
      expect(remainingOf(lowest + more)).toBeGreaterThanOrEqual(limits.priceMinCents);
      expect(remainingOf(lowest - 1)).toBeLessThan(limits.priceMinCents);
    }),
  );
});
