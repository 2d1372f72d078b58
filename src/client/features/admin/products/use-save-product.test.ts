import { expect, it } from 'vitest';
import { storedProduct } from './testing/stored-product.ts';
import { savedText } from './use-save-product.ts';

it('the message after saving is the product’s title or, if there are warnings about the product, the warnings', () => {
  const problem = 'The PDF is too large, so it will be delivered without a stamp.';
  const renumbered = 'Number 3 was taken, so the product became number 4.';
  expect(savedText({ productNumber: 4 }, storedProduct())).toBe('River Decisions');
  expect(savedText({ productNumber: 3 }, storedProduct())).toBe(renumbered);
  expect(savedText({ productNumber: 4 }, storedProduct({ stampProblem: 'too_large' }))).toBe(problem);
  expect(savedText({ productNumber: 3 }, storedProduct({ stampProblem: 'too_large' }))).toBe(
    `${renumbered} ${problem}`,
  );
});
