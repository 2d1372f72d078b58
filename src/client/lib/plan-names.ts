import type { SubscriptionPlan } from '../../shared/enums.ts';

const names: Record<SubscriptionPlan, string> = {
  free: 'Free',
  silver: 'Silver',
  gold: 'Gold',
  diamond: 'Diamond',
  custom: 'Custom',
};

/** How a plan is called on every screen; empty when it is not known which one. */
export function planName(plan: SubscriptionPlan | null): string {
  return plan ? names[plan] : '';
}
