import {
  graceDays,
  graceEnd,
  isSubscriptionLive,
  lastMoment,
} from '../../../../shared/access/effective-plan.ts';
import type { AdminPlans, AdminSubscription } from '../../../../shared/payments/billing.ts';
import { serverDate } from '../../../../shared/server-clock.ts';
import { formatCents, formatDate, formatDateTime } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';

/** Why a user has the current plan, or no plan, as a clause: "because it is paid and renews on 20 Dec 2026". */
export function planReason({ plan, subscriptions, grants }: AdminPlans, now = serverDate()): string {
  if (plan === 'free') {
    const suspended = subscriptions.find((one) => one.suspendedAt !== null && isSubscriptionLive(one, now));
    if (suspended)
      return `because ${planName(suspended.plan)} is suspended: its payment is disputed or was lost in a dispute, or a refund ended its access`;
    const unpaid = subscriptions.find(({ pastDueSince }) => pastDueSince !== null);
    return unpaid
      ? `because ${planName(unpaid.plan)} has been unpaid for more than ${graceDays} days`
      : 'because there is no paid or complimentary membership';
  }
  const paid = subscriptions.find(
    // A suspended subscription gives only its `coveredPlan`: a lower plan, or null for none.
    (one) => (one.suspendedAt === null ? one.plan : one.coveredPlan) === plan && isSubscriptionLive(one, now),
  );
  if (paid) {
    if (paid.pastDueSince !== null)
      return `although its last payment was not received. Unless it is paid, access ends on ${formatDateTime(graceEnd(paid.pastDueSince))}`;
    if (paid.currentPeriodEnd === null) return 'because it is paid';
    const until = formatDate(paid.currentPeriodEnd);
    return paid.cancelAtPeriodEnd
      ? `because it is paid until ${until} and does not renew`
      : `because it is paid and renews on ${until}`;
  }
  const given = grants.find((grant) => grant.isActive && grant.plan === plan);
  if (!given) return 'because of a subscription that is being updated';
  const until =
    given.endsAt === null ? 'without an end date' : `until ${formatDate(lastMoment(given.endsAt))}`;
  return `because ${given.grantedByName} gave it ${until}`;
}

/**
 * The price, the dates, the next price and the next plan of a subscription. An ended or unpaid subscription has no
 * renewal date.
 */
export function subscriptionFacts(subscription: AdminSubscription, now = serverDate()): string {
  const { priceCents, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince, pendingPlan } = subscription;
  // A server of the previous version does not send `renewalCents`.
  const { renewalCents = priceCents } = subscription;
  const isRepriced = renewalCents !== priceCents && !cancelAtPeriodEnd && pendingPlan === null;
  return [
    `${formatCents(priceCents)} a month`,
    currentPeriodEnd !== null &&
      (pastDueSince === null || cancelAtPeriodEnd) &&
      isSubscriptionLive(subscription, now) &&
      `${cancelAtPeriodEnd ? 'ends' : 'renews'} ${formatDate(currentPeriodEnd)}${isRepriced ? ` for ${formatCents(renewalCents)}` : ''}`,
    pastDueSince !== null && `unpaid since ${formatDate(pastDueSince)}`,
    pendingPlan !== null && `then ${planName(pendingPlan)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Says that a subscription is suspended, and which plan remains, if any. Undefined if the subscription is not suspended
 * or gives no access anyway.
 */
export function suspensionText(subscription: AdminSubscription, now = serverDate()): string | undefined {
  if (subscription.suspendedAt === null || !isSubscriptionLive(subscription, now)) return undefined;
  return subscription.coveredPlan === null
    ? 'Suspended'
    : `Suspended, ${planName(subscription.coveredPlan)} remains`;
}
