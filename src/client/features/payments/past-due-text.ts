import { isGrantLive, lastMoment } from '../../../shared/access/effective-plan.ts';
import { planRank } from '../../../shared/access/tier-gate.ts';
import type { MySubscription, PlanGrant } from '../../../shared/payments/billing.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';

type Unpaid = Pick<MySubscription, 'subscribedPlan' | 'graceEndsAt' | 'suspension' | 'grants'>;
type PastDue = Unpaid &
  Pick<MySubscription, 'payUrl' | 'needsConfirmation' | 'cancelAtPeriodEnd' | 'currentPeriodEnd'>;

const hasEnded = ({ graceEndsAt }: Unpaid, now: number) =>
  graceEndsAt !== null && Date.parse(graceEndsAt) <= now;

/** The grant that keeps the unpaid tier or a higher one open: now, or when the grace period ends. */
function coveringGrant({ subscribedPlan, graceEndsAt, grants }: Unpaid, now: number): PlanGrant | undefined {
  const at = new Date(Math.max(now, Date.parse(graceEndsAt ?? '') || now));
  return grants.find(
    (grant) =>
      planRank(grant.plan) >= planRank(subscribedPlan ?? 'free') &&
      isGrantLive({ ...grant, revokedAt: null }, at),
  );
}

/** What an unpaid membership means for the student's access. Empty if the access is suspended anyway. */
export function unpaidAccessText(subscription: Unpaid, now = serverNow()): string {
  const { subscribedPlan, graceEndsAt, suspension } = subscription;
  const grant = coveringGrant(subscription, now);
  if (grant) {
    const until = grant.endsAt === null ? '' : ` until ${formatDate(lastMoment(grant.endsAt))}`;
    return `You keep your access, because the academy gave you ${planName(grant.plan)}${until}.`;
  }
  const name = planName(subscribedPlan);
  if (hasEnded(subscription, now)) return `Your ${name} access ended on ${formatDate(graceEndsAt)}.`;
  return suspension ? '' : `You keep ${name} until ${formatDateTime(graceEndsAt)}.`;
}

/** Says that access has ended, and that a payment restores it; empty during the grace period. */
export function restoreText(
  subscription: Unpaid & Pick<PastDue, 'needsConfirmation'>,
  now = serverNow(),
): string {
  if (!hasEnded(subscription, now)) return '';
  const step = subscription.needsConfirmation ? 'Confirming the payment' : 'Paying';
  const effect = coveringGrant(subscription, now)
    ? `restores your ${planName(subscription.subscribedPlan)} membership.`
    : 'restores it immediately; nothing of yours was deleted.';
  return `${unpaidAccessText(subscription, now)} ${step} ${effect}`;
}

/** Says when the access of an unpaid membership ends or ended, and what the student can do. */
export function pastDueText(subscription: PastDue, now = serverNow()): string {
  const { payUrl, needsConfirmation, suspension, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  const name = planName(subscription.subscribedPlan);
  const update = payUrl ? 'Update your card or choose “Pay now”,' : 'Update your card';
  const effect = cancelAtPeriodEnd
    ? `your membership is paid until it ends on ${formatDate(currentPeriodEnd)}`
    : 'your membership continues';
  const remedy = `${needsConfirmation ? 'Confirm the payment' : update} and ${effect}`;
  if (suspension) return `${remedy}. Nothing of yours is deleted.`;
  const ended = restoreText(subscription, now);
  if (ended) {
    return needsConfirmation
      ? `${ended} If you do not want it back, cancel the membership below.`
      : `${ended} We may charge your card again, which also restores your membership. To stop this, cancel the membership below.`;
  }
  const access = unpaidAccessText(subscription, now);
  if (coveringGrant(subscription, now)) return `${access} ${remedy}.`;
  return `${access} ${remedy}; otherwise your ${name} access ends then, but nothing of yours is deleted.`;
}
