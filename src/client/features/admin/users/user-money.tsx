import { useState } from 'react';
import type { ListedPayment, PaymentList } from '../../../../shared/payments/payment-list.ts';
import { formatCents } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { Section } from '../../../ui/page.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { keepsRefundedProduct, paymentListColumns } from '../payments/payment-list-columns.tsx';
import { takeProductBack } from '../take-product-back.tsx';
import { GrantProductDialog } from './grant-product-dialog.tsx';

const RefundDialog = lazyDialog(async () => (await import('../payments/refund-dialog.tsx')).RefundDialog);

export type UserMoneyProps = {
  userId: string;
  name: string;
  /** False for an account that is scheduled for deletion. */
  canGive: boolean;
};

/** A user's totals, payments and granted products, with a button that grants another product. */
export function UserMoney({ userId, name, canGive }: UserMoneyProps) {
  const query = trpc.admin.payments.search.useInfiniteQuery({ userId }, byCursor);
  const { client } = trpc.useUtils();
  const [refunding, setRefunding] = useState<string>();
  const [granting, setGranting] = useState(false);
  const [revoking, setRevoking] = useState<AdminAction>();

  const revoke = ({ id, name: title }: ListedPayment) =>
    setRevoking(takeProductBack(client, { purchaseId: id, title, ownerName: name }));

  return (
    <Section title="Money">
      <AdminQueryView
        query={query}
        errorTitle="The payments could not be loaded"
        skeleton={
          <SkeletonRegion label="Loading the payments...">
            <Skeleton className="mb-4 h-16 w-full" />
            <TableSkeleton rows={3} />
          </SkeletonRegion>
        }
      >
        {(data) => (
          <>
            {data.pages[0] && <Figures totals={data.pages[0].totals} />}
            <DataTable
              caption="Payments and products"
              rows={loadedItems(data)}
              rowKey={(payment) => payment.id}
              columns={columns(setRefunding, revoke)}
              empty={<p className="text-muted">Nothing has been bought or given yet.</p>}
            />
            <LoadMore query={query} label="payments" />
          </>
        )}
      </AdminQueryView>
      {canGive && (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setGranting(true)}>
          Give a product
        </Button>
      )}
      {refunding !== undefined && (
        <RefundDialog paymentId={refunding} onClose={() => setRefunding(undefined)} />
      )}
      {granting && <GrantProductDialog userId={userId} name={name} onClose={() => setGranting(false)} />}
      {revoking && <ActionDialog action={revoking} onClose={() => setRevoking(undefined)} />}
    </Section>
  );
}

function Figures({ totals: { grossCents, returnedCents } }: Pick<PaymentList, 'totals'>) {
  const figures = [
    { label: 'Gross', cents: grossCents },
    { label: 'Refunded', cents: returnedCents },
    { label: 'Net', cents: grossCents - returnedCents },
  ];
  return (
    <dl className="mb-4 grid grid-cols-3 gap-px overflow-hidden rounded-card border border-border bg-border">
      {figures.map(({ label, cents }) => (
        <div key={label} className="bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-lg font-semibold tabular">{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The columns of the admin's Purchase History without the buyer and the refunded amount. On a phone, each row begins
 * with the product. Grants are revoked instead of refunded, and so are products whose refund kept access.
 */
function columns(
  onRefund: (paymentId: string) => void,
  onRevoke: (payment: ListedPayment) => void,
): Column<ListedPayment>[] {
  return paymentListColumns(onRefund)
    .filter(({ key }) => key !== 'student' && key !== 'refunded')
    .map((column) => {
      if (column.key === 'for') {
        return { ...column, phone: 'first', className: 'max-sm:min-w-36 max-sm:flex-1' };
      }
      if (column.key !== 'actions') return column;
      return {
        ...column,
        cell: (payment) =>
          (payment.isGrant && !payment.accessEnded) || keepsRefundedProduct(payment) ? (
            <Button
              size="small"
              variant="secondary"
              aria-label={`Take ${payment.name} back`}
              onClick={() => onRevoke(payment)}
            >
              Take back...
            </Button>
          ) : (
            column.cell(payment)
          ),
      };
    });
}
