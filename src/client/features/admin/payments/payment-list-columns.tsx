import { Link } from '@tanstack/react-router';
import type { ListedPayment } from '../../../../shared/payments/payment-list.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { PurchaseStatusBadge } from '../../../ui/status-badge.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { changedPrice, holdReasonText } from './payment-labels.ts';
import { paymentTypeLabels } from './payment-search.ts';

/**
 * The columns of the list of payments.
 * @param list - the list's filters, for the link from the page of a payment back to the list
 */
export function paymentListColumns(
  onRefund: (paymentId: string) => void,
  list?: AdminSearch,
): Column<ListedPayment>[] {
  return [
    {
      key: 'date',
      header: 'Date',
      className: 'tabular sm:whitespace-nowrap',
      cell: ({ at, paymentId, name, userName }) =>
        paymentId === null ? (
          formatDate(at)
        ) : (
          <Link
            to="/admin/payments/$id"
            params={{ id: paymentId }}
            state={list ? { adminList: list } : {}}
            className={adminLinkClass}
          >
            {formatDate(at)}
            <span className="sr-only">
              : payment of {userName} for {name}
            </span>
          </Link>
        ),
    },
    {
      key: 'student',
      header: 'Student',
      phone: 'first',
      className: 'max-sm:min-w-36 max-sm:flex-1',
      cell: ({ userId, userName, userEmail }) => (
        <span className="min-w-0 sm:block sm:min-w-36">
          {userId === null || userEmail === null ? (
            <span className="block font-semibold wrap-anywhere">{userName}</span>
          ) : (
            <Link
              to="/admin/users/$id"
              params={{ id: userId }}
              className={`${adminLinkClass} text-left wrap-anywhere`}
            >
              {userName}
            </Link>
          )}
          {userEmail !== null && (
            <span className="block wrap-anywhere text-muted max-sm:text-xs">{userEmail}</span>
          )}
        </span>
      ),
    },
    {
      key: 'for',
      header: 'For',
      cell: ({ name, type, purchaseKey }) => (
        <span className="min-w-0 sm:block sm:min-w-28">
          <span className="block wrap-anywhere">{name}</span>
          <span className="block text-muted">
            {paymentTypeLabels[type].one}
            {purchaseKey !== null && (
              <>
                {' '}
                <code className="font-mono text-xs whitespace-nowrap">{purchaseKey}</code>
              </>
            )}
          </span>
        </span>
      ),
    },
    {
      key: 'gross',
      header: 'Gross',
      phone: 'hidden',
      wideOnly: true,
      align: 'end',
      cell: (payment) => <PaymentAmount payment={payment} />,
    },
    {
      key: 'refunded',
      header: 'Refunded',
      phone: 'hidden',
      wideOnly: true,
      align: 'end',
      cell: ({ returnedCents, paymentStatus }) =>
        returnedCents === 0 ? (
          <span className="text-muted">{formatCents(0)}</span>
        ) : (
          <span className="whitespace-nowrap">
            {formatCents(returnedCents)}
            {paymentStatus === 'lost' && <span className="block text-xs text-muted">by the bank</span>}
          </span>
        ),
    },
    {
      key: 'net',
      header: 'Net',
      align: 'end',
      cell: ({ grossCents, returnedCents, paymentStatus }) => (
        <span className="whitespace-nowrap">
          <span className="font-semibold">{formatCents(grossCents - returnedCents)}</span>
          {paymentStatus === 'disputed' && <span className="block text-xs text-muted">in dispute</span>}
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      phone: 'first',
      className: 'max-sm:ml-auto',
      cell: (payment) => <PurchaseState purchase={payment} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: ({ paymentId, paymentStatus, name, userName }) =>
        paymentId !== null &&
        paymentStatus === 'paid' && (
          <Button
            size="small"
            variant="secondary"
            aria-label={`Refund ${name}, ${userName}`}
            onClick={() => onRefund(paymentId)}
          >
            Refund...
          </Button>
        ),
    },
  ];
}

/**
 * The amount received. Below it, in small text: the price if another amount was received, the promotion code, the tax,
 * and how the product has changed since.
 */
function PaymentAmount({ payment }: { payment: ListedPayment }) {
  const { amountCents, grossCents, taxCents, promotionCode, discountCents, type, actualProduct } = payment;
  const today = changedPrice(payment);
  return (
    <span className="whitespace-nowrap">
      <span className="block">{formatCents(grossCents)}</span>
      {grossCents !== amountCents && (
        <span className="block text-xs text-muted">of {formatCents(amountCents)}</span>
      )}
      {promotionCode !== null && (
        <span className="block text-xs text-muted">
          <span className="font-mono">{promotionCode}</span>: −{formatCents(discountCents)}
        </span>
      )}
      {taxCents > 0 && <span className="block text-xs text-muted">incl. {formatCents(taxCents)} tax</span>}
      {today !== undefined && (
        <span className="block text-xs text-accent-text">
          {today === 0 ? 'free today' : `${formatCents(today)} today`}
        </span>
      )}
      {type !== 'membership' && actualProduct === null && (
        <span className="block text-xs text-muted">product deleted</span>
      )}
    </span>
  );
}

/** The status of a payment, with notes such as a dispute or a hold. */
function PurchaseState({ purchase }: { purchase: ListedPayment }) {
  return (
    <span className="flex min-w-0 flex-col items-end gap-1 sm:items-start">
      <PurchaseStatusBadge status={purchase.status} />
      {purchase.isGrant && <span className="text-xs text-muted">Given by an admin</span>}
      {purchase.paymentStatus === 'disputed' && <Badge tone="warning">Disputed</Badge>}
      {purchase.paymentStatus === 'lost' && <span className="max-w-56 text-xs text-muted">Dispute lost</span>}
      {purchase.returnedCents > 0 && purchase.returnedCents < purchase.grossCents && (
        <span className="max-w-56 text-xs text-muted">Refunded in part</span>
      )}
      {keepsRefundedProduct(purchase) && (
        <span className="max-w-56 text-xs text-muted">Refunded, access kept</span>
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

/** Whether a product was refunded in full, and its buyer kept access. */
export function keepsRefundedProduct({ status, paymentStatus, accessEnded }: ListedPayment): boolean {
  return status === 'completed' && paymentStatus === 'refunded' && !accessEnded;
}
