import { expect, it } from 'vitest';
import { planCover } from './plan-cover.ts';

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const unknownPeriod = { plan: null, until: null, paidAt: day(1) };
const paid = { status: 'paid', plan: 'gold', until: day(31), paidAt: day(20) } as const;

it('a disputed payment that may belong to the current period suspends the plan', () => {
  expect(planCover([{ ...unknownPeriod, status: 'disputed' }])).toMatchObject({
    isSuspended: true,
    coveredPlan: null,
  });
  expect(planCover([{ ...unknownPeriod, status: 'disputed', paidAt: day(25) }, paid])).toMatchObject({
    isSuspended: true,
    coveredPlan: null,
  });
});

it('a payment that was lost in a dispute is ignored if its period is unknown and a later payment covers the current period', () => {
  expect(planCover([paid, { ...unknownPeriod, status: 'lost' }])).toMatchObject({
    disputed: [],
    isSuspended: false,
    coveredPlan: 'gold',
  });
});
