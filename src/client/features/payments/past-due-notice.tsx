import type { MySubscription } from '../../../shared/payments/billing.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PortalButton } from './portal-button.tsx';

/** A renewal that failed or waits for the bank's confirmation: what stays available, until when, and how to pay. */
export function PastDueNotice({ subscription }: { subscription: MySubscription }) {
  const { pastDueSince, graceEndsAt, payUrl, needsConfirmation } = subscription;
  if (!pastDueSince || !graceEndsAt) return null;
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
      {textOf(subscription, graceEndsAt)}
    </Notice>
  );
}

function textOf(subscription: MySubscription, graceEndsAt: string): string {
  const { subscribedPlan, payUrl, needsConfirmation, suspension } = subscription;
  const update = payUrl ? 'Update your card or choose “Pay now”,' : 'Update your card';
  const remedy = `${needsConfirmation ? 'Confirm the payment' : update} and your membership continues`;
  if (suspension) return `${remedy}. Nothing of yours is deleted.`;
  const name = planName(subscribedPlan);
  if (Date.parse(graceEndsAt) <= Date.now()) {
    return `Your ${name} access ended on ${formatDate(graceEndsAt)}. Paying restores it immediately; nothing of yours was deleted. We may try to charge your card again, which also restores it. To stop this, cancel the membership below.`;
  }
  return `You keep ${name} until ${formatDateTime(graceEndsAt)}. ${remedy}; otherwise it gives no access after that, but nothing of yours is deleted.`;
}
