import { describe, expect, it } from 'vitest';
import { canAccess, ownsProduct, type ProductFacts } from './access-rules.ts';

const student = { role: 'user' } as const;
const admin = { role: 'admin' } as const;

function facts(changes: Partial<ProductFacts> = {}): ProductFacts {
  return {
    type: 'session',
    productNumber: 7,
    // The lowest price of a product that is not free.
    price: 50,
    isFree: false,
    isListed: true,
    hasPurchase: false,
    ...changes,
  };
}

const table: readonly [name: string, product: ProductFacts, owns: boolean, opens: boolean][] = [
  ['priced, not bought', facts(), false, false],
  ['bought', facts({ hasPurchase: true }), true, true],
  ['bought, then hidden or archived', facts({ hasPurchase: true, isListed: false }), true, true],
  ['marked as free', facts({ isFree: true }), true, true],
  ['with a price of 0', facts({ price: 0 }), true, true],
  ['free, but hidden', facts({ isFree: true, isListed: false }), false, false],
  ['session 1, open to all students', facts({ productNumber: 1 }), false, true],
  ['session 2, open to all students', facts({ productNumber: 2 }), false, true],
  ['session 3, the first that must be bought', facts({ productNumber: 3 }), false, false],
  ['session 2, open to all, but hidden', facts({ productNumber: 2, isListed: false }), false, false],
  ['PDF 1, not open to all, unlike session 1', facts({ type: 'pdf', productNumber: 1 }), false, false],
  ['PDF 1, bought', facts({ type: 'pdf', productNumber: 1, hasPurchase: true }), true, true],
];

describe('access to products', () => {
  it.each(table)('ownership and access of a student: %s', (_name, product, owns, opens) => {
    expect(ownsProduct(student, product)).toBe(owns);
    expect(canAccess(student, product)).toBe(opens);
  });

  it.each(table)('%s: no access for a visitor, full access for an admin', (_name, product) => {
    expect(ownsProduct(null, product)).toBe(false);
    expect(canAccess(null, product)).toBe(false);
    expect(canAccess(admin, product)).toBe(true);
  });
});
