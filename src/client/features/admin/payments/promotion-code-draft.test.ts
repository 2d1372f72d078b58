import { describe, expect, it } from 'vitest';
import { createPromotionCodeInput } from '../../../../shared/payments/promotion-codes.ts';
import { emptyPromotionCode, promotionCodeDraftSchema, readPromotionCode } from './promotion-code-draft.ts';

const id = '3f2b8c1e-0000-4000-8000-000000000000';
const typed = { ...emptyPromotionCode, code: 'spring20', value: '20' };

function read(changes: Partial<typeof typed>) {
  return readPromotionCode(id, promotionCodeDraftSchema.parse({ ...typed, ...changes }));
}

function errors(changes: Partial<typeof typed>): Record<string, string> {
  const issues = promotionCodeDraftSchema.safeParse({ ...typed, ...changes }).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

describe('promotion code draft', () => {
  it('a promotion code draft becomes valid server input, without empty fields', () => {
    expect(read({})).toEqual({ id, code: 'SPRING20', percentOff: 20, scope: { kind: 'everything' } });
    expect(read({ value: '15 %' }).percentOff).toBe(15);
    const full = read({
      kind: 'amount',
      value: '$5',
      scope: 'product',
      productId: '4',
      lastDay: '2099-01-31',
      limit: '100',
    });
    expect(full).toMatchObject({
      amountOffCents: 500,
      scope: { kind: 'product', productId: 4 },
      maxRedemptions: 100,
    });
    expect(full.percentOff).toBeUndefined();
    expect(createPromotionCodeInput.safeParse(full).success).toBe(true);
    expect(read({ scope: 'plan', plan: 'gold' }).scope).toEqual({ kind: 'plan', plan: 'gold' });
  });

  it('a promotion code is valid through its last day', () => {
    const { expiresAt } = read({ lastDay: '2099-01-31' });
    expect(new Date(Date.parse(expiresAt ?? '') - 1).getDate()).toBe(31);
  });

  it('each invalid field says how to correct it', () => {
    expect(errors({})).toEqual({});
    expect(errors({ code: 'a b', limit: '1.5', lastDay: '2001-01-01' })).toEqual({
      code: 'Use 3 to 40 letters, digits and hyphens',
      limit: 'Enter a whole number',
      lastDay: 'The last day must not be in the past',
    });
    expect(errors({ value: '100' })).toEqual({ value: 'Enter a percentage from 1 to 99' });
    expect(errors({ value: '12.5' })).toEqual({ value: 'Enter a whole percentage' });
    expect(errors({ kind: 'amount', value: 'lots' })).toEqual({ value: 'Enter an amount such as 5.00' });
    expect(errors({ kind: 'amount', value: '0.49' })).toEqual({ value: 'At least $0.50' });
    expect(errors({ scope: 'product' })).toEqual({ productId: 'Choose the product' });
    expect(errors({ scope: 'plan', plan: 'free' })).toEqual({ plan: 'Choose Silver, Gold or Diamond' });
    for (const spelling of ['1.000', '1e3', '0x10']) {
      expect(errors({ value: spelling, limit: spelling })).toEqual({
        value: 'Enter a whole percentage',
        limit: 'Enter a whole number',
      });
    }
    expect(read({ limit: '1,000' }).maxRedemptions).toBe(1000);
    expect(errors({ limit: '0' })).toEqual({ limit: 'At least 1' });
  });
});
