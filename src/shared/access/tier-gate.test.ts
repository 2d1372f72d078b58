import { describe, expect, it } from 'vitest';
import { subscriptionPlans } from '../enums.ts';
import { canOpenCoachingPlan, planOpens } from './tier-gate.ts';

describe('planOpens', () => {
  it('plan ranks follow free < silver < gold < diamond < custom', () => {
    subscriptionPlans.forEach((plan, rank) => {
      subscriptionPlans.forEach((required, requiredRank) => {
        expect(planOpens(plan, required)).toBe(rank >= requiredRank);
      });
    });
  });
});

describe('canOpenCoachingPlan', () => {
  it.each([
    ['gold', 'silver', true],
    ['gold', 'gold', true],
    ['silver', 'gold', false],
  ] as const)('whether a %s member can open a %s coaching plan: %s', (plan, required, opens) => {
    expect(canOpenCoachingPlan({ role: 'user' }, plan, required)).toBe(opens);
    expect(canOpenCoachingPlan(null, plan, required)).toBe(false);
    expect(canOpenCoachingPlan({ role: 'admin' }, 'free', required)).toBe(true);
  });
});
