import type { MySubscription } from '../../../shared/payments/billing.ts';
import { formatDate } from '../../lib/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pastDueText } from './past-due-text.ts';
import { PortalButton } from './portal-button.tsx';

/** For a renewal that failed or that the student must confirm: what stays available, until when, and how to pay. */
export function PastDueNotice({ subscription }: { subscription: MySubscription }) {
  const { pastDueSince, awaitsDebit, graceEndsAt, payUrl, needsConfirmation } = subscription;
  if (!pastDueSince || awaitsDebit || !graceEndsAt) return null;
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
      {pastDueText(subscription)}
    </Notice>
  );
}
