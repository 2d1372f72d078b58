import type { SubscriptionPlan } from '../enums.ts';
import type { Settings } from '../settings.ts';

type HandLimits = Pick<
  Settings,
  'storedHandsFree' | 'storedHandsSilver' | 'storedHandsGold' | 'storedHandsDiamond'
>;

/** How many hands a member keeps. */
export function storedHandsOf(plan: SubscriptionPlan, settings: HandLimits): number {
  const limits: Record<SubscriptionPlan, number> = {
    free: settings.storedHandsFree,
    silver: settings.storedHandsSilver,
    gold: settings.storedHandsGold,
    diamond: settings.storedHandsDiamond,
    custom: settings.storedHandsDiamond,
  };
  return limits[plan];
}

/** How many links to hands a member has open at once. */
export const shareLinksOf: Record<SubscriptionPlan, number> = {
  free: 5,
  silver: 50,
  gold: 500,
  diamond: 5_000,
  custom: 5_000,
};
