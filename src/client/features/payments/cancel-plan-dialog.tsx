import type { MySubscription } from '../../../shared/payments/billing.ts';
import { formatDate } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useBillingChange } from './use-billing-change.ts';

/** Asks for confirmation before a cancellation, and describes its effects. */
export function CancelPlanDialog({
  subscription,
  onClose,
}: {
  subscription: MySubscription;
  onClose: () => void;
}) {
  const { isPending, failure, run } = useAction(
    trpc.payments.cancelSubscription.useMutation(useBillingChange('Membership canceled', onClose)),
  );
  const name = planName(subscription.subscribedPlan);

  return (
    <Dialog
      onClose={onClose}
      busy={isPending}
      title={`Cancel ${name}?`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isPending}>
            Keep my plan
          </Button>
          <Button variant="danger" busy={isPending} busyLabel="Canceling..." onClick={() => run()}>
            Cancel {name}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="measure">{cancellationEffects(subscription)}</p>
        <p className="measure text-muted">
          Your notes, your progress and everything you bought in the shop stay with you.
        </p>
        <FormError
          title="Your membership was not canceled"
          uncertainTitle="Your membership may have been canceled"
          failure={failure}
        />
      </div>
    </Dialog>
  );
}

/** The effects of a cancellation as sentences: what ends, what stays available, and until when. */
export function cancellationEffects(subscription: MySubscription): string {
  const {
    status,
    plan: currentPlan,
    subscribedPlan,
    suspension,
    currentPeriodEnd,
    pastDueSince,
    awaitsDebit,
  } = subscription;
  const planUntilEnd = `${planName(subscribedPlan)} until ${formatDate(currentPeriodEnd)}`;
  if (pastDueSince) {
    return `We stop collecting the ${awaitsDebit ? 'renewal' : 'failed payment'}, and ${planName(subscribedPlan)} ends immediately.`;
  }
  if (status === 'unpaid') return 'We stop collecting the unpaid amount.';
  if (status === 'incomplete') {
    return `If the payment that is being processed arrives, you have ${planUntilEnd}. You are not charged again.`;
  }
  if (suspension) {
    const until = formatDate(currentPeriodEnd);
    return `You are not charged again. While ${planName(subscribedPlan)} is suspended you have ${planName(currentPlan)}. Until ${until} you can change your mind with one click.`;
  }
  return `You keep ${planUntilEnd} and are not charged again. Until that day you can change your mind with one click.`;
}
