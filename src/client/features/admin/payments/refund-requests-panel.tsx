import { useState } from 'react';
import { refundWindowDays } from '../../../../shared/payments/refund-policy.ts';
import type { AdminRefundRequest } from '../../../../shared/payments/refunds.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import type { StatusLabel } from '../../../lib/status-labels.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { DeclineRefundDialog } from './refund-decline-dialog.tsx';

const statusLabels: Record<AdminRefundRequest['status'], StatusLabel> = {
  open: { label: 'Waiting for an answer', tone: 'warning' },
  accepted: { label: 'Refunded', tone: 'success' },
  declined: { label: 'Declined', tone: 'neutral' },
};

/** Refund requests from students. An admin refunds each one, or declines it with a reason. */
export function RefundRequestsPanel({
  onRefund,
}: {
  onRefund: (paymentId: string, requestId: string) => void;
}) {
  const query = trpc.admin.payments.refundRequests.useInfiniteQuery({}, byCursor);
  const [declining, setDeclining] = useState<AdminRefundRequest>();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The requests could not be loaded"
      skeleton={<TableSkeleton label="Loading the requests..." rows={4} />}
    >
      {(data) => {
        const requests = loadedItems(data);
        return requests.length === 0 ? (
          <EmptyState
            title="Nobody has asked for a refund"
            description={`Students ask on their billing page, within ${refundWindowDays} days of a first payment. Their requests wait here for an answer.`}
          />
        ) : (
          <section>
            <h2 className="sr-only">Refund requests</h2>
            <ul className="flex flex-col gap-4">
              {requests.map((request) => (
                <Request
                  key={request.id}
                  request={request}
                  onRefund={() => onRefund(request.payment.id, request.id)}
                  onDecline={() => setDeclining(request)}
                />
              ))}
            </ul>
            <LoadMore query={query} label="requests" />
            {declining && (
              <DeclineRefundDialog
                key={declining.id}
                request={declining}
                onClose={() => setDeclining(undefined)}
              />
            )}
          </section>
        );
      }}
    </AdminQueryView>
  );
}

type RequestProps = { request: AdminRefundRequest; onRefund: () => void; onDecline: () => void };

function Request({ request, onRefund, onDecline }: RequestProps) {
  const { payment } = request;
  return (
    <Card as="li">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">
          {payment.userName}: {payment.description}
        </h3>
        <StatusBadge status={statusLabels[request.status]} />
      </div>
      <p className="mt-1 text-sm text-muted tabular">
        {formatCents(payment.amountCents)} paid on {formatDate(payment.paidAt)}, asked on{' '}
        {formatDate(request.createdAt)}
        {payment.refundedCents > 0 && `, ${formatCents(payment.refundedCents)} refunded`}
      </p>
      <p className="mt-3 measure border-l-2 border-border pl-3 wrap-anywhere whitespace-pre-line">
        {request.reason}
      </p>
      {request.status === 'declined' && request.answer && (
        <p className="mt-3 measure text-sm wrap-anywhere whitespace-pre-line text-muted">
          Answered: {request.answer}
        </p>
      )}
      {request.status === 'open' && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button size="small" onClick={onRefund}>
            Refund...
          </Button>
          <Button size="small" variant="secondary" onClick={onDecline}>
            Decline...
          </Button>
        </div>
      )}
    </Card>
  );
}
