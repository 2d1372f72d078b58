import { Link } from '@tanstack/react-router';
import type { PaymentDetails } from '../../../../shared/payments/payment-details.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader, Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { DisputeCard } from './dispute-card.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { paymentFacts } from './payment-facts.tsx';
import { holdReasonText, isInquiry, paymentStatusLabels } from './payment-labels.ts';
import { PaymentPageSkeleton } from './payment-page-skeleton.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';

export function PaymentPage({ id }: { id: string }) {
  const query = trpc.admin.payments.page.useQuery({ paymentId: id });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The payment could not be loaded"
      missing={
        <EmptyState
          headingLevel={1}
          title="There is no such payment"
          description="The link is incomplete, or the payment belongs to another academy."
        />
      }
      skeleton={<PaymentPageSkeleton />}
    >
      {(page) => <LoadedPayment page={page} />}
    </AdminQueryView>
  );
}

function LoadedPayment({ page }: { page: PaymentDetails }) {
  const { payment, timeline, heldReason } = page;
  return (
    <>
      <PageHeader
        className="mb-6"
        title={<span className="tabular">{formatCents(payment.amountCents)}</span>}
        lead={
          <>
            {payment.description}, {formatDateTime(payment.paidAt)}
            <br />
            {payment.userId === null || payment.userEmail === null ? (
              payment.userName
            ) : (
              <Link to="/admin/users/$id" params={{ id: payment.userId }} className={adminLinkClass}>
                {payment.userName}, {payment.userEmail}
              </Link>
            )}
          </>
        }
        aside={
          <>
            <StatusBadge status={paymentStatusLabels[payment.status]} />
            {heldReason !== null && <Badge tone="danger">On hold</Badge>}
          </>
        }
      />
      {heldReason !== null && (
        <p className="mb-4 measure font-semibold text-danger">{holdReasonText(heldReason)}</p>
      )}
      <PaymentActions page={page} />
      {payment.disputes.length > 0 && (
        <Section title="Dispute">
          <ul className="flex flex-col gap-4">
            {payment.disputes.map((dispute) => (
              <DisputeCard
                key={dispute.id}
                dispute={{ ...dispute, payment }}
                title={isInquiry(dispute) ? 'Inquiry from the bank' : 'Dispute'}
              />
            ))}
          </ul>
        </Section>
      )}
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <Section title="Money and access">
          <DescriptionList items={paymentFacts(page)} />
        </Section>
        <div>
          <Section title="What happened">
            <PaymentTimeline events={timeline} />
          </Section>
        </div>
      </div>
    </>
  );
}
