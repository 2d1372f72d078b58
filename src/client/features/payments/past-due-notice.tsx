import type { MySubscription } from '../../../shared/payments/billing.ts';
import { formatDate } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PortalButton } from './portal-button.tsx';

/** A renewal that failed or waits for the bank's confirmation: what stays available, until when, and how to pay. */
export function PastDueNotice({ subscription }: { subscription: MySubscription }) {
  const { subscribedPlan, pastDueSince, graceEndsAt, payUrl, needsConfirmation, suspension } = subscription;
  if (!pastDueSince) return null;
  const name = planName(subscribedPlan);
  const remedy = payUrl ? 'Update your card or choose “Pay now”,' : 'Update your card';
  const hasEnded = graceEndsAt !== null && Date.parse(graceEndsAt) <= Date.now();
  return (
    <Notice
      tone="danger"
      role="alert"
      title={
        needsConfirmation
          ? `Your bank asks you to confirm the payment of ${formatDate(pastDueSince)}`
          : `The payment of ${formatDate(pastDueSince)} failed`
      }
      className="mb-8"
      action={
        needsConfirmation && payUrl ? (
          <a href={payUrl} className={buttonClass('primary', 'small')}>
            Confirm payment
          </a>
        ) : (
          <>
            <PortalButton variant="primary" size="small">
              Update card
            </PortalButton>
            {payUrl && (
              <a href={payUrl} className={buttonClass('secondary', 'small')}>
                Pay now
              </a>
            )}
          </>
        )
      }
    >
      {hasEnded
        ? `Your ${name} access ended on ${formatDate(graceEndsAt)}. Paying restores it immediately; nothing of yours was deleted. We may try to charge your card again, which also restores it. To stop this, cancel the membership below.`
        : `${suspension ? '' : `You keep ${name}${graceEndsAt ? ` until ${formatDate(graceEndsAt)}` : ' for now'}. `}${needsConfirmation ? 'Confirm the payment' : remedy} and your membership continues; otherwise it gives no access after ${suspension && graceEndsAt ? formatDate(graceEndsAt) : 'that'}, but nothing of yours is deleted.`}
    </Notice>
  );
}
