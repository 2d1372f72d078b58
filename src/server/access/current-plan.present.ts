import {
  customGrant,
  effectivePlan,
  isSubscriptionLive,
  paidPlan,
  type SubscriptionFact,
} from '../../shared/access/effective-plan.ts';
import { planRank } from '../../shared/access/tier-gate.ts';
import type { CurrentUser } from '../../shared/auth/accounts.ts';
import type { SubscriptionPlan } from '../../shared/enums.ts';
import type { PaidPlan } from '../../shared/payments/billing.ts';
import type { GrantRow } from './plans.queries.ts';

export type PlanFacts = { subscriptions: SubscriptionFact[]; grants: GrantRow[] };
export type StoredSubscription = SubscriptionFact & {
  id: string;
  /** The plan before an upgrade that nothing has been paid for yet; null otherwise. */
  upgradedFrom: PaidPlan | null;
  /** The amount due on the latest invoice; null if that invoice is neither a draft nor open. */
  dueCents: number | null;
  /** Whether the subscription is past due although its renewal has not failed: only an upgrade is or was unpaid. */
  owesOnlyUpgrade: boolean;
  /**
   * The time at which the renewal failed (ISO 8601) if an upgrade was already unpaid at that time, otherwise null.
   * Ignored without `pastDueSince`, because a server of the previous version does not clear `unpaidSince`.
   */
  unpaidSince: string | null;
  /** The plan to which the subscription is downgraded at the end of the period; null without a downgrade. */
  pendingPlan: PaidPlan | null;
};
export type StoredFacts = Pick<PlanFacts, 'grants'> & {
  subscriptions: StoredSubscription[];
};

/** The plan in effect now, with the terms of a custom plan. */
export type OwnPlan = Pick<CurrentUser, 'subscriptionPlan' | 'customPlanAmount' | 'customPlanDescription'>;

export function presentPlan({ subscriptions, grants }: PlanFacts, now: Date): OwnPlan {
  const custom = customGrant(grants, now);
  return {
    subscriptionPlan: effectivePlan(subscriptions, grants, now),
    customPlanAmount: custom?.amountCents ?? null,
    customPlanDescription: custom?.description ?? null,
  };
}

/** A copy of the subscription in which `plan` is the plan that was paid for, without an unpaid upgrade. */
export function paidPlanOf(one: StoredSubscription): StoredSubscription {
  return { ...one, plan: paidPlan(one.plan, one.upgradedFrom) };
}

/** `paidAt`: when the renewal will pay for the upgrade; null once the charge for the upgrade has begun or is due. */
export type UnpaidUpgrade = { plan: PaidPlan; paidAt: string | null };

/** The upgrade that a subscription in good standing will pay for; undefined if there is none. */
export function unpaidUpgradeOf(one: StoredSubscription, now: Date): UnpaidUpgrade | undefined {
  const { plan, status, currentPeriodEnd: renewsAt } = one;
  if (paidPlanOf(one).plan === plan || status === 'past_due' || !isSubscriptionLive(one, now))
    return undefined;
  const isCharging = one.dueCents !== null;
  if (!isCharging && (one.cancelAtPeriodEnd || one.pendingPlan !== null)) return undefined;
  const isFuture = renewsAt !== null && Date.parse(renewsAt) > now.getTime();
  return { plan, paidAt: isFuture && !isCharging ? renewsAt : null };
}

/**
 * The plan in effect at `later` if the running subscriptions go on as planned: renewed, downgraded as scheduled, or
 * ended if canceled.
 */
export function plannedPlan(
  { subscriptions, grants }: StoredFacts,
  now: Date,
  later: Date,
): SubscriptionPlan {
  const isOver = ({ currentPeriodEnd: end }: StoredSubscription) =>
    end !== null && Date.parse(end) <= later.getTime();
  const renewed = subscriptions
    .filter((one) => !one.cancelAtPeriodEnd || !isOver(one))
    .map((one) => (one.pendingPlan !== null && isOver(one) ? { ...one, plan: one.pendingPlan } : one));
  const paid = effectivePlan(renewed, [], now);
  const given = effectivePlan([], grants, later);
  return planRank(given) > planRank(paid) ? given : paid;
}

/** The id of the subscription that gives the plan in effect; null if a grant or nothing gives it. */
export function subscriptionGiving(
  plan: SubscriptionPlan,
  { subscriptions, grants }: StoredFacts,
  now: Date,
): string | null {
  if (effectivePlan([], grants, now) === plan) return null;
  const giving = subscriptions.find((one) => one.plan === plan && isSubscriptionLive(one, now));
  return giving?.id ?? null;
}
