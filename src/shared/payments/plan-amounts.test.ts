import { expect, it } from 'vitest';
import { disorderOf } from './plan-amounts.ts';

const plans = [
  { plan: 'silver', priceCents: 100 },
  { plan: 'gold', priceCents: 500 },
  { plan: 'diamond', priceCents: 1_000 },
] as const;

it.each([
  ['silver', 501, 'Silver would cost more than Gold.'],
  ['silver', 500, undefined],
  ['gold', 99, 'Silver would cost more than Gold.'],
  ['gold', 1_001, 'Gold would cost more than Diamond.'],
  ['diamond', 499, 'Gold would cost more than Diamond.'],
  ['diamond', 5_000, undefined],
] as const)('%s at %i cents: %s', (plan, cents, expected) => {
  expect(disorderOf(plans, plan, cents)).toBe(expected);
});

it('an unchanged price has no warning', () => {
  const wrong = [...plans.slice(1), { plan: 'silver', priceCents: 9_900 } as const];
  expect(disorderOf(wrong, 'silver', 9_900)).toBeUndefined();
});
