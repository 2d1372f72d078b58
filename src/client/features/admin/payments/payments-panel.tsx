import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PaymentFilterInput, PaymentList } from '../../../../shared/payments/payment-list.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { TableExport } from '../table-export.tsx';
import { useFilters } from '../use-filters.ts';
import { PaymentFilters } from './payment-filters.tsx';
import { paymentListColumns } from './payment-list-columns.tsx';
import { isFiltered, readPaymentSearch } from './payment-search.ts';

/** Purchase History: all payments, with filters in the URL. */
export function PaymentsPanel({ onRefund }: { onRefund: (paymentId: string) => void }) {
  const { change, clear, resetKey } = useFilters();
  const filter = readPaymentSearch(useSearch({ from: '/admin' }));
  return (
    <section>
      <h2 className="sr-only">Purchase History</h2>
      <PaymentFilters key={resetKey} filter={filter} onChange={change} />
      <PaymentPages
        filter={filter}
        onRefund={onRefund}
        onClear={isFiltered(filter) ? () => void clear({ tab: 'purchases' }) : undefined}
      />
    </section>
  );
}

type PaymentPagesProps = {
  filter: PaymentFilterInput;
  onRefund: (paymentId: string) => void;
  /** Undefined when no filter is set. */
  onClear: (() => void) | undefined;
};

function PaymentPages({ filter, onRefund, onClear }: PaymentPagesProps) {
  const search = useSearch({ from: '/admin' });
  const columns = useMemo(() => paymentListColumns(onRefund, search), [onRefund, search]);
  const query = trpc.admin.payments.search.useInfiniteQuery(filter, {
    ...byCursor,
    placeholderData: (previous) => previous,
  });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The payments could not be loaded"
      skeleton={<TableSkeleton label="Loading payments..." rows={8} className="pt-13" />}
    >
      {(data) => (
        <>
          <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-3">
            {data.pages[0] && <Totals totals={data.pages[0].totals} />}
            <div className="flex flex-wrap gap-2">
              <Button
                variant="quiet"
                size="small"
                onClick={() => void query.refetch()}
                busy={query.isFetching}
                busyLabel="Refreshing..."
              >
                Refresh
              </Button>
              <TableExport path="/api/admin/export-payments-csv" filter={filter} name="payments-export" />
            </div>
          </div>
          <DataTable
            caption="Payments, newest first"
            rows={loadedItems(data)}
            rowKey={(payment) => payment.id}
            stale={query.isPlaceholderData}
            columns={columns}
            empty={
              onClear ? (
                <EmptyState
                  headingLevel={3}
                  title="No payment matches"
                  description="Try fewer words or other filters."
                  action={
                    <Button variant="secondary" onClick={onClear}>
                      Clear the filters
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  headingLevel={3}
                  title="Nothing has been sold yet"
                  description="Each purchase and each membership payment appears here, with its refunds."
                />
              )
            }
          />
          <LoadMore query={query} label="payments" />
        </>
      )}
    </AdminQueryView>
  );
}

/** Totals of all matching payments, not only of this page. */
function Totals({ totals }: Pick<PaymentList, 'totals'>) {
  const { count, grossCents, returnedCents } = totals;
  return (
    <p role="status" className="text-sm text-muted tabular">
      {`${countText(count, 'payment')}, ${formatCents(grossCents)} gross, ${formatCents(returnedCents)} refunded, `}
      <span className="font-semibold text-text">{formatCents(grossCents - returnedCents)} net</span>
    </p>
  );
}
