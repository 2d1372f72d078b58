import type { AdminSubscription } from '../../../../shared/payments/billing.ts';
import { finalStatuses } from '../../../../shared/payments/subscription-statuses.ts';
import { formatDate } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import type { TrpcClient } from '../../../trpc.ts';
import { type AdminAction, noteReasonHint } from '../action-dialog.tsx';

/** Whether Stripe charges the subscription again. The server ends a duplicate itself. */
export function renews({ status, cancelAtPeriodEnd, isDuplicate }: AdminSubscription): boolean {
  if (finalStatuses.includes(status) || isDuplicate) return false;
  // Stripe still collects the unpaid invoice of a canceled subscription.
  return !cancelAtPeriodEnd || status === 'past_due' || status === 'unpaid';
}

/** Asks for confirmation before an admin ends the renewals of a user's subscription. */
export function endRenewals(
  client: TrpcClient,
  subscription: AdminSubscription,
  user: { name: string; isSuspended: boolean },
): AdminAction {
  const plan = planName(subscription.plan);
  return {
    title: `End the renewals of ${plan} for ${user.name}?`,
    consequence: <p>{effects(subscription, user.isSuspended)}</p>,
    confirm: 'End renewals',
    busy: 'Ending...',
    isDanger: true,
    reasonHint: noteReasonHint,
    failure: 'The renewals were not ended',
    run: async (reason) => {
      const { endsAt } = await client.admin.subscriptions.endRenewals.mutate({
        subscriptionId: subscription.id,
        reason,
      });
      return endsAt === null ? `${plan} has ended` : `${plan} does not renew`;
    },
  };
}

function effects(
  { plan, status, currentPeriodEnd, pendingPlan }: AdminSubscription,
  isSuspended: boolean,
): string {
  const name = planName(plan);
  const until = formatDate(currentPeriodEnd);
  if (status === 'incomplete') {
    return `If the bank is processing the first payment and it arrives, ${name} lasts until ${until} and does not renew. Otherwise, ${name} ends immediately.`;
  }
  if (status !== 'active' && status !== 'trialing') {
    const email = status === 'past_due' ? ' They get an email.' : '';
    return `A payment is missing, so ${name} ends immediately. The payment is no longer collected.${email}`;
  }
  const change = pendingPlan === null ? '' : ` The change to ${planName(pendingPlan)} is canceled.`;
  const resume = isSuspended
    ? 'They cannot resume it while their account is suspended.'
    : 'Until that day, they can resume it on their billing page.';
  return `${name} ends on ${until}. Access stays as it is until then, and nothing more is charged.${change} They get an email. ${resume}`;
}
