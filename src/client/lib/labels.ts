import type { Difficulty, SubscriptionPlan } from '../../shared/enums.ts';
import { planNames } from '../../shared/payments/plan-names.ts';

/** The name of a plan on screens; empty when the plan is not known. */
export function planName(plan: SubscriptionPlan | null): string {
  return plan ? planNames[plan] : '';
}

export const productTypeLabels = { pdf: 'PDF', session: 'Session' } as const;

export const difficultyLabels: Record<Difficulty, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
  expert: 'Expert',
};
