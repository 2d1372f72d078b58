import { Link } from '@tanstack/react-router';
import type { MySubscription, PaidPlan, PlanChange } from '../../../shared/payments/billing.ts';
import { countText } from '../../lib/count-text.ts';
import { describeError, mayHaveSucceeded } from '../../lib/error-text.ts';
import { formatCents, formatDate } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { PurchaseRuleRemedy } from '../session/purchase-rule-remedy.tsx';
import { useBillingChange } from './use-billing-change.ts';

export type ChangePlanDialogProps = {
  plan: PaidPlan;
  isUpgrade: boolean;
  subscription: MySubscription;
  onClose: () => void;
};

/** Shows the cost of the change before the user confirms it. */
export function ChangePlanDialog({ plan, isUpgrade, subscription, onClose }: ChangePlanDialogProps) {
  // The prorated amount changes every hour, so a preview is not kept when the dialog closes.
  const preview = trpc.payments.previewPlanChange.useQuery({ plan }, { staleTime: 0, gcTime: 0 });
  const name = planName(plan);
  const before = planName(subscription.subscribedPlan);
  const change = preview.isFetching ? undefined : preview.data;
  const billingChange = useBillingChange(
    change?.kind === 'upgrade' ? 'Membership upgraded' : 'Change scheduled',
    onClose,
  );
  const { isPending, failure, run } = useAction(
    trpc.payments.changePlan.useMutation({
      ...billingChange,
      onError(error) {
        billingChange.onError(error);
        // The amount may have changed, or the plan may be changed already, so the preview is loaded again.
        if (error.data?.httpStatus === 409 || mayHaveSucceeded(describeError(error))) void preview.refetch();
      },
    }),
  );

  const mayBeChanged = mayHaveSucceeded(failure);

  return (
    <Dialog
      onClose={onClose}
      busy={isPending}
      title={isUpgrade ? `Upgrade to ${name}?` : `Change to ${name}?`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isPending}>
            Keep {before}
          </Button>
          <Button
            busy={isPending}
            busyLabel="Processing..."
            disabled={!change || change.kind === 'same'}
            onClick={() =>
              change &&
              run({ plan, expectedTodayCents: change.todayCents, expectedThenCents: change.thenCents })
            }
            className="tabular"
          >
            {change ? confirmLabel(change, name) : 'Confirm'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {change ? (
          <Terms change={change} name={name} before={before} />
        ) : preview.isError && !preview.isFetching ? (
          <PreviewFailed
            error={preview.error}
            note={mayBeChanged ? undefined : 'Your membership is as it was, and nothing was charged.'}
            onRetry={() => preview.refetch()}
          />
        ) : (
          <SkeletonRegion label="Calculating the amount..." className="flex flex-col gap-3">
            <Skeleton className="h-24" />
            <Skeleton className="h-5 w-3/4" />
          </SkeletonRegion>
        )}
        {mayBeChanged ? (
          <>
            {/* The error's own message may say that nothing was charged, so it is replaced. */}
            <FormError
              failure={failure}
              title="Your membership may have been changed"
              message="The academy did not confirm the change. Your billing page shows your membership and your payments."
            />
            <Link to="/billing" className={`${buttonClass('secondary')} self-start`}>
              Go to billing
            </Link>
          </>
        ) : (
          <FormError title="Your membership was not changed" failure={failure} />
        )}
        <div className="empty:hidden">
          <PurchaseRuleRemedy code={failure?.code} />
        </div>
        {failure?.code === 'payment_declined' && (
          <Link to="/billing" className={`${buttonClass('secondary')} self-start`}>
            Update your card on the billing page
          </Link>
        )}
      </div>
    </Dialog>
  );
}

function confirmLabel({ kind, todayCents, effectiveAt }: PlanChange, name: string): string {
  if (kind === 'upgrade')
    return todayCents > 0 ? `Pay ${formatCents(todayCents)} for ${name}` : `Upgrade to ${name}`;
  return `Change on ${formatDate(effectiveAt)}`;
}

function Terms({ change, name, before }: { change: PlanChange; name: string; before: string }) {
  // A server of the previous version sends no `laterQuestions`.
  const { kind, todayCents, thenCents, nextChargeAt, effectiveAt, laterQuestions = 0 } = change;
  if (kind === 'same') return <p>You have this membership already.</p>;
  const opening =
    todayCents > 0
      ? `${name} opens as soon as today’s payment has gone through; what you already paid for the rest of this month of ${before} is deducted.`
      : `${name} opens immediately.${
          laterQuestions > 0
            ? ` ${countText(laterQuestions, 'more question')} to a coach each month ${laterQuestions === 1 ? 'comes' : 'come'} with the payment on ${formatDate(nextChargeAt)}.`
            : ''
        }`;
  return (
    <>
      <dl className="grid grid-cols-2 divide-x divide-border rounded-card border border-border">
        <Amount term="Today" cents={todayCents} />
        <Amount term={`Then, on ${formatDate(nextChargeAt)}`} cents={thenCents} />
      </dl>
      <p className="measure">
        {kind === 'upgrade'
          ? `Today ${formatCents(todayCents)}, then ${formatCents(thenCents)} on ${formatDate(nextChargeAt)} and every month until you cancel. ${opening}`
          : `You keep ${before} until ${formatDate(effectiveAt)}. From then on you have ${name} for ${formatCents(thenCents)} a month. Until that day you can cancel the change on the billing page.`}
      </p>
      <p className="measure text-sm text-muted">
        {kind === 'upgrade'
          ? 'Charges for changing a membership are not refundable.'
          : 'Until then nothing changes, and nothing of yours is deleted on that day.'}
      </p>
    </>
  );
}

function Amount({ term, cents }: { term: string; cents: number }) {
  return (
    <div className="p-4">
      <dt className="text-sm text-muted tabular">{term}</dt>
      <dd className="text-2xl font-bold tabular">{formatCents(cents)}</dd>
    </div>
  );
}

type PreviewFailedProps = { error: unknown; note: string | undefined; onRetry: () => void };

function PreviewFailed({ error, note, onRetry }: PreviewFailedProps) {
  const { message, requestId, code } = describeError(error);
  // With this code, the membership cannot be changed, for example because of a dispute. The billing page says what the
  // user can do.
  const isBlocked = code === 'conflict';
  return (
    <ErrorState
      title="The amount could not be calculated"
      message={message}
      note={note}
      requestId={requestId}
      code={code}
      {...(isBlocked
        ? {
            action: (
              <Link to="/billing" className={buttonClass('primary')}>
                Go to billing
              </Link>
            ),
          }
        : { onRetry })}
    />
  );
}
