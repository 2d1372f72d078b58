import type { PlanAmounts } from '../../../../shared/payments/plan-amounts.ts';
import { planNames } from '../../../../shared/payments/plan-names.ts';
import { announcedFrom, priceLeadDays, priceNoticeDays } from '../../../../shared/payments/renewal-price.ts';
import { formFailure } from '../../../lib/form-failure.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';

/** Such as "One subscription keeps" or "3 subscriptions keep". */
export function subscriptionsText(count: number, verb: string): string {
  return count === 1 ? `One subscription ${verb}s` : `${count.toLocaleString('en-US')} subscriptions ${verb}`;
}

/**
 * Asks for confirmation before the current price is announced to the subscribers who pay another price and have not been
 * notified of the current one.
 */
export function AnnouncePriceDialog({ plan, onClose }: { plan: PlanAmounts; onClose: () => void }) {
  const name = planNames[plan.plan];
  const price = formatCents(plan.priceCents);
  const waiting = plan.onFormerPrice - plan.notified;
  const day = formatDate(announcedFrom(new Date().toISOString()));

  const announce = useAction(
    trpc.admin.subscriptions.announcePrice.useMutation({
      onSuccess({ notified, from }) {
        showToast({
          title:
            notified === 1
              ? 'One subscriber is notified'
              : `${notified.toLocaleString('en-US')} subscribers are notified`,
          description: `Renewals from ${formatDate(from)} on cost ${price}.`,
          tone: 'success',
        });
        onClose();
      },
      onSettled: useRefresh(),
    }),
  );

  return (
    <Dialog
      open
      onClose={() => {
        if (!announce.isPending) onClose();
      }}
      title={`Charge earlier subscribers ${price} for ${name}?`}
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button
            busy={announce.isPending}
            busyLabel="Notifying..."
            onClick={() => announce.run({ plan: plan.plan, priceCents: plan.priceCents })}
          >
            {waiting === 1
              ? 'Notify one subscriber'
              : `Notify ${waiting.toLocaleString('en-US')} subscribers`}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        <p className="measure">
          {subscriptionsText(waiting, 'keep')} an earlier price of {name}.{' '}
          {waiting === 1 ? 'Its subscriber is' : 'Their subscribers are'} emailed today. Renewals within the
          next {priceNoticeDays} days keep the earlier price. From {day} on, renewals cost {price}.
        </p>
        <p className="measure text-sm text-muted">
          If you change the price again before that, this announcement is withdrawn:{' '}
          {waiting === 1 ? 'the subscriber is' : 'the same subscribers are'} told, and you can announce the
          new price. Renewals less than {priceLeadDays} days away still cost the announced price.
        </p>
        <FormError title="No subscriber was notified" {...formFailure(announce.failure)} />
      </div>
    </Dialog>
  );
}
