import { expect, it } from 'vitest';
import { storedProduct } from './testing/stored-product.ts';
import { savedText } from './use-save-product.ts';

it('the message after saving contains the product’s title, or a warning about the product', () => {
  const problem = 'PDF: Cannot be stamped; it will be delivered as it is. It is too large.';
  const renumbered = 'Number 3 was taken, so the product became number 4.';
  expect(savedText({ productNumber: 4 }, storedProduct())).toBe('River Decisions');
  expect(savedText({ productNumber: 3 }, storedProduct())).toBe(renumbered);
  expect(savedText({ productNumber: 4 }, storedProduct({ stampProblem: 'too_large' }))).toBe(problem);
  expect(savedText({ productNumber: 3 }, storedProduct({ stampProblem: 'too_large' }))).toBe(
    `${renumbered} ${problem}`,
  );
});
