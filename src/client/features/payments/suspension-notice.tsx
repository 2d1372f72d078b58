import type { MySubscription } from '../../../shared/payments/billing.ts';
import { suspendedText } from '../../../shared/payments/blocked-purchase.ts';
import type { MyPayment } from '../../../shared/payments/refunds.ts';
import { formatCents, formatDate } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { trpc } from '../../trpc.ts';
import { Notice } from '../../ui/notice.tsx';

/** Notices of disputed payments, and of access that is suspended after a dispute or a refund: why, and until when. */
export function SuspensionNotices({ subscription }: { subscription: MySubscription }) {
  const payments = trpc.payments.myPayments.useQuery();
  const disputedPurchases = (payments.data ?? []).filter(
    ({ kind, status }) => kind === 'purchase' && status === 'disputed',
  );
  return (
    <>
      <PlanNotice subscription={subscription} />
      {disputedPurchases.map((payment) => (
        <ProductNotice key={payment.id} payment={payment} />
      ))}
    </>
  );
}

function PlanNotice({ subscription }: { subscription: MySubscription }) {
  const { suspension, subscribedPlan, plan } = subscription;
  if (!suspension) return null;
  const name = planName(subscribedPlan);
  const isUndecided = suspension.payments.some(({ status }) => status === 'disputed');
  return (
    <Notice
      tone="warning"
      title={isUndecided ? `${name} is suspended while your bank decides` : `${name} is suspended`}
      className="mb-8"
    >
      {suspension.payments.length === 0
        ? 'A payment of this membership was refunded, and the access that it paid for ended. '
        : suspension.payments.map(reason).join(' ')}{' '}
      Meanwhile you have {planName(plan)}.{' '}
      {isUndecided ? returnText(subscription, name) : endText(subscription)}
      {isUndecided &&
        !subscription.cancelAtPeriodEnd &&
        ' If your bank gives you the money back, your membership is canceled.'}
    </Notice>
  );
}

type DisputedPayment = NonNullable<MySubscription['suspension']>['payments'][number];

function reason({ status, amountCents, paidAt, description }: DisputedPayment): string {
  const payment = `the payment of ${formatCents(amountCents)} on ${formatDate(paidAt)} (${description})`;
  return status === 'lost' ? `Your bank returned ${payment} to you.` : `Your bank disputes ${payment}.`;
}

function returnText(subscription: MySubscription, name: string): string {
  const { suspension, cancelAtPeriodEnd, pendingPlan, pastDueSince } = subscription;
  const until = suspension?.until;
  const back = `${name} comes back when your bank decides that the payment stands`;
  // If another plan is pending, the next payment is for that plan.
  if (!until || pendingPlan) return `${back}.`;
  const day = formatDate(until);
  if (cancelAtPeriodEnd) return `${back}; otherwise it stays suspended until your membership ends on ${day}.`;
  // The payment that was due on that day is missing.
  if (pastDueSince) return `${back}, or with your next payment.`;
  return `${back}, or with your next payment on ${day}.`;
}

function endText({ suspension, pastDueSince, cancelAtPeriodEnd }: MySubscription): string {
  if (!suspension?.until) return '';
  const day = formatDate(suspension.until);
  if (cancelAtPeriodEnd && !pastDueSince) return `It stays suspended until your membership ends on ${day}.`;
  return `It stays suspended until ${pastDueSince ? 'your next payment' : day}.`;
}

function ProductNotice({ payment }: { payment: MyPayment }) {
  const { description, amountCents, paidAt, disputedAt, suspendsProduct } = payment;
  return (
    <Notice
      tone="warning"
      title={
        suspendsProduct
          ? `${description} is suspended while your bank decides`
          : `Your bank disputes a payment: ${description}`
      }
      className="mb-8"
    >
      {disputedAt ? `On ${formatDate(disputedAt)}, your bank disputed` : 'Your bank disputed'} the payment of{' '}
      {formatCents(amountCents)} made on {formatDate(paidAt)}. {suspendsProduct && `${suspendedText} `}
      If you did not ask your bank for this, write to us.
    </Notice>
  );
}
