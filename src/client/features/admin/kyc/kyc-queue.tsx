import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type QueueFilter, queueFilters } from '../../../../shared/kyc/kyc-review.ts';
import { kycStatusLabels } from '../../../lib/status-labels.ts';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceRow } from '../../../ui/choice-row.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { useSiteSettings } from '../../settings/use-site-settings.ts';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { useFilters } from '../use-filters.ts';
import { isFiltered, readQueueSearch, waitsForApplicant } from './kyc-cases.ts';
import { KycFilters } from './kyc-filters.tsx';
import { queueColumns } from './queue-columns.tsx';

const filterLabels: Record<QueueFilter, string> = {
  open: 'Waiting for you',
  asked: waitsForApplicant.label,
  pending: kycStatusLabels.pending.label,
  requires_review: kycStatusLabels.requires_review.label,
  approved: kycStatusLabels.approved.label,
  rejected: kycStatusLabels.rejected.label,
  all: 'All',
};

const emptyTexts: Partial<Record<QueueFilter, { title: string; description: string }>> = {
  open: { title: 'No case is waiting', description: 'New applications appear here, the oldest first.' },
  asked: {
    title: 'No case is waiting for an applicant',
    description: 'Applications that you sent back are listed here until their applicants answer.',
  },
  approved: {
    title: 'No application is approved yet',
    description: 'Applications that you approve are listed here.',
  },
  rejected: {
    title: 'No application was rejected',
    description: 'Applications that you reject are listed here.',
  },
  all: { title: 'No applications yet', description: 'New applications appear here.' },
};

/**
 * The current page of the list: the cursors of all pages from the second to this one, and the filter they belong to.
 */
export type QueuePosition = { filterKey: string; cursors: readonly string[] };

export type KycQueueProps = {
  /** Held by the parent, so that it survives opening and closing a case. */
  position: QueuePosition | undefined;
  onPosition: (position: QueuePosition) => void;
  onOpen: (id: string) => void;
};

/** The list of cases. Its filters are in the URL. */
export function KycQueue({ position, onPosition, onOpen }: KycQueueProps) {
  const { change, clear, resetKey } = useFilters();
  const { reviewHoursTo } = useSiteSettings();
  const filter = readQueueSearch(useSearch({ from: '/admin' }));
  const filterKey = JSON.stringify(filter);
  const cursors = position?.filterKey === filterKey ? position.cursors : [];
  const query = trpc.admin.kyc.queue.useQuery(
    { ...filter, after: cursors.at(-1) },
    { retry: retryAdminQuery, placeholderData: (previous) => previous },
  );

  const showPreviousPage = () => onPosition({ filterKey, cursors: cursors.slice(0, -1) });
  // True after all cases of the last page have been decided.
  const isEmptyPage = cursors.length > 0 && !query.isFetching && query.data?.items.length === 0;
  const leaveEmptyPage = useEffectEvent(showPreviousPage);
  useEffect(() => {
    if (isEmptyPage) leaveEmptyPage();
  }, [isEmptyPage]);

  // The navigation rail shows the same count. If the count there is out of date, it is fetched again.
  const { waiting } = trpc.useUtils().admin.dashboard;
  const open = query.data?.counts.open;
  useEffect(() => {
    const counted = waiting.getData()?.applications.count;
    if (open !== undefined && counted !== undefined && counted !== open) void waiting.invalidate();
  }, [open, waiting]);

  const cases = useRef<HTMLDivElement>(null);
  const first = query.data?.items[0];
  useSingleKeys((key) => {
    if (key === 'j' && first) onOpen(first.id);
  });

  return (
    <AdminQueryView
      query={query}
      errorTitle="The applications could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading applications...">
          <div className="mb-4 flex flex-wrap gap-2">
            {queueFilters.map((value) => (
              <Skeleton key={value} className="h-11 w-28 sm:h-9" />
            ))}
          </div>
          <Skeleton className="mb-6 h-18 max-sm:mt-15" />
          <TableSkeleton rows={6} />
        </SkeletonRegion>
      }
    >
      {(data) => {
        const { items, next, counts, countries } = data;
        const filtered = isFiltered(filter);
        const emptyText = filtered ? undefined : emptyTexts[filter.status];
        return (
          <section>
            <h2 className="sr-only">KYC applications</h2>
            <button
              type="button"
              className="sr-only focus-visible:not-sr-only focus-visible:mb-4 focus-visible:font-semibold focus-visible:underline"
              onClick={() => cases.current?.focus()}
            >
              Skip to the cases
            </button>
            <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
              <ChoiceRow
                label="Status"
                selected={filter.status}
                onChange={(status) => change({ status })}
                choices={queueFilters.map((value) => ({
                  value,
                  label: filterLabels[value],
                  // The counts ignore the other filters, so they are hidden while another filter is set.
                  count: filtered ? undefined : counts[value],
                }))}
              />
              <Button
                variant="quiet"
                size="small"
                className="max-sm:-ml-3"
                onClick={() => void query.refetch()}
                busy={query.isFetching}
                busyLabel="Refreshing..."
              >
                Refresh
              </Button>
            </div>
            <KycFilters key={resetKey} filter={filter} countries={countries} onChange={change} />
            {first && (
              <p className="-mt-2 mb-4 text-sm text-muted max-sm:hidden">Key: J opens the first case.</p>
            )}
            <div ref={cases} tabIndex={-1}>
              <DataTable
                caption={`KYC applications, ${filterLabels[filter.status].toLowerCase()}`}
                rows={items}
                rowKey={(row) => row.id}
                stale={query.isFetching}
                columns={queueColumns({ promisedHours: reviewHoursTo, onOpen })}
                empty={
                  <EmptyState
                    {...(emptyText ?? {
                      title: 'No case matches',
                      description: filtered ? 'Try fewer filters.' : 'Choose another list.',
                    })}
                    action={
                      filtered && (
                        <Button
                          variant="secondary"
                          onClick={() => void clear({ tab: 'kyc', status: filter.status })}
                        >
                          Clear the filters
                        </Button>
                      )
                    }
                  />
                }
              />
            </div>
            {(next !== null || cursors.length > 0) && (
              <Pagination
                summary={`Page ${cursors.length + 1}`}
                onPrevious={cursors.length > 0 ? showPreviousPage : undefined}
                onNext={
                  // Until the selected list has loaded, `next` belongs to the previous list.
                  next === null || query.isPlaceholderData
                    ? undefined
                    : () => onPosition({ filterKey, cursors: [...cursors, next] })
                }
              />
            )}
          </section>
        );
      }}
    </AdminQueryView>
  );
}

type PaginationProps = {
  summary: string;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
};

/** Only Previous and Next, because keyset paging cannot jump to a page. */
function Pagination({ summary, onPrevious, onNext }: PaginationProps) {
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted tabular" aria-live="polite">
        {summary}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="small" disabled={!onPrevious} onClick={onPrevious}>
          Previous
        </Button>
        <Button variant="secondary" size="small" disabled={!onNext} onClick={onNext}>
          Next
        </Button>
      </div>
    </nav>
  );
}
