import type { AdminPurchase } from '../../../../shared/payments/payments.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { productTypeLabels } from '../../../lib/labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { PurchaseStatusBadge } from '../../../ui/status-badge.tsx';
import { changedPrice, holdReasonText } from './purchase-labels.ts';

/** Purchase columns: buyer, product, amount and status. */
export function purchaseColumns(onRefund: (paymentId: string) => void): Column<AdminPurchase>[] {
  return [
    {
      key: 'date',
      header: 'Date',
      className: 'tabular sm:whitespace-nowrap',
      cell: (purchase) => formatDate(purchase.purchasedAt),
    },
    {
      key: 'student',
      header: 'Student',
      cell: (purchase) => (
        <span className="min-w-0 sm:block sm:min-w-44">
          <span className="block font-semibold wrap-anywhere">{purchase.userName}</span>
          {purchase.userEmail !== null && (
            <span className="block wrap-anywhere text-muted">{purchase.userEmail}</span>
          )}
        </span>
      ),
    },
    {
      key: 'product',
      header: 'Product',
      cell: (purchase) => (
        <span className="min-w-0 sm:block sm:min-w-36">
          <span className="block wrap-anywhere">{purchase.productName}</span>
          <span className="block text-muted">{productTypeLabels[purchase.productType]}</span>
        </span>
      ),
    },
    {
      key: 'key',
      header: 'Key',
      cell: (purchase) =>
        purchase.purchaseKey === null ? (
          <span className="text-muted">None</span>
        ) : (
          <code className="font-mono text-xs whitespace-nowrap">{purchase.purchaseKey}</code>
        ),
    },
    { key: 'amount', header: 'Amount', align: 'end', cell: (purchase) => <Amount purchase={purchase} /> },
    {
      key: 'status',
      header: 'Status',
      cell: (purchase) => <PurchaseState purchase={purchase} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: ({ paymentId, paymentStatus, productName, userName }) =>
        paymentId !== null && (
          <Button
            size="small"
            variant="secondary"
            aria-label={`${paymentStatus === 'paid' ? 'Refund' : 'Details of'} ${productName}, ${userName}`}
            onClick={() => onRefund(paymentId)}
          >
            {paymentStatus === 'paid' ? 'Refund...' : 'Details'}
          </Button>
        ),
    },
  ];
}

/** The status of a purchase, with any dispute, grant, or hold. */
export function PurchaseState({
  purchase,
}: {
  purchase: Pick<AdminPurchase, 'status' | 'isGrant' | 'paymentStatus' | 'accessEnded' | 'heldReason'>;
}) {
  return (
    <span className="flex min-w-0 flex-col items-end gap-1 sm:items-start">
      <PurchaseStatusBadge status={purchase.status} />
      {purchase.isGrant && <span className="text-xs text-muted">Given by an admin</span>}
      {purchase.paymentStatus === 'disputed' && <Badge tone="warning">Disputed</Badge>}
      {purchase.paymentStatus === 'lost' && (
        <span className="max-w-56 text-xs text-muted">Given back by the bank</span>
      )}
      {purchase.accessEnded && <span className="max-w-56 text-xs text-muted">Access ended</span>}
      {purchase.heldReason !== null && purchase.status === 'failed' && (
        <span className="max-w-56 text-xs font-semibold text-danger">
          {holdReasonText(purchase.heldReason)}
        </span>
      )}
    </span>
  );
}

/** The amount paid and, if it differs, today's price below. */
function Amount({ purchase }: { purchase: AdminPurchase }) {
  const today = changedPrice(purchase);
  return (
    <span className="whitespace-nowrap">
      <span className="block font-semibold">{formatCents(purchase.amount)}</span>
      {purchase.promotionCode !== null && (
        <span className="block text-xs text-muted">
          <span className="font-mono">{purchase.promotionCode}</span>: −{formatCents(purchase.discountCents)}
        </span>
      )}
      {purchase.refundedCents > 0 && (
        <span className="block text-xs text-muted">{formatCents(purchase.refundedCents)} refunded</span>
      )}
      {today !== undefined && (
        <span className="block text-xs text-accent-text">
          {today === 0 ? 'free today' : `${formatCents(today)} today`}
        </span>
      )}
      {purchase.actualProduct === null && <span className="block text-xs text-muted">product gone</span>}
    </span>
  );
}
