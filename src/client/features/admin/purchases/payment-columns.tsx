import type { AdminPayment } from '../../../../shared/payments/refunds.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { disputeText, paymentStatusLabels } from './purchase-labels.ts';

/** The columns of the payments of one person. */
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
          <Badge tone={paymentStatusLabels[payment.status].tone}>
            {paymentStatusLabels[payment.status].word}
          </Badge>
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
