import { expect, it } from 'vitest';
import { planCover } from './plan-cover.ts';

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const unknown = { plan: null, until: null, paidAt: day(1) };
const paid = { status: 'paid', plan: 'gold', until: day(31), paidAt: day(20) } as const;

it('suspends the plan when the disputed payment may belong to the current period', () => {
  expect(planCover([{ ...unknown, status: 'disputed' }])).toMatchObject({
    isSuspended: true,
    coveredPlan: null,
  });
  expect(planCover([{ ...unknown, status: 'disputed', paidAt: day(25) }, paid])).toMatchObject({
    isSuspended: true,
    coveredPlan: null,
  });
});

it('ignores an unknown payment made before one that is known to cover the current period', () => {
  expect(planCover([paid, { ...unknown, status: 'lost' }])).toMatchObject({
    disputed: [],
    isSuspended: false,
    coveredPlan: 'gold',
  });
});
