import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedUser } from '../../../../shared/admin/admin-users.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/format.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminErrorState } from '../admin-query-view.tsx';
import { personColumns } from '../dashboard/recent-users.tsx';
import { UserFilters } from './user-filters.tsx';
import { accountStateLabels, isNarrowed, readUserSearch, sortLabels } from './user-search.ts';

/** All users, 25 per page; filters, order and page are in the URL. */
export function UsersPanel() {
  const search = useSearch({ from: '/admin' });
  const navigate = useNavigate({ from: '/admin' });
  // Clearing starts the typed search afresh.
  const [clearings, setClearings] = useState(0);
  const filter = readUserSearch(search);

  /** Another filter or order begins at the first page. */
  const setFilters = (changes: Partial<AdminSearch>) =>
    void navigate({
      search: (current) =>
        Object.fromEntries(
          Object.entries({ ...current, page: undefined, ...changes }).filter(([, value]) => value),
        ),
      replace: true,
      resetScroll: false,
    });
  const goTo = (page: string | null) =>
    page === null
      ? undefined
      : () => void navigate({ search: (current) => ({ ...current, page }), resetScroll: false });
  async function clear() {
    await navigate({ search: { tab: 'users' }, replace: true });
    setClearings(clearings + 1);
  }

  return (
    <section>
      <h2 className="sr-only">Users</h2>
      <UserFilters key={clearings} filter={filter} onChange={setFilters} />
      <UserPages
        filter={filter}
        goTo={goTo}
        onFirstPage={() => setFilters({})}
        onClear={isNarrowed(filter) ? () => void clear() : undefined}
      />
    </section>
  );
}

type UserPagesProps = {
  filter: ReturnType<typeof readUserSearch>;
  goTo: (page: string | null) => (() => void) | undefined;
  onFirstPage: () => void;
  onClear: (() => void) | undefined;
};

function UserPages({ filter, goTo, onFirstPage, onClear }: UserPagesProps) {
  const query = trpc.admin.users.list.useQuery(filter, {
    retry: retryAdminQuery,
    // People join and come back without an admin's doing.
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  if (query.error) {
    // A page of another order, or of an address that was cut: the list is there, the place in it is not.
    const isLostPage = filter.page !== undefined && describeError(query.error).code === 'invalid_input';
    return isLostPage ? (
      <EmptyState
        title="This page of the list is gone"
        description="The address does not lead to a place in this list."
        action={
          <Button variant="secondary" onClick={onFirstPage}>
            Go to the first page
          </Button>
        }
      />
    ) : (
      <AdminErrorState title="The users could not be loaded" query={query} />
    );
  }
  if (!query.data) {
    return (
      <SkeletonRegion label="Loading users...">
        <TableSkeleton rows={10} />
      </SkeletonRegion>
    );
  }
  const { users, next, previous } = query.data;
  return (
    <>
      <DataTable
        caption="Users"
        rows={users}
        rowKey={(user) => user.id}
        stale={query.isPlaceholderData}
        columns={columns}
        empty={
          <EmptyState
            headingLevel={3}
            title={onClear ? 'Nobody fits' : 'Nobody has joined yet'}
            description={
              onClear ? 'Try fewer filters or a shorter part of the name.' : 'New accounts appear here.'
            }
            action={
              onClear && (
                <Button variant="secondary" onClick={onClear}>
                  Clear the filters
                </Button>
              )
            }
          />
        }
      />
      {(next !== null || previous !== null) && (
        <Pagination
          label="Pages of users"
          summary={`${users.length} on this page, ${sortLabels[filter.sort].toLowerCase()}`}
          onPrevious={goTo(previous)}
          onNext={goTo(next)}
        />
      )}
    </>
  );
}

const columns: Column<ListedUser>[] = [
  ...personColumns,
  {
    key: 'seen',
    header: 'Last seen',
    className: 'tabular sm:whitespace-nowrap',
    cell: (user) =>
      user.lastSeenAt === null ? <span className="text-muted">Never</span> : formatDate(user.lastSeenAt),
  },
  {
    key: 'account',
    header: 'Account',
    cell: (user) => (
      <span className="flex flex-wrap justify-end gap-1 sm:justify-start">
        <Badge tone={accountStateLabels[user.accountState].tone}>
          {accountStateLabels[user.accountState].word}
        </Badge>
        {!user.emailVerified && <Badge>Email not verified</Badge>}
      </span>
    ),
  },
];
