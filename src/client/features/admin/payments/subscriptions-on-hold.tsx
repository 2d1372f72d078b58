import { Link } from '@tanstack/react-router';
import type { SubscriptionOnHoldView } from '../../../../shared/payments/billing.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import { subscriptionStatusLabel } from '../../../lib/status-labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';

/** Subscriptions that were moved in Stripe's dashboard to a price that does not match a plan. */
export function SubscriptionsOnHold({ subscriptions }: { subscriptions: readonly SubscriptionOnHoldView[] }) {
  return (
    <section>
      <h2 className="sr-only">Memberships on hold</h2>
      <ul className="flex flex-col gap-4">
        {subscriptions.map((subscription) => (
          <SubscriptionOnHold key={subscription.id} subscription={subscription} />
        ))}
      </ul>
    </section>
  );
}

function SubscriptionOnHold({ subscription }: { subscription: SubscriptionOnHoldView }) {
  const { id, userId, userName, plan, status, priceCents, heldAt } = subscription;
  const name = planName(plan);
  const reread = useAction(
    trpc.admin.subscriptions.reread.useMutation({
      onSuccess: ({ isHeld }) =>
        showToast(
          isHeld
            ? {
                title: 'Still on hold',
                description: 'The price at Stripe matches no plan.',
              }
            : {
                title: 'No longer on hold',
                description: `The price of ${userName}’s membership matches a plan again.`,
                tone: 'success',
              },
        ),
      onError: showFailure('The subscription could not be checked'),
      onSettled: useRefresh().onSettled,
    }),
  );

  return (
    <Card as="li">
      <h3 className="font-semibold wrap-anywhere">
        {userName}: {name} membership
      </h3>
      <p className="mt-1 font-semibold text-danger">On hold: its price at Stripe matches no plan</p>
      <p className="mt-1 text-sm text-muted tabular">
        {formatCents(priceCents)} a month, {subscriptionStatusLabel(status).label.toLowerCase()}, on hold
        since {formatDateTime(heldAt)}
      </p>
      <p className="mt-1 font-mono text-xs wrap-anywhere text-muted">{id}</p>
      <p className="mt-3 measure">
        {userName} keeps {name} while the subscription is on hold. At Stripe, move it to a price of a plan, or
        give its price the metadata <code>plan</code> with <code>silver</code>, <code>gold</code> or{' '}
        <code>diamond</code>.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          size="small"
          busy={reread.isPending}
          busyLabel="Checking..."
          onClick={() => reread.run({ subscriptionId: id })}
        >
          Check again
        </Button>
        <Link to="/admin/users/$id" params={{ id: userId }} className={buttonClass('secondary', 'small')}>
          Show the account
        </Link>
      </div>
    </Card>
  );
}
