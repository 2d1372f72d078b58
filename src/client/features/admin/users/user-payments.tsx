import { trpc } from '../../../trpc.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Section } from '../../../ui/page.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminErrorState } from '../admin-query-view.tsx';
import { paymentColumns } from '../purchases/payment-columns.tsx';

/** A user's payments for products and plans, with refunds and disputes. */
export function UserPayments({
  userId,
  onRefund,
}: {
  userId: string;
  onRefund: (paymentId: string) => void;
}) {
  const payments = trpc.admin.payments.list.useQuery({ userId }, { retry: retryAdminQuery, staleTime: 0 });
  return (
    <Section title="Payments" note={payments.data?.nextCursor ? 'The newest 50' : undefined}>
      {payments.data ? (
        <DataTable
          caption="Payments"
          rows={payments.data.items}
          rowKey={(payment) => payment.id}
          // All payments here are by the same user.
          columns={paymentColumns(onRefund).filter(({ key }) => key !== 'student')}
          empty={<p className="text-muted">Nothing was paid yet.</p>}
        />
      ) : payments.error ? (
        <AdminErrorState title="The payments could not be loaded" query={payments} />
      ) : (
        <SkeletonRegion label="Loading the payments...">
          <TableSkeleton rows={3} />
        </SkeletonRegion>
      )}
    </Section>
  );
}
