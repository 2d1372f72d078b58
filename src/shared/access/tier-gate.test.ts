import { describe, expect, it } from 'vitest';
import { subscriptionPlans } from '../enums.ts';
import { coachingPlanNumbers, defaultRequiredPlan, planOpens } from './tier-gate.ts';

describe('planOpens', () => {
  it('follows free < silver < gold < diamond < custom', () => {
    subscriptionPlans.forEach((plan, rank) => {
      subscriptionPlans.forEach((required, requiredRank) => {
        expect(planOpens(plan, required)).toBe(rank >= requiredRank);
      });
    });
  });
});

describe('defaultRequiredPlan', () => {
  it('asks for a higher plan as the number rises', () => {
    expect(coachingPlanNumbers.map(defaultRequiredPlan)).toEqual([
      ...['free', 'free'],
      ...['silver', 'silver'],
      ...['gold', 'gold', 'gold'],
      ...['diamond', 'diamond', 'diamond'],
    ]);
  });
});
