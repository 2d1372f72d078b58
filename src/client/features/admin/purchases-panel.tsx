import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminPurchase } from '../../../shared/payments.ts';
import { formatCents } from '../../lib/format.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AdminErrorState } from './admin-error-state.tsx';
import { purchaseColumns } from './purchase-columns.tsx';
import {
  completedCents,
  filterPurchases,
  type PurchaseFilter,
  purchaseFilters,
  readPurchaseFilter,
} from './purchase-filter.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { usePages } from './use-pages.ts';

const filterWords: Record<PurchaseFilter, string> = {
  all: 'All',
  completed: 'Completed',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
  held: 'Held, needs a person',
};

/** Purchase History: all purchases with a filter in the address (S1 §2, D-70). */
export function PurchasesPanel() {
  const purchases = trpc.admin.listPurchases.useQuery();
  if (purchases.error) {
    return (
      <AdminErrorState
        title="The purchases could not be loaded"
        error={purchases.error}
        onRetry={() => void purchases.refetch()}
        retrying={purchases.isFetching}
      />
    );
  }
  if (!purchases.data) {
    return (
      <SkeletonRegion label="Loading purchases...">
        <div className="mb-14 grid gap-4 pt-6 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11 w-24" />
        </div>
        <TableSkeleton rows={8} />
      </SkeletonRegion>
    );
  }
  if (purchases.data.length === 0) {
    return (
      <EmptyState
        title="Nothing was sold yet"
        description="Each purchase appears here with its buyer, its price and its status."
      />
    );
  }
  return (
    <PurchaseHistory
      purchases={purchases.data}
      onRefresh={() => void purchases.refetch()}
      refreshing={purchases.isFetching}
    />
  );
}

type PurchaseHistoryProps = {
  purchases: readonly AdminPurchase[];
  onRefresh: () => void;
  refreshing: boolean;
};

function PurchaseHistory({ purchases, onRefresh, refreshing }: PurchaseHistoryProps) {
  const search = useSearch({ from: '/admin' });
  const navigate = useNavigate({ from: '/admin' });
  // What is typed shows at once; the address follows a moment later.
  const [words, setWords] = useState(search.q ?? '');
  const filter = readPurchaseFilter(search.status);
  const shown = filterPurchases(purchases, filter, words);
  const pages = usePages(shown, `${filter} ${words}`);

  function setFilter(status: PurchaseFilter, q: string) {
    setWords(q);
    void navigate({
      search: { tab: 'purchases', ...(status !== 'all' && { status }), ...(q !== '' && { q }) },
      replace: true,
      resetScroll: false,
    });
  }

  return (
    <section>
      <h2 className="sr-only">Purchase History</h2>
      <div className="mb-4 grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem_auto] sm:items-end">
        <TextField
          label="Find"
          type="search"
          placeholder="Name, email, product or key"
          value={words}
          onChange={(event) => setFilter(filter, event.currentTarget.value)}
        />
        <SelectField
          label="Status"
          value={filter}
          options={purchaseFilters.map((value) => ({ value, label: filterWords[value] }))}
          onChange={(event) => setFilter(readPurchaseFilter(event.currentTarget.value), words)}
        />
        <Button
          variant="quiet"
          onClick={onRefresh}
          busy={refreshing}
          busyLabel="Refreshing..."
          className="max-sm:justify-self-start"
        >
          Refresh
        </Button>
      </div>
      <p role="status" className="mb-4 text-sm text-muted tabular">
        {shown.length} of {purchases.length} purchases, {formatCents(completedCents(shown))} completed
      </p>
      <DataTable
        caption="Purchases, newest first"
        rows={pages.visible}
        rowKey={(purchase) => purchase.id}
        stale={refreshing}
        columns={purchaseColumns}
        empty={
          <EmptyState
            title="No purchase matches"
            description="Try fewer words or another status."
            action={
              <Button variant="secondary" onClick={() => setFilter('all', '')}>
                Show all purchases
              </Button>
            }
          />
        }
      />
      {pages.isPaged && (
        <Pagination summary={pages.summary} onPrevious={pages.onPrevious} onNext={pages.onNext} />
      )}
    </section>
  );
}
