import type { SubscriptionPlan } from '../../../shared/enums.ts';

const names: Record<SubscriptionPlan, string> = {
  free: 'Free',
  silver: 'Silver',
  gold: 'Gold',
  diamond: 'Diamond',
  custom: 'Custom',
};

/** How a plan is called on the payment pages; empty when it is not known which one. */
export function planName(plan: SubscriptionPlan | null): string {
  return plan ? names[plan] : '';
}

/** S2 §2 names the target; typed as text because its screen belongs to the subscriptions. */
export const plansPath: string = '/subscription-plans';
