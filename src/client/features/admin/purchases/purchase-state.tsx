import type { AdminPurchase } from '../../../../shared/payments/payments.ts';
import { Badge } from '../../../ui/badge.tsx';
import { PurchaseStatusBadge } from '../../../ui/status-badge.tsx';
import { holdReasonText } from './purchase-labels.ts';

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
