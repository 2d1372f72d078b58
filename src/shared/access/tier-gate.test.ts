import { describe, expect, it } from 'vitest';
import { subscriptionPlans } from '../enums.ts';
import { coachingPlanNumbers, defaultRequiredPlan, planOpens } from './tier-gate.ts';

describe('planOpens', () => {
  it('plan ranks follow free < silver < gold < diamond < custom', () => {
    subscriptionPlans.forEach((plan, rank) => {
      subscriptionPlans.forEach((required, requiredRank) => {
        expect(planOpens(plan, required)).toBe(rank >= requiredRank);
      });
    });
  });
});

describe('defaultRequiredPlan', () => {
  it('higher coaching plan numbers require higher plans by default', () => {
    expect(coachingPlanNumbers.map(defaultRequiredPlan)).toEqual([
      ...['free', 'free'],
      ...['silver', 'silver'],
      ...['gold', 'gold', 'gold'],
      ...['diamond', 'diamond', 'diamond'],
    ]);
  });
});
