import type { SubscriptionPlan } from '../enums.ts';

/** This module imports no schemas, so that pages that only show names do not load any. */
export const planNames: Record<SubscriptionPlan, string> = {
  free: 'Free',
  silver: 'Silver',
  gold: 'Gold',
  diamond: 'Diamond',
  custom: 'Custom',
};
