import type { SubscriptionPlan } from './enums.ts';
import type { MembershipSettings } from './membership-settings.ts';

const tiers = {
  free: 'Free',
  silver: 'Silver',
  gold: 'Gold',
  diamond: 'Diamond',
  // A custom plan includes what Diamond includes.
  custom: 'Diamond',
} as const satisfies Record<SubscriptionPlan, string>;

export type IncludedItem = 'storedHands' | 'ownRanges' | 'shareLinks' | 'questions';

/**
 * The number of stored hands, own ranges, open links to hands or monthly question credits that a membership
 * includes.
 */
export function includedIn(plan: SubscriptionPlan, what: IncludedItem, settings: MembershipSettings): number {
  return settings[`${what}${tiers[plan]}`];
}
