import type { UnconfirmedPayment } from '../../../shared/payments/payments.ts';
import { formatCents } from '../../lib/format.ts';
import { usePageRestored } from '../../lib/use-page-restored.ts';
import { trpc } from '../../trpc.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { GrantList } from './grant-list.tsx';
import { PastDueNotice } from './past-due-notice.tsx';
import { PaymentList } from './payment-list.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { SuspensionNotices } from './suspension-notice.tsx';
import { useAwaitedPayments } from './use-awaited-payments.ts';

/** Membership and payments of a logged-in user. */
export function Billing() {
  const utils = trpc.useUtils();
  const unconfirmed = useAwaitedPayments();
  // The card or the membership may have changed when the back button leads here from the payment provider's pages.
  usePageRestored(() => void utils.payments.invalidate());
  return (
    <>
      <OwnPlan />
      <Section title="Payments">
        <UnconfirmedPayments payments={unconfirmed} />
        <PaymentList />
      </Section>
    </>
  );
}

function OwnPlan() {
  const query = trpc.payments.mySubscription.useQuery();
  return (
    <QueryView
      query={query}
      skeleton={
        <Card>
          <SkeletonRegion label="Loading your membership...">
            <Skeleton className="h-7 w-40" />
            <Skeleton className="mt-4 h-20" />
            <Skeleton className="mt-4 h-11 w-64" />
          </SkeletonRegion>
        </Card>
      }
      errorTitle="Your membership could not be loaded"
      note="Your membership has not changed."
    >
      {(subscription) => (
        <>
          <PastDueNotice subscription={subscription} />
          <SuspensionNotices subscription={subscription} />
          <div className="grid items-start gap-6 lg:has-[>:nth-child(2)]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <SubscriptionCard subscription={subscription} />
            <GrantList grants={subscription.grants} />
          </div>
        </>
      )}
    </QueryView>
  );
}

/** Payments that were started on a payment page and whose outcome is not known yet. */
function UnconfirmedPayments({ payments }: { payments: readonly UnconfirmedPayment[] }) {
  if (payments.length === 0) return null;
  return (
    <Notice role="status" title="Not confirmed yet" className="mb-6 print:hidden">
      <ul>
        {payments.map(({ id, description, amountCents }) => (
          <li key={id}>
            {description}, {formatCents(amountCents)}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        If you have paid, your payment is listed below as soon as our payment provider confirms it, usually
        within a minute. A bank debit takes a few days. If you left the payment page without paying, you were
        not charged.
      </p>
    </Notice>
  );
}
