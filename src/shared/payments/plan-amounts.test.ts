import { expect, it } from 'vitest';
import { planOrderWarning } from './plan-amounts.ts';

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
] as const)('the warning for %s at %i cents is %j', (plan, priceCents, expected) => {
  expect(planOrderWarning(plans, [{ plan, priceCents }])).toBe(expected);
});

it('if all prices are multiplied by ten at the same time, there is no warning', () => {
  const tenfold = plans.map(({ plan, priceCents }) => ({ plan, priceCents: priceCents * 10 }));
  expect(planOrderWarning(plans, tenfold)).toBeUndefined();
});

it('if a plan already cost more than a higher plan, saving the same price causes no warning', () => {
  const wrong = [...plans.slice(1), { plan: 'silver', priceCents: 9_900 } as const];
  expect(planOrderWarning(wrong, [{ plan: 'silver', priceCents: 9_900 }])).toBeUndefined();
});

it('if a plan already cost more than a higher plan, a change that puts other prices in the wrong order causes a warning', () => {
  const wrong = [{ plan: 'silver', priceCents: 900 } as const, ...plans.slice(1)];
  expect(planOrderWarning(wrong, [{ plan: 'diamond', priceCents: 499 }])).toBe(
    'Silver would cost more than Diamond.',
  );
  expect(planOrderWarning(wrong, [{ plan: 'gold', priceCents: 1_001 }])).toBe(
    'Gold would cost more than Diamond.',
  );
});
