import type { SubscriptionPlan } from '../enums.ts';

/** In a module without schemas, because the first page of every visit loads it. */
export const planNames: Record<SubscriptionPlan, string> = {
  free: 'Free',
  silver: 'Silver',
  gold: 'Gold',
  diamond: 'Diamond',
  custom: 'Custom',
};
