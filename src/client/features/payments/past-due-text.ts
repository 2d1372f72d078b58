import type { MySubscription } from '../../../shared/payments/billing.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';

type PastDue = Pick<
  MySubscription,
  'subscribedPlan' | 'payUrl' | 'needsConfirmation' | 'suspension' | 'cancelAtPeriodEnd' | 'currentPeriodEnd'
>;

/** Says when the access of an unpaid membership ends or ended, and what the student can do. */
export function pastDueText(subscription: PastDue, graceEndsAt: string, now = serverNow()): string {
  const { payUrl, needsConfirmation, suspension, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  const name = planName(subscription.subscribedPlan);
  const update = payUrl ? 'Update your card or choose “Pay now”,' : 'Update your card';
  const effect = cancelAtPeriodEnd
    ? `your membership is paid until it ends on ${formatDate(currentPeriodEnd)}`
    : 'your membership continues';
  const remedy = `${needsConfirmation ? 'Confirm the payment' : update} and ${effect}`;
  if (suspension) return `${remedy}. Nothing of yours is deleted.`;
  if (Date.parse(graceEndsAt) > now) {
    return `You keep ${name} until ${formatDateTime(graceEndsAt)}. ${remedy}; otherwise your ${name} access ends then, but nothing of yours is deleted.`;
  }
  const ended = `Your ${name} access ended on ${formatDate(graceEndsAt)}.`;
  if (needsConfirmation) {
    return `${ended} Confirming the payment restores it immediately; nothing of yours was deleted. If you do not want it back, cancel the membership below.`;
  }
  return `${ended} Paying restores it immediately; nothing of yours was deleted. We may try to charge your card again, which also restores it. To stop this, cancel the membership below.`;
}
