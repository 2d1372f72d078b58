import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MySubscription } from '../../../shared/billing.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { formatCents, formatDate } from '../../lib/format.ts';
import { planName } from '../../lib/plan-names.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { CancelPlanDialog } from './cancel-plan-dialog.tsx';
import { PortalButton } from './portal-button.tsx';
import { useBillingCall } from './use-billing-call.ts';

/** What is paid for, what comes next, and every way to change it (E4, E5, E6). */
export function SubscriptionCard({ subscription }: { subscription: MySubscription }) {
  const [cancelling, setCancelling] = useState(false);
  const resume = useBillingCall();
  const { plan, subscribedPlan, pendingPlan, cancelAtPeriodEnd, canManage } = subscription;
  const name = planName(subscribedPlan ?? plan);
  const isUndone = cancelAtPeriodEnd || pendingPlan !== null;

  function keep() {
    resume.start(`${name} goes on`, (client) => client.payments.resumeSubscription.mutate());
  }

  return (
    <Card as="section" aria-labelledby="plan-title">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="plan-title" className="text-xl font-semibold">
          {name} plan
        </h2>
        <StateBadge subscription={subscription} />
      </div>
      {subscribedPlan ? (
        <DescriptionList items={facts(subscription)} className="mt-3" />
      ) : (
        <p className="mt-2 measure text-muted">
          {plan === 'free'
            ? 'You pay for no plan. Silver, Gold and Diamond open more of the coaching plans.'
            : 'The academy gave you this plan: you pay nothing here.'}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        {isUndone && (
          <Button busy={resume.busy} busyLabel="Saving..." onClick={keep}>
            Keep {name}
          </Button>
        )}
        <Link
          to="/subscription-plans"
          className={buttonClass(subscribedPlan || plan !== 'free' ? 'secondary' : 'primary')}
        >
          {subscribedPlan ? 'Change plan' : 'See the plans'}
        </Link>
        {canManage && <PortalButton>Cards and invoices</PortalButton>}
        {subscribedPlan && !cancelAtPeriodEnd && (
          <Button variant="quiet" onClick={() => setCancelling(true)}>
            Cancel plan
          </Button>
        )}
      </div>
      <div className="mt-4 empty:hidden">
        <FormError title="Nothing was changed" {...formFailure(resume.failure)} />
      </div>
      {cancelling && <CancelPlanDialog subscription={subscription} onClose={() => setCancelling(false)} />}
    </Card>
  );
}

function facts(subscription: MySubscription): DescriptionItem[] {
  const { priceCents, currentPeriodEnd, cancelAtPeriodEnd, pendingPlan, pendingFrom, pastDueSince } =
    subscription;
  const items: DescriptionItem[] = [];
  if (priceCents !== null) items.push({ term: 'Price', detail: `${formatCents(priceCents)} a month` });
  if (cancelAtPeriodEnd) {
    items.push({ term: 'Ends', detail: `${formatDate(currentPeriodEnd)}. You will not be charged again.` });
  } else if (pendingPlan) {
    items.push({
      term: 'Changes',
      detail: `${planName(pendingPlan)} from ${formatDate(pendingFrom ?? currentPeriodEnd)}`,
    });
  } else if (pastDueSince) {
    items.push({ term: 'Payment', detail: `Failed on ${formatDate(pastDueSince)}` });
  } else if (currentPeriodEnd && priceCents !== null) {
    items.push({ term: 'Renews', detail: `${formatDate(currentPeriodEnd)} for ${formatCents(priceCents)}` });
  }
  return items;
}

/** Stripe's words for a subscription that is not over. */
const states: Record<string, { word: string; tone: BadgeTone }> = {
  active: { word: 'Active', tone: 'success' },
  trialing: { word: 'Trial', tone: 'success' },
  past_due: { word: 'Payment failed', tone: 'danger' },
  unpaid: { word: 'Unpaid', tone: 'danger' },
  incomplete: { word: 'Waiting for payment', tone: 'warning' },
  paused: { word: 'Paused', tone: 'warning' },
};

function StateBadge({ subscription }: { subscription: MySubscription }) {
  const { status, source, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  if (status === null) return source === 'grant' ? <Badge tone="primary">Given to you</Badge> : null;
  if (cancelAtPeriodEnd) return <Badge tone="warning">Ends {formatDate(currentPeriodEnd)}</Badge>;
  const state = states[status];
  return state ? <Badge tone={state.tone}>{state.word}</Badge> : <Badge>{status}</Badge>;
}
