import { useSearch } from '@tanstack/react-router';
import type { ListedUser, UserSort } from '../../../../shared/admin/admin-users.ts';
import { countOfText, countText } from '../../../lib/count-text.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { personName } from '../../../lib/person-name.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { TableExport } from '../table-export.tsx';
import { useFilters } from '../use-filters.ts';
import { BulkActions } from './bulk-actions.tsx';
import { type Selection, useSelection } from './use-selection.ts';
import { userColumns } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';
import { accountStateLabels, isFiltered, readUserSearch, sortLabels } from './user-search.ts';

/** All users, 25 per page. Filters and sort order are in the URL. */
export function UsersPanel() {
  const { change, clear, resetKey } = useFilters();
  const filter = readUserSearch(useSearch({ from: '/admin' }));
  return (
    <section>
      <h2 className="sr-only">Users</h2>
      <UserFilters key={resetKey} filter={filter} onChange={change} />
      <UserPages
        filter={filter}
        onSort={(sort) => change({ sort })}
        onClear={isFiltered(filter) ? () => void clear({ tab: 'users' }) : undefined}
      />
    </section>
  );
}

type UserPagesProps = {
  filter: ReturnType<typeof readUserSearch>;
  onSort: (sort: UserSort) => void;
  onClear: (() => void) | undefined;
};

const howToAddAdmins =
  'To add an admin, ask them to sign up, which requires an identity document. Then choose “Make admin” on their page. The person who runs the server can create an admin without documents.';

const columnSorts: Record<string, { ascending: UserSort; descending: UserSort }> = {
  name: { ascending: 'name', descending: 'name_desc' },
  joined: { ascending: 'oldest', descending: 'newest' },
  seen: { ascending: 'seen_asc', descending: 'seen' },
  spent: { ascending: 'spent_asc', descending: 'spent' },
};

function sortingOf(sort: UserSort) {
  const [key = 'joined', orders] =
    Object.entries(columnSorts).find(
      ([, { ascending, descending }]) => ascending === sort || descending === sort,
    ) ?? [];
  return { key, descending: orders?.descending === sort };
}

function UserPages({ filter, onSort, onClear }: UserPagesProps) {
  const query = trpc.admin.users.list.useInfiniteQuery(filter, {
    ...byCursor,
    placeholderData: (previous) => previous,
  });
  const { sort } = filter;
  const filterKey = JSON.stringify(filter);
  const selection = useSelection(filterKey, query.data && loadedItems(query.data).map(({ id }) => id));
  // Until the data has loaded, the rows are those of the previous filter.
  const isSelectable = !query.isPlaceholderData;
  return (
    <AdminQueryView
      query={query}
      errorTitle="The users could not be loaded"
      skeleton={<TableSkeleton label="Loading users..." rows={10} className="pt-12" />}
    >
      {(data) => (
        <>
          <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-3">
            <Total shown={loadedItems(data).length} total={data.pages[0]?.total ?? 0} />
            <span className="ml-auto flex flex-wrap gap-2">
              <Button
                variant="quiet"
                size="small"
                disabled={!isSelectable || loadedItems(data).length === 0}
                onClick={() => selection.add(loadedItems(data).map(({ id }) => id))}
              >
                Select all shown
              </Button>
              <TableExport path="/api/admin/export-user-list-csv" filter={filter} name="users-export" />
            </span>
          </div>
          <DataTable
            caption={`Users, ${sortLabels[sort].toLowerCase()}`}
            rows={loadedItems(data)}
            rowKey={(user) => user.id}
            stale={query.isPlaceholderData}
            columns={columns(selection, isSelectable)}
            sorting={{
              ...sortingOf(sort),
              onSort(key, descending) {
                const orders = columnSorts[key];
                if (orders) onSort(descending ? orders.descending : orders.ascending);
              },
            }}
            empty={
              <EmptyState
                headingLevel={3}
                title={onClear ? 'Nobody matches' : 'No user has joined yet'}
                description={
                  onClear ? (
                    <>
                      Try fewer filters or a shorter part of the name.
                      {filter.role === 'admin' && ` ${howToAddAdmins}`}
                    </>
                  ) : (
                    'New accounts appear here.'
                  )
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
          <LoadMore query={query} label="users" />
          {filter.role === 'admin' && loadedItems(data).length > 0 && (
            <p className="mt-4 measure text-sm text-muted">{howToAddAdmins}</p>
          )}
          <BulkActions key={filterKey} selection={selection} filter={filter} total={data.pages[0]?.total} />
        </>
      )}
    </AdminQueryView>
  );
}

function columns(selection: Selection, isSelectable: boolean): Column<ListedUser>[] {
  return [
    ...userColumns.map((column) =>
      column.key !== 'name'
        ? // On phones, the second line is aligned with the name, not with the checkbox.
          { ...column, ...(column.key === 'plan' && { className: 'max-sm:pl-8' }) }
        : {
            ...column,
            cell: (user: ListedUser) => (
              <span className="flex min-w-0 items-center gap-3">
                <input
                  type="checkbox"
                  aria-label={`Select ${personName(user)}`}
                  className="size-5 shrink-0 accent-primary"
                  disabled={!isSelectable}
                  checked={selection.has(user.id)}
                  onChange={() => selection.toggle(user.id)}
                />
                <span className="min-w-0">
                  {column.cell(user)}
                  <Tags tags={user.tags} />
                </span>
              </span>
            ),
          },
    ),
    ...furtherColumns,
  ];
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="mt-1 mb-1 flex flex-wrap gap-1 sm:mb-0 sm:pl-12">
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  );
}

const furtherColumns: Column<ListedUser>[] = [
  {
    key: 'spent',
    header: 'Spent',
    sortKey: 'spent',
    align: 'end',
    cell: ({ netCents }) =>
      netCents === 0 ? (
        <span className="text-muted max-sm:hidden">{formatCents(0)}</span>
      ) : (
        formatCents(netCents)
      ),
  },
  {
    key: 'seen',
    header: 'Last seen',
    sortKey: 'seen',
    descendingFirst: true,
    phone: 'hidden',
    wideOnly: true,
    className: 'tabular sm:whitespace-nowrap',
    cell: (user) =>
      user.lastSeenAt === null ? <span className="text-muted">Never</span> : formatDate(user.lastSeenAt),
  },
  {
    key: 'account',
    header: 'Account',
    cell: (user) => (
      <span className="flex flex-wrap justify-end gap-1 sm:justify-start">
        <Badge
          tone={accountStateLabels[user.accountState].tone}
          className={user.accountState === 'active' ? 'max-sm:hidden' : undefined}
        >
          {accountStateLabels[user.accountState].label}
        </Badge>
        {!user.emailVerified && <Badge>Email not verified</Badge>}
      </span>
    ),
  },
];

/**
 * "25 of 100,015 users"; nothing for a total of 0. A total that is older than the list may be too low: the number of
 * shown users then replaces it.
 */
function Total({ shown, total }: { shown: number; total: number }) {
  if (total === 0) return null;
  const all = Math.max(total, shown);
  return (
    <p className="text-sm text-muted tabular">
      {all > shown ? countOfText(shown, all, 'user') : countText(all, 'user')}
    </p>
  );
}
