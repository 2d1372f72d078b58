import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { askStripe } from './stripe-calls.ts';
import { isCollecting, type SubscriptionFacts, withoutEnd } from './stripe-subscription.ts';

export type LockedSubscription = {
  facts: SubscriptionFacts;
  subscription: Stripe.Subscription;
  /** Unique for each change of a subscription. The idempotency keys of the change at Stripe end with this key. */
  key: string;
};

/**
 * Ends a subscription at the end of the paid period, or immediately if Stripe may still collect an open invoice. Call
 * this, `releaseSchedule` and `resumeRenewal` under the subscription's lock.
 * @returns when access ends; null if immediately
 * @throws DomainError payments_unavailable
 */
export async function endRenewal(
  deps: Deps,
  { facts, subscription, key }: LockedSubscription,
): Promise<Date | null> {
  // Also true for an incomplete subscription, whose first payment has not succeeded.
  if (isCollecting(subscription.status)) {
    // DELETE is idempotent at Stripe and takes no key.
    await askStripe(() => deps.stripe.subscriptions.cancel(facts.id));
    return null;
  }
  await releaseSchedule(deps, facts, key);
  if (facts.endsAt === null) {
    await askStripe(() =>
      deps.stripe.subscriptions.update(
        facts.id,
        { cancel_at_period_end: true },
        { idempotencyKey: `cancel:${key}` },
      ),
    );
  }
  return facts.endsAt ?? facts.currentPeriodEnd;
}

/**
 * Releases a subscription from the schedule of a downgrade, because Stripe allows no other change of a subscription
 * with a schedule.
 * @throws DomainError payments_unavailable
 */
export async function releaseSchedule(deps: Deps, facts: SubscriptionFacts, key: string): Promise<void> {
  const { scheduleId } = facts;
  if (scheduleId === null) return;
  await askStripe(() =>
    deps.stripe.subscriptionSchedules.release(scheduleId, {}, { idempotencyKey: `release:${key}` }),
  );
}

/**
 * Reverts a cancellation, whether Stripe stores it as `cancel_at_period_end` or as `cancel_at`.
 * @throws DomainError payments_unavailable
 */
export async function resumeRenewal(
  deps: Deps,
  subscription: Stripe.Subscription,
  key: string,
): Promise<void> {
  const reverted = withoutEnd(subscription);
  if (Object.keys(reverted).length === 0) return;
  await askStripe(() =>
    deps.stripe.subscriptions.update(subscription.id, reverted, { idempotencyKey: `keep:${key}` }),
  );
}

/**
 * Sets a subscription to end with its paid period. Needs no lock. Sets no idempotency key: if the student resumed the
 * subscription and canceled it again, Stripe would repeat its response to the first call and change nothing.
 */
export async function cancelAtPeriodEnd(
  { stripe }: Pick<Deps, 'stripe'>,
  { id, scheduleId }: { id: string; scheduleId: string | null },
): Promise<void> {
  // Stripe allows no cancellation until the schedule of a plan change is released.
  if (scheduleId !== null) await stripe.subscriptionSchedules.release(scheduleId);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
}
