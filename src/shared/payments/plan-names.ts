import type { SubscriptionPlan } from '../enums.ts';

/** Apart from the schemas and the other lists, because every first visit loads it. */
export const planNames: Record<SubscriptionPlan, string> = {
  free: 'Free',
  silver: 'Silver',
  gold: 'Gold',
  diamond: 'Diamond',
  custom: 'Custom',
};
