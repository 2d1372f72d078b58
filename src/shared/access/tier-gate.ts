import type { Role, SubscriptionPlan } from '../enums.ts';

const rank: Record<SubscriptionPlan, number> = { free: 0, silver: 1, gold: 2, diamond: 3, custom: 4 };

/** Position in the hierarchy, starting at 0 for free. */
export function planRank(plan: SubscriptionPlan): number {
  return rank[plan];
}

export const coachingPlanNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** Tiers that a coaching plan may require. The tier `custom` opens all coaching plans and cannot be required. */
export const tierPlans = ['free', 'silver', 'gold', 'diamond'] as const;
export type TierPlan = (typeof tierPlans)[number];

/** The tier that a coaching plan without a row in `coaching_pdfs` requires. */
export function defaultRequiredPlan(number: number): TierPlan {
  if (number <= 2) return 'free';
  if (number <= 4) return 'silver';
  return number <= 7 ? 'gold' : 'diamond';
}

/** A higher tier includes the lower ones; `custom` includes all. */
export function planOpens(plan: SubscriptionPlan, required: SubscriptionPlan): boolean {
  return rank[plan] >= rank[required];
}

/**
 * Whether the user may open a coaching plan. Only the rank of the user's tier counts; owning the PDF with the same
 * number does not. Admins have access to everything.
 */
export function canOpenCoachingPlan(
  user: { role: Role } | null,
  currentPlan: SubscriptionPlan,
  required: SubscriptionPlan,
): boolean {
  if (!user) return false;
  return user.role === 'admin' || planOpens(currentPlan, required);
}
