import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { SubscriptionNotification } from '../../messages/email/templates/subscriptions.ts';
import { isFinal, isLive } from '../stripe/stripe-subscription.ts';

/** The fields of a subscription that are compared each time it is read from Stripe. */
export type SubscriptionState = {
  plan: PaidPlan;
  status: string;
  cancelAtPeriodEnd: boolean;
  pendingPlan: PaidPlan | null;
  /** US cents per month; null if not known. */
  pendingPriceCents: number | null;
  /** ISO 8601; when the grace period of an unpaid invoice started. */
  pastDueSince: string | null;
  /** While past due: true if only an upgrade was not paid, false once the renewal has failed. */
  owesOnlyUpgrade: boolean;
};

/** A change that the user is notified of. The other notifications are about dates and prices. */
export type Transition = Exclude<
  SubscriptionNotification,
  { kind: 'grace_ending' | 'renewal_soon' | 'price_change' | 'price_withdrawn' }
>;

/**
 * The changes of a subscription since it was last read from Stripe; `before` is undefined on the first read.
 * @param hasStarted - whether a paid invoice precedes the latest invoice
 */
export function transitionsBetween(
  before: SubscriptionState | undefined,
  after: SubscriptionState,
  { hasStarted }: { hasStarted: boolean },
): Transition[] {
  const wasLive = before !== undefined && isLive(before.status);
  const wasInterrupted = (before?.status === 'unpaid' && hasStarted) || before?.status === 'paused';
  if (isFinal(after.status)) {
    if (!wasLive && !wasInterrupted) return [];
    const isPaid = before?.status === 'active' || before?.status === 'trialing';
    return [{ kind: 'ended', because: isPaid ? 'cancelled' : 'unpaid' }];
  }
  if (!isLive(after.status)) return wasLive ? [{ kind: 'access_ended' }] : [];
  if (!wasLive) {
    if (after.status === 'past_due') return [{ kind: 'payment_failed' }];
    if (wasInterrupted) return [{ kind: 'restored' }];
    // The user may have canceled while the first payment was being processed.
    return after.cancelAtPeriodEnd ? [{ kind: 'started' }, { kind: 'cancelled' }] : [{ kind: 'started' }];
  }
  return changesOf(before, after);
}

function changesOf(before: SubscriptionState, after: SubscriptionState): Transition[] {
  const found: Transition[] = [];
  const isChanged = before.plan !== after.plan;
  const isRepriced =
    before.pendingPriceCents !== null &&
    after.pendingPriceCents !== null &&
    after.pendingPriceCents !== before.pendingPriceCents;
  const isScheduled = after.pendingPlan !== null && (after.pendingPlan !== before.pendingPlan || isRepriced);
  if (isChanged) found.push({ kind: 'changed', from: before.plan });
  // Between the two reads, one month may have been paid and the next one may have failed.
  const isUnpaid = after.status === 'past_due';
  const isSameFailure = before.pastDueSince === after.pastDueSince || after.owesOnlyUpgrade;
  const wasUnpaid = before.status === 'past_due' && isSameFailure;
  if (isUnpaid && !wasUnpaid) found.push({ kind: 'payment_failed' });
  if (before.status === 'past_due' && after.status !== 'past_due') found.push({ kind: 'restored' });
  if (isScheduled) found.push({ kind: 'change_scheduled' });
  if (after.cancelAtPeriodEnd !== before.cancelAtPeriodEnd) {
    if (after.cancelAtPeriodEnd) found.push({ kind: 'cancelled' });
    // A user who changes the plan of a subscription that is set to end is notified only of the changed plan.
    else if (!isChanged && !isScheduled) found.push({ kind: 'resumed' });
  } else if (before.pendingPlan !== null && after.pendingPlan === null && !isChanged) {
    found.push({ kind: 'change_withdrawn' });
  }
  return found;
}
