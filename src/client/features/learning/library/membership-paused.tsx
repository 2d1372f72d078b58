import { Link } from '@tanstack/react-router';
import { planRank } from '../../../../shared/access/tier-gate.ts';
import type { MySubscription } from '../../../../shared/payments/billing.ts';
import { formatDate } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

type Paused = Pick<
  MySubscription,
  'plan' | 'subscribedPlan' | 'status' | 'pastDueSince' | 'needsConfirmation' | 'suspension'
>;

/** A notice that the membership is paused or suspended, with the reason and a link to billing. */
export function MembershipPaused({ subscription }: { subscription: Paused }) {
  const pause = pauseOf(subscription);
  if (!pause) return null;
  return (
    <Notice
      tone="warning"
      title={pause.title}
      className="mb-8"
      action={
        <Link to="/billing" className={buttonClass('primary', 'small')}>
          {pause.step}
        </Link>
      }
    >
      {pause.reason} Meanwhile you have {planName(subscription.plan)}. Nothing of yours was deleted.
    </Notice>
  );
}

/**
 * @returns undefined without a subscription, before its first payment, or if the student has the subscribed tier or a
 * higher one
 */
export function pauseOf(subscription: Paused): { title: string; reason: string; step: string } | undefined {
  const { plan, subscribedPlan, status, pastDueSince, needsConfirmation, suspension } = subscription;
  if (subscribedPlan === null || status === 'incomplete' || planRank(plan) >= planRank(subscribedPlan)) {
    return undefined;
  }
  const title = (state: string) => `Your ${planName(subscribedPlan)} membership is ${state}`;
  if (suspension) {
    return {
      title: title('suspended'),
      reason: 'A payment for it was disputed or refunded.',
      step: 'See why, and until when',
    };
  }
  const paused = title('paused');
  if (needsConfirmation) {
    return {
      title: paused,
      reason: 'Your bank asks you to confirm a payment.',
      step: 'Confirm payment',
    };
  }
  return {
    title: paused,
    reason: pastDueSince
      ? `The payment of ${formatDate(pastDueSince)} failed. Paying opens everything again immediately.`
      : 'It is not paid. Paying opens everything again immediately.',
    step: 'Update card or pay',
  };
}
