import { useState } from 'react';
import type { AdminPayment } from '../../../../shared/payments/refunds.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { LoadMore, loadedItems } from '../load-more.tsx';
import { disputeText } from './purchase-labels.ts';

const kinds = [
  { value: 'all', label: 'Purchases and subscriptions' },
  { value: 'purchase', label: 'Purchases' },
  { value: 'subscription', label: 'Subscriptions' },
] as const;
type Kind = (typeof kinds)[number]['value'];

const words: Record<AdminPayment['status'], { word: string; tone: BadgeTone }> = {
  paid: { word: 'Paid', tone: 'success' },
  failed: { word: 'Failed', tone: 'danger' },
  refunded: { word: 'Refunded', tone: 'neutral' },
  disputed: { word: 'Disputed', tone: 'warning' },
  lost: { word: 'Lost to the bank', tone: 'danger' },
};

/** The ledger: purchases, and first payments and renewals of subscriptions, 50 per page. */
export function PaymentsPanel({ onRefund }: { onRefund: (paymentId: string) => void }) {
  const [kind, setKind] = useState<Kind>('all');
  const query = trpc.admin.payments.list.useInfiniteQuery(kind === 'all' ? {} : { kind }, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The payments could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the payments...">
          <TableSkeleton rows={8} />
        </SkeletonRegion>
      }
    >
      {(data) => (
        <section>
          <h2 className="sr-only">All payments</h2>
          <SelectField
            label="Kind"
            value={kind}
            options={kinds}
            onChange={({ currentTarget: { value } }) =>
              setKind(kinds.find((known) => known.value === value)?.value ?? 'all')
            }
            className="mb-6 sm:max-w-72"
          />
          <DataTable
            caption="Payments, newest first"
            columns={paymentColumns(onRefund)}
            rows={loadedItems(data)}
            rowKey={(payment) => payment.id}
            stale={query.isPlaceholderData}
            empty={
              <EmptyState
                title="Nothing was paid yet"
                description="Each payment appears here, with what went back of it."
              />
            }
          />
          <LoadMore query={query} label="payments" />
        </section>
      )}
    </AdminQueryView>
  );
}

/** Also used for the payments of one user. */
export function paymentColumns(onRefund: (paymentId: string) => void): Column<AdminPayment>[] {
  return [
    {
      key: 'date',
      header: 'Date',
      className: 'tabular sm:whitespace-nowrap',
      cell: (payment) => formatDate(payment.paidAt),
    },
    {
      key: 'student',
      header: 'Student',
      cell: (payment) => (
        <span className="min-w-0 sm:block sm:min-w-44">
          <span className="block font-semibold wrap-anywhere">{payment.userName}</span>
          {payment.userEmail && <span className="block wrap-anywhere text-muted">{payment.userEmail}</span>}
        </span>
      ),
    },
    {
      key: 'for',
      header: 'For',
      cell: (payment) => (
        <span className="min-w-0 sm:block sm:min-w-36">
          <span className="block wrap-anywhere">{payment.description}</span>
          <span className="block text-muted">
            {payment.kind === 'purchase' ? 'Purchase' : 'Subscription'}
          </span>
        </span>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: (payment) => (
        <span className="whitespace-nowrap">
          <span className="block font-semibold">{formatCents(payment.amountCents)}</span>
          {payment.refundedCents > 0 && (
            <span className="block text-xs text-muted">{formatCents(payment.refundedCents)} refunded</span>
          )}
          {payment.pendingCents > 0 && (
            <span className="block text-xs text-warning">{formatCents(payment.pendingCents)} on its way</span>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      className: 'sm:max-w-64',
      cell: (payment) => (
        <div>
          <Badge tone={words[payment.status].tone}>{words[payment.status].word}</Badge>
          {payment.disputes.map((dispute) => (
            <span key={dispute.id} className="mt-1 block text-xs text-muted">
              {disputeText(dispute)}
            </span>
          ))}
        </div>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: (payment) => (
        <Button
          size="small"
          variant="secondary"
          aria-label={`${payment.status === 'paid' ? 'Refund' : 'Details of'} ${payment.description}, ${payment.userName}`}
          onClick={() => onRefund(payment.id)}
        >
          {payment.status === 'paid' ? 'Refund...' : 'Details'}
        </Button>
      ),
    },
  ];
}
