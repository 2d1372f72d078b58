import { dayMs } from '../durations.ts';
import type { SubscriptionPlan } from '../enums.ts';

/** Days between the announcement of another price and the first renewal that is charged at it. */
export const priceNoticeDays = 30;

/** ISO; from when a price that was announced at `announcedAt` may be charged. */
export function announcedFrom(announcedAt: string | null): string | null {
  if (announcedAt === null) return null;
  return new Date(Date.parse(announcedAt) + priceNoticeDays * dayMs).toISOString();
}

/** US cents of the next renewal, including announced prices. Times are ISO. */
export function renewalCents(subscription: {
  priceCents: number;
  announcedPriceCents: number | null;
  announcedAt: string | null;
  currentPeriodEnd: string | null;
}): number {
  const { priceCents, announcedPriceCents, announcedAt, currentPeriodEnd } = subscription;
  const from = announcedFrom(announcedAt);
  if (announcedPriceCents === null || from === null || currentPeriodEnd === null) return priceCents;
  return Date.parse(currentPeriodEnd) >= Date.parse(from) ? announcedPriceCents : priceCents;
}

const rank: Record<SubscriptionPlan, number> = { free: 0, silver: 1, gold: 2, diamond: 3, custom: 4 };

/** Position in the hierarchy: 0 for free. */
export function planRank(plan: SubscriptionPlan): number {
  return rank[plan];
}

/** The ten coaching plans. */
export const coachingPlanNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The plan that a coaching plan without a record asks for. */
export function defaultRequiredPlan(number: number): Exclude<SubscriptionPlan, 'custom'> {
  if (number <= 2) return 'free';
  if (number <= 4) return 'silver';
  return number <= 7 ? 'gold' : 'diamond';
}

/** A higher plan includes the lower ones; custom opens everything. */
export function planOpens(plan: SubscriptionPlan, required: SubscriptionPlan): boolean {
  return rank[plan] >= rank[required];
}
