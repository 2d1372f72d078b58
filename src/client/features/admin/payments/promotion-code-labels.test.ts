import { describe, expect, it } from 'vitest';
import {
  type AdminPromotionCode,
  createPromotionCodeInput,
} from '../../../../shared/payments/promotion-codes.ts';
import {
  codeStatus,
  completionInput,
  discountLabel,
  isWaitingForStripe,
  lastDayOf,
  scopeLabel,
} from './promotion-code-labels.ts';

const code: AdminPromotionCode = {
  id: '3f2b8c1e-0000-4000-8000-000000000000',
  code: 'SPRING20',
  percentOff: 20,
  amountOffCents: null,
  scope: { kind: 'everything' },
  expiresAt: null,
  maxRedemptions: null,
  redemptions: 3,
  discountedCents: 900,
  isReady: true,
  endedAt: null,
  createdAt: '2026-11-01T10:00:00.000Z',
};
const now = new Date('2026-11-21T12:00:00.000Z');

it('the labels name the discount and the scope of a code', () => {
  expect(discountLabel(code)).toBe('20% off');
  expect(discountLabel({ percentOff: null, amountOffCents: 500 })).toBe('$5.00 off');
  expect(scopeLabel({ kind: 'plan', plan: 'gold' })).toBe('Gold membership');
  expect(scopeLabel({ kind: 'product', productId: 4, title: 'River Decisions' })).toBe('River Decisions');
});

it.each([
  ['In use', {}],
  ['In use', { maxRedemptions: 4, expiresAt: '2026-11-21T12:00:01.000Z' }],
  ['Used up', { maxRedemptions: 3 }],
  ['Expired', { expiresAt: '2026-11-21T12:00:00.000Z' }],
  ['Not at Stripe yet', { isReady: false }],
  ['Ended', { endedAt: '2026-11-20T12:00:00.000Z', isReady: false, maxRedemptions: 3 }],
])('the status of the code is: %s', (label, changes) => {
  expect(codeStatus({ ...code, ...changes }, now).label).toBe(label);
});

it('the last day of a code is the day that contains the last moment before the code expires', () => {
  expect(lastDayOf(code)).toBeUndefined();
  expect(lastDayOf({ expiresAt: '2027-02-01T00:00:00.000Z' })?.toISOString()).toBe(
    '2027-01-31T23:59:59.999Z',
  );
});

describe('completing the setup of a promotion code at Stripe', () => {
  it('sends the stored values', () => {
    const input = completionInput({
      ...code,
      scope: { kind: 'product', productId: 4, title: 'River Decisions' },
      expiresAt: '2027-02-01T00:00:00.000Z',
      maxRedemptions: 7,
    });
    expect(input).toEqual({
      id: code.id,
      code: 'SPRING20',
      percentOff: 20,
      scope: { kind: 'product', productId: 4 },
      expiresAt: '2027-02-01T00:00:00.000Z',
      maxRedemptions: 7,
    });
    expect(createPromotionCodeInput.safeParse(input).success).toBe(true);
  });

  it('omits absent fields', () => {
    const input = completionInput({ ...code, percentOff: null, amountOffCents: 500 });
    expect(Object.keys(input).sort()).toEqual(['amountOffCents', 'code', 'id', 'scope']);
    expect(createPromotionCodeInput.safeParse(input).success).toBe(true);
  });
});

it('the setup of a code that Stripe never received can be completed', () => {
  expect(isWaitingForStripe({ ...code, isReady: false }, now)).toBe(true);
});

it.each([
  ['the code exists at Stripe', {}],
  ['the code has expired', { isReady: false, expiresAt: now.toISOString() }],
  ['the code was ended', { isReady: false, endedAt: now.toISOString() }],
])('the setup of a code cannot be completed if %s', (_, changes) => {
  expect(isWaitingForStripe({ ...code, ...changes }, now)).toBe(false);
});
