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

/**
 * The number of stored hands, own ranges, open links to hands or monthly questions to a coach that a membership
 * includes.
 */
export function includedIn(
  plan: SubscriptionPlan,
  what: 'storedHands' | 'ownRanges' | 'shareLinks' | 'questions',
  settings: MembershipSettings,
): number {
  return settings[`${what}${tiers[plan]}`];
}
