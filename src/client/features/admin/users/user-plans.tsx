import { useState } from 'react';
import { lastMoment } from '../../../../shared/access/effective-plan.ts';
import type { AdminPlanGrant, AdminPlans, AdminSubscription } from '../../../../shared/payments/billing.ts';
import { serverNow } from '../../../../shared/server-clock.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import { subscriptionStatusLabel } from '../../../lib/status-labels.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { ActionDialog, type AdminAction, recordReasonHint } from '../action-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { endRenewals, renews } from './end-renewals.tsx';
import { GrantPlanDialog } from './grant-plan-dialog.tsx';
import { planReason, subscriptionFacts, suspensionText } from './plan-texts.ts';
import type { UserMoneyProps } from './user-money.tsx';

/** A user's subscriptions and granted plans, with a button that grants a plan. */
export function UserPlans({ userId, name, canGive, isSuspended }: UserMoneyProps & { isSuspended: boolean }) {
  const query = trpc.admin.subscriptions.ofUser.useQuery({ userId });
  const { client } = trpc.useUtils();
  const [granting, setGranting] = useState(false);
  const [confirming, setConfirming] = useState<AdminAction>();

  const revoke = (grant: AdminPlanGrant): AdminAction => ({
    title: `Take ${planName(grant.plan)} back?`,
    consequence: (
      <p>
        {name} immediately loses what this membership opens, unless they also have it from elsewhere. They get
        an email. Progress and notes stay.
      </p>
    ),
    confirm: 'Take back',
    busy: 'Taking back...',
    isDanger: true,
    reasonHint: recordReasonHint,
    failure: 'The membership was not taken back',
    run: async (reason) => {
      await client.admin.subscriptions.revokeGrant.mutate({ grantId: grant.id, reason });
      return `${planName(grant.plan)} was taken back`;
    },
  });

  return (
    <Section title="Membership">
      <AdminQueryView
        query={query}
        errorTitle="The memberships could not be loaded"
        skeleton={<TableSkeleton label="Loading the memberships..." rows={2} />}
      >
        {(plans) => (
          <>
            <p className="mb-2 measure">
              <span className="font-semibold">{planName(plans.plan)}</span>, {planReason(plans)}.
            </p>
            <PlanList
              plans={plans}
              onRevoke={(grant) => setConfirming(revoke(grant))}
              // The deletion of an account ends the renewals.
              onEnd={
                canGive
                  ? (subscription) => setConfirming(endRenewals(client, subscription, { name, isSuspended }))
                  : undefined
              }
            />
            {canGive && (
              <Button variant="secondary" size="small" className="mt-3" onClick={() => setGranting(true)}>
                Give a membership
              </Button>
            )}
          </>
        )}
      </AdminQueryView>
      {granting && <GrantPlanDialog userId={userId} name={name} onClose={() => setGranting(false)} />}
      {confirming && <ActionDialog action={confirming} onClose={() => setConfirming(undefined)} />}
    </Section>
  );
}

type PlanListProps = {
  plans: AdminPlans;
  onRevoke: (grant: AdminPlanGrant) => void;
  onEnd: ((subscription: AdminSubscription) => void) | undefined;
};

function PlanList({ plans, onRevoke, onEnd }: PlanListProps) {
  return (
    <ul className="divide-y divide-border">
      {plans.subscriptions.map((subscription) => {
        const suspension = suspensionText(subscription);
        return (
          <li key={subscription.id} className="flex flex-wrap items-start justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold">{planName(subscription.plan)}, subscribed</span>
                <StatusBadge status={subscriptionStatusLabel(subscription.status)} />
                {suspension && <Badge tone="warning">{suspension}</Badge>}
                {subscription.isDuplicate && <Badge tone="warning">A newer one exists</Badge>}
              </p>
              <p className="text-sm text-muted tabular">{subscriptionFacts(subscription)}</p>
            </div>
            {onEnd && renews(subscription) && (
              <Button
                size="small"
                variant="secondary"
                aria-label={`End renewals of ${planName(subscription.plan)}`}
                onClick={() => onEnd(subscription)}
              >
                End renewals...
              </Button>
            )}
          </li>
        );
      })}
      {plans.grants.map((grant) => (
        <li key={grant.id} className="flex flex-wrap items-start justify-between gap-3 py-2.5">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">{planName(grant.plan)}, given</span>
              <GrantState grant={grant} />
            </p>
            <p className="text-sm wrap-anywhere text-muted tabular">{grantFacts(grant)}</p>
          </div>
          {canRevoke(grant) && (
            <Button
              size="small"
              variant="secondary"
              aria-label={`Take ${planName(grant.plan)} back`}
              onClick={() => onRevoke(grant)}
            >
              Take back...
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function canRevoke(grant: AdminPlanGrant): boolean {
  if (grant.revokedAt !== null) return false;
  return grant.isActive || Date.parse(grant.startsAt) > serverNow();
}

function GrantState({ grant }: { grant: AdminPlanGrant }) {
  if (grant.revokedAt !== null) return <Badge>Taken back</Badge>;
  if (grant.isActive) return <Badge tone="success">Active</Badge>;
  return <Badge>{canRevoke(grant) ? 'Not started' : 'Ended'}</Badge>;
}

function grantFacts(grant: AdminPlanGrant): string {
  return [
    grant.endsAt === null
      ? `from ${formatDate(grant.startsAt)}, without an end date`
      : `${formatDate(grant.startsAt)} to ${formatDate(lastMoment(grant.endsAt))}`,
    grant.amountCents === null ? undefined : formatCents(grant.amountCents),
    grant.description,
    `by ${grant.grantedByName}: ${grant.reason}`,
    grant.revokeReason && `taken back: ${grant.revokeReason}`,
  ]
    .filter(Boolean)
    .join(', ');
}
