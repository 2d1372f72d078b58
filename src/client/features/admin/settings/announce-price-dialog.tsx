import type { PlanAmounts } from '../../../../shared/payments/plan-amounts.ts';
import { planNames } from '../../../../shared/payments/plan-names.ts';
import { announcedFrom, priceLeadDays, priceNoticeDays } from '../../../../shared/payments/renewal-price.ts';
import { serverDate } from '../../../../shared/server-clock.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { ActionDialog } from '../action-dialog.tsx';

/** Such as "One subscription keeps" or "3 subscriptions keep". */
export const keepingText = (count: number): string =>
  count === 1 ? 'One subscription keeps' : `${count.toLocaleString('en-US')} subscriptions keep`;

/** Such as "One subscriber" or "3 subscribers". */
export const subscribersText = (count: number): string =>
  count === 1 ? 'One subscriber' : `${count.toLocaleString('en-US')} subscribers`;

/** Such as "One subscriber will be notified of today’s price when ..."; undefined for 0. */
export function notifiedLaterText(count: number): string | undefined {
  if (count === 0) return undefined;
  return `${subscribersText(count)} will be notified of today’s price when a price announced earlier takes effect.`;
}

/** The number of subscriptions that have a former price and that no announcement of today's price covers yet. */
export function waitingOf({ onFormerPrice, notified, notifiedLater }: PlanAmounts): number {
  return onFormerPrice - notified - notifiedLater;
}

/**
 * Asks for confirmation before the current price is announced to the subscribers who pay another price and have not
 * been notified of the current price.
 */
export function AnnouncePriceDialog({ plan, onClose }: { plan: PlanAmounts; onClose: () => void }) {
  const { client } = trpc.useUtils();
  const name = planNames[plan.plan];
  const price = formatCents(plan.priceCents);
  const waiting = waitingOf(plan);
  const day = formatDate(announcedFrom(serverDate().toISOString()));

  return (
    <ActionDialog
      action={{
        title: `Charge earlier subscribers ${price} for ${name}?`,
        consequence: (
          <div className="flex flex-col gap-4">
            <p>
              {keepingText(waiting)} an earlier price of {name}.{' '}
              {waiting === 1 ? 'Its subscriber is' : 'Their subscribers are'} emailed today. Renewals within
              the next {priceNoticeDays} days keep the earlier price. From {day} on, renewals cost {price}.
            </p>
            <p className="text-sm text-muted">
              If you change the price again before {day}, this announcement is withdrawn, and{' '}
              {waiting === 1 ? 'the subscriber is' : 'the same subscribers are'} notified. You can then
              announce the new price. Renewals less than {priceLeadDays} days away still cost the announced
              price.
            </p>
          </div>
        ),
        confirm: `Notify ${waiting === 1 ? 'one subscriber' : subscribersText(waiting)}`,
        busy: 'Notifying...',
        failure: 'No subscriber was notified',
        async run() {
          const { notified, notifiedLater, from } = await client.admin.subscriptions.announcePrice.mutate({
            plan: plan.plan,
            priceCents: plan.priceCents,
          });
          return {
            title: `${subscribersText(notified)} ${notified === 1 ? 'is' : 'are'} notified`,
            description: [
              notified > 0 && `Renewals from ${formatDate(from)} on cost ${price}.`,
              notifiedLaterText(notifiedLater),
            ]
              .filter(Boolean)
              .join(' '),
          };
        },
      }}
      onClose={onClose}
    />
  );
}
