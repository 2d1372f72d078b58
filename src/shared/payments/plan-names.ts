import type { SubscriptionPlan } from '../enums.ts';

/** In a module without schemas, so that pages that only show names load no schemas. */
export const planNames: Record<SubscriptionPlan, string> = {
  free: 'Free',
  silver: 'Silver',
  gold: 'Gold',
  diamond: 'Diamond',
  custom: 'Custom',
};
