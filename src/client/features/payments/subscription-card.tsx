import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MySubscription } from '../../../shared/payments/billing.ts';
import { liveStatuses } from '../../../shared/payments/subscription-statuses.ts';
import { formatCents, formatDate } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { subscriptionStatusLabel } from '../../lib/status-labels.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CancelPlanDialog } from './cancel-plan-dialog.tsx';
import { PortalButton } from './portal-button.tsx';
import { useBillingChange } from './use-billing-change.ts';

export function SubscriptionCard({ subscription }: { subscription: MySubscription }) {
  const [isCanceling, setCanceling] = useState(false);
  const { plan, subscribedPlan, pendingPlan, cancelAtPeriodEnd, canManage } = subscription;
  const name = planName(subscribedPlan ?? plan);
  const hasPendingChange = cancelAtPeriodEnd || pendingPlan !== null;
  const resume = useAction(
    trpc.payments.resumeSubscription.useMutation(useBillingChange(`${name} continues`)),
  );

  return (
    <Card as="section" aria-labelledby="plan-title">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="plan-title" className="text-xl font-semibold">
          {name} membership
        </h2>
        <StateBadge subscription={subscription} />
      </div>
      {subscribedPlan ? (
        <DescriptionList items={facts(subscription)} className="mt-3" />
      ) : (
        <p className="mt-2 measure text-muted">
          {plan === 'free'
            ? 'You have no paid membership. Silver, Gold and Diamond open more of the coaching plans.'
            : 'The academy gave you this membership, so you pay nothing here.'}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        {hasPendingChange && (
          <Button busy={resume.isPending} busyLabel="Saving..." onClick={() => resume.run()}>
            Keep {name}
          </Button>
        )}
        <Link
          to="/subscription-plans"
          className={buttonClass(subscribedPlan || plan !== 'free' ? 'secondary' : 'primary')}
        >
          {subscribedPlan ? 'Change membership' : 'See memberships'}
        </Link>
        {canManage && <PortalButton>Cards and invoices</PortalButton>}
        {subscribedPlan && (!cancelAtPeriodEnd || isUnpaid(subscription)) && (
          <Button variant="quiet" className="max-sm:-ml-4" onClick={() => setCanceling(true)}>
            Cancel membership
          </Button>
        )}
      </div>
      <div className="mt-4 empty:hidden">
        <FormError
          title="Nothing was changed"
          uncertainTitle="Your membership may have been changed"
          failure={resume.failure}
        />
      </div>
      {isCanceling && <CancelPlanDialog subscription={subscription} onClose={() => setCanceling(false)} />}
    </Card>
  );
}

/** Whether an invoice is unpaid, which Stripe may still collect, even if the membership is canceled. */
function isUnpaid({ status, pastDueSince }: MySubscription): boolean {
  return pastDueSince !== null || status === 'unpaid';
}

function facts(subscription: MySubscription): DescriptionItem[] {
  const { status, priceCents, currentPeriodEnd, cancelAtPeriodEnd, pendingPlan, pendingFrom, pastDueSince } =
    subscription;
  const { renewalCents, announcedPriceCents, announcedFrom, pendingPriceCents } = subscription;
  const items: DescriptionItem[] = [];
  if (subscription.suspension) items.push({ term: 'Membership now', detail: planName(subscription.plan) });
  if (priceCents !== null) items.push({ term: 'Price', detail: `${formatCents(priceCents)} a month` });
  if (status === 'incomplete') {
    items.push({
      term: 'Payment',
      detail:
        'Not confirmed by your bank yet, which can take a few days. The membership starts as soon as it is confirmed.',
    });
  }
  if (cancelAtPeriodEnd && status === 'incomplete') {
    items.push({ term: 'Ends', detail: `${formatDate(currentPeriodEnd)}. It does not renew.` });
  } else if (cancelAtPeriodEnd && !isUnpaid(subscription)) {
    items.push({ term: 'Ends', detail: `${formatDate(currentPeriodEnd)}. You will not be charged again.` });
  } else if (pendingPlan) {
    const change = `${planName(pendingPlan)} from ${formatDate(pendingFrom ?? currentPeriodEnd)}`;
    // A server of the previous version sends no `pendingPriceCents`.
    const pendingCents = pendingPriceCents ?? null;
    const price = pendingCents === null ? '' : `, for ${formatCents(pendingCents)} a month`;
    items.push({ term: 'Changes', detail: change + price });
  } else if (status === 'unpaid') {
    items.push({
      term: 'Payment',
      // A server of the previous version does not send `awaitsFirstPayment`.
      detail: `Not received. Pay the open invoice below to ${subscription.awaitsFirstPayment === false ? 'restore' : 'start'} the membership.`,
    });
  } else if (status === 'paused') {
    items.push({
      term: 'Payment',
      detail: 'Nothing is charged while the membership is paused. Contact us to continue it.',
    });
  } else if (subscription.awaitsDebit) {
    items.push({
      term: 'Payment',
      detail:
        'Your bank is processing the debit of the renewal, which can take a few days. You do not need to do anything.',
    });
  } else if (pastDueSince) {
    const day = formatDate(pastDueSince);
    const detail = subscription.needsConfirmation
      ? `Waiting for your confirmation since ${day}`
      : `Failed on ${day}`;
    items.push({ term: 'Payment', detail });
  } else if (status && liveStatuses.includes(status) && currentPeriodEnd && priceCents !== null) {
    const cents = renewalCents ?? priceCents;
    items.push({ term: 'Renews', detail: `${formatDate(currentPeriodEnd)} for ${formatCents(cents)}` });
  }
  const isAnnounced = announcedPriceCents !== null && announcedPriceCents !== renewalCents;
  if (isAnnounced && !cancelAtPeriodEnd && !pendingPlan) {
    const price = formatCents(announcedPriceCents);
    items.push({
      term: 'New price',
      detail: `${price} a month, for renewals from ${formatDate(announcedFrom)}`,
    });
  }
  return items;
}

function StateBadge({ subscription }: { subscription: MySubscription }) {
  const { status, source, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  if (status === null)
    return source === 'grant' ? <Badge tone="primary">Granted by the academy</Badge> : null;
  if (subscription.suspension) return <Badge tone="warning">Suspended</Badge>;
  if (cancelAtPeriodEnd && !isUnpaid(subscription) && status !== 'incomplete')
    return <Badge tone="warning">Ends {formatDate(currentPeriodEnd)}</Badge>;
  if (subscription.needsConfirmation) return <Badge tone="warning">Waiting for you</Badge>;
  return <StatusBadge status={subscriptionStatusLabel(subscription.awaitsDebit ? 'incomplete' : status)} />;
}
