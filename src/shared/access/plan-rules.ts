import { dayMs } from '../durations.ts';
import type { SubscriptionPlan } from '../enums.ts';

/** Days that a failed renewal keeps access. */
export const graceDays = 7;

/** Days between the announcement of another price and the first renewal that is charged at it. */
export const priceNoticeDays = 30;

/** ISO; from when a price that was announced at `announcedAt` may be charged. */
export function announcedFrom(announcedAt: string | null): string | null {
  if (announcedAt === null) return null;
  return new Date(Date.parse(announcedAt) + priceNoticeDays * dayMs).toISOString();
}

/** US cents that the next renewal is charged, given what was announced. Times are ISO. */
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

export type SubscriptionFact = {
  plan: 'silver' | 'gold' | 'diamond';
  /** Stripe's word; words we do not know give no access. */
  status: string;
  /** ISO; access ends then even if every webhook is lost. */
  currentPeriodEnd: string | null;
  /** Cancelled: nothing renews it, so that access ends with the period to the moment. */
  cancelAtPeriodEnd: boolean;
  pastDueSince: string | null;
};

export type GrantFact = {
  plan: 'silver' | 'gold' | 'diamond' | 'custom';
  startsAt: string;
  endsAt: string | null;
  revokedAt: string | null;
};

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

/** A higher plan opens what a lower one does; custom opens everything. */
export function planOpens(plan: SubscriptionPlan, required: SubscriptionPlan): boolean {
  return rank[plan] >= rank[required];
}

/** ISO; until when a renewal that failed at `pastDueSince` keeps access. */
export function graceEnd(pastDueSince: string | null): string | null {
  if (pastDueSince === null) return null;
  return new Date(Date.parse(pastDueSince) + graceDays * dayMs).toISOString();
}

/** The plan that counts now: the highest of all live subscriptions and grants. Pure; never stored. */
export function effectivePlan(
  subscriptions: readonly SubscriptionFact[],
  grants: readonly GrantFact[],
  now: Date,
): SubscriptionPlan {
  const live: SubscriptionPlan[] = [
    ...subscriptions
      .filter((subscription) => isLive(subscription, now))
      .map((subscription) => subscription.plan),
    ...grants.filter((grant) => isGranted(grant, now)).map((grant) => grant.plan),
  ];
  return live.reduce<SubscriptionPlan>((best, plan) => (rank[plan] > rank[best] ? plan : best), 'free');
}

/** The custom plan that counts now: of those that run, the one that began last. */
export function customGrant<Grant extends GrantFact>(grants: readonly Grant[], now: Date): Grant | undefined {
  return grants
    .filter((grant) => grant.plan === 'custom' && isGranted(grant, now))
    .toSorted((a, b) => Date.parse(b.startsAt) - Date.parse(a.startsAt))[0];
}

function isLive(subscription: SubscriptionFact, now: Date): boolean {
  const grace = graceDays * dayMs;
  const time = now.getTime();
  const periodEnds =
    subscription.currentPeriodEnd === null ? null : Date.parse(subscription.currentPeriodEnd);
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return periodEnds === null || time < periodEnds + (subscription.cancelAtPeriodEnd ? 0 : grace);
    case 'past_due': {
      const since = subscription.pastDueSince === null ? periodEnds : Date.parse(subscription.pastDueSince);
      return since !== null && time < since + grace;
    }
    default:
      return false;
  }
}

function isGranted(grant: GrantFact, now: Date): boolean {
  const time = now.getTime();
  return (
    grant.revokedAt === null &&
    Date.parse(grant.startsAt) <= time &&
    (grant.endsAt === null || time < Date.parse(grant.endsAt))
  );
}
