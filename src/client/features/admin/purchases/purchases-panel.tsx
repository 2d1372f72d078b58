import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { PurchaseFilterInput, PurchasePage } from '../../../../shared/payments/purchase-list.ts';
import { formatCents } from '../../../lib/format.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { LoadMore, loadedItems } from '../load-more.tsx';
import { TableExport } from '../table-export.tsx';
import { purchaseColumns } from './purchase-columns.tsx';
import { PurchaseFilters } from './purchase-filters.tsx';
import { purchaseSearchParams, readPurchaseSearch } from './purchase-search.ts';

/** Purchase History: all purchases, with filters in the URL. */
export function PurchasesPanel({ onRefund }: { onRefund: (paymentId: string) => void }) {
  const navigate = useNavigate({ from: '/admin' });
  // Clearing the filters remounts the search field.
  const [clearings, setClearings] = useState(0);
  const filter = readPurchaseSearch(useSearch({ from: '/admin' }));
  const params = purchaseSearchParams(filter);

  const setFilters = (changes: Partial<AdminSearch>) =>
    void navigate({
      search: (current) =>
        Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value)),
      replace: true,
      resetScroll: false,
    });
  async function clear() {
    await navigate({ search: { tab: 'purchases' }, replace: true, resetScroll: false });
    setClearings(clearings + 1);
  }

  return (
    <section>
      <h2 className="sr-only">Purchase History</h2>
      <PurchaseFilters key={clearings} filter={filter} onChange={setFilters} />
      <PurchasePages
        key={JSON.stringify(params)}
        filter={filter}
        onRefund={onRefund}
        onClear={Object.keys(params).length > 0 ? () => void clear() : undefined}
      />
    </section>
  );
}

type PurchasePagesProps = {
  filter: PurchaseFilterInput;
  onRefund: (paymentId: string) => void;
  /** Undefined when no filter is set. */
  onClear: (() => void) | undefined;
};

function PurchasePages({ filter, onRefund, onClear }: PurchasePagesProps) {
  const columns = useMemo(() => purchaseColumns(onRefund), [onRefund]);
  const query = trpc.admin.purchases.search.useInfiniteQuery(filter, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: retryAdminQuery,
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The purchases could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading purchases..." className="pt-13">
          <TableSkeleton rows={8} />
        </SkeletonRegion>
      }
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
              <TableExport
                path="/api/admin/export-purchases-csv"
                filter={purchaseSearchParams(filter)}
                name="purchases-export"
              />
            </div>
          </div>
          <DataTable
            caption="Purchases, newest first"
            rows={loadedItems(data)}
            rowKey={(purchase) => purchase.id}
            stale={query.isPlaceholderData}
            columns={columns}
            empty={
              onClear ? (
                <EmptyState
                  headingLevel={3}
                  title="No purchase matches"
                  description="Try fewer words or another status."
                  action={
                    <Button variant="secondary" onClick={onClear}>
                      Show all purchases
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  headingLevel={3}
                  title="Nothing was sold yet"
                  description="Each purchase appears here with its buyer, its price and its status."
                />
              )
            }
          />
          <LoadMore query={query} label="purchases" />
        </>
      )}
    </AdminQueryView>
  );
}

/** Totals of all matching purchases, not only of this page. */
function Totals({ totals }: Pick<PurchasePage, 'totals'>) {
  const { count, completedCents, refundedCents } = totals;
  return (
    <p role="status" className="text-sm text-muted tabular">
      {count} {count === 1 ? 'purchase' : 'purchases'}, {formatCents(completedCents)} completed,
      {` ${formatCents(refundedCents)} refunded`}
    </p>
  );
}
