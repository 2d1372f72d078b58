import type { SubscriptionPlan } from '../enums.ts';
import type { Settings } from '../settings.ts';

type RangeLimits = Pick<Settings, 'ownRangesFree' | 'ownRangesSilver' | 'ownRangesGold' | 'ownRangesDiamond'>;

/** How many ranges a member keeps. */
export function ownRangesOf(plan: SubscriptionPlan, settings: RangeLimits): number {
  const limits: Record<SubscriptionPlan, number> = {
    free: settings.ownRangesFree,
    silver: settings.ownRangesSilver,
    gold: settings.ownRangesGold,
    diamond: settings.ownRangesDiamond,
    custom: settings.ownRangesDiamond,
  };
  return limits[plan];
}
