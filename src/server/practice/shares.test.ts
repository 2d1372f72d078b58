import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharesOf } from './shares.ts';

it('shares in percent add up to 100, and each differs from the exact share by less than 1', () => {
  expect(sharesOf([127, 73])).toEqual([64, 36]);
  expect(sharesOf([7, 7, 7])).toEqual([34, 33, 33]);
  expect(sharesOf([20, 0, 0])).toEqual([100, 0, 0]);
  const counts = fc
    .array(fc.nat(10_000), { minLength: 2, maxLength: 5 })
    .filter((list) => list.some((count) => count > 0));
  fc.assert(
    fc.property(counts, (list) => {
      const total = list.reduce((sum, count) => sum + count, 0);
      const shares = sharesOf(list);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
      for (const [index, share] of shares.entries()) {
        expect(Math.abs(share - (100 * (list[index] ?? 0)) / total)).toBeLessThan(1);
      }
    }),
  );
});
