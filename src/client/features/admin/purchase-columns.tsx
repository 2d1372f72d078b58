import type { AdminPurchase } from '../../../shared/payments.ts';
import { formatCents, formatDate } from '../../lib/format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { PurchaseStatusBadge } from '../../ui/status-badge.tsx';
import { changedPrice, heldReasonText } from './purchase-filter.ts';

/** The columns of S1 §3: who bought what, for how much, and how it stands. */
export const purchaseColumns: Column<AdminPurchase>[] = [
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
      <span className="min-w-0">
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
      <span className="min-w-0">
        <span className="block wrap-anywhere">{purchase.productName}</span>
        <span className="block text-muted">{purchase.productType === 'pdf' ? 'PDF' : 'Session'}</span>
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
    cell: (purchase) => (
      <span className="flex min-w-0 flex-col items-end gap-1 sm:items-start">
        <PurchaseStatusBadge status={purchase.status} />
        {purchase.heldReason !== null && (
          <span className="max-w-56 text-xs font-semibold text-danger">
            {heldReasonText(purchase.heldReason)}
          </span>
        )}
      </span>
    ),
  },
];

/** What was paid; below it today's price, where that is another one (D-70). */
function Amount({ purchase }: { purchase: AdminPurchase }) {
  const today = changedPrice(purchase);
  return (
    <span className="whitespace-nowrap">
      <span className="block font-semibold">{formatCents(purchase.amount)}</span>
      {today !== undefined && (
        <span className="block text-xs text-accent-text">
          {today === 0 ? 'free today' : `${formatCents(today)} today`}
        </span>
      )}
      {purchase.actualProduct === null && <span className="block text-xs text-muted">product gone</span>}
    </span>
  );
}
