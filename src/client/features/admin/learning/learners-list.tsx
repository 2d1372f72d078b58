import { Link, useNavigate } from '@tanstack/react-router';
import {
  type Learner,
  type LearnerFilter,
  type LearningMaterial,
  learnerFilters,
} from '../../../../shared/learning/learners.ts';
import { formatDate, formatDuration } from '../../../lib/format.ts';
import { personName } from '../../../lib/person-name.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ChoiceRow } from '../../../ui/choice-row.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedRows } from '../../../ui/load-more.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';

const filterLabels: Record<LearnerFilter, string> = {
  all: 'All who opened it',
  finished: 'Finished',
  unfinished: 'Not finished',
};

/** The students who opened a session or a coaching plan, most recently active first. */
export function LearnersList({ material, show }: { material: LearningMaterial; show: LearnerFilter }) {
  const navigate = useNavigate({ from: '/admin' });
  const { kind, id, title, opened, finished } = material;
  const query = trpc.admin.learning.learners.useInfiniteQuery(
    { kind, id, show },
    {
      ...byCursor,
      placeholderData: (previous) => previous,
    },
  );
  const counts = { all: opened, finished, unfinished: opened - finished };
  return (
    <>
      <h2 className="mb-4 text-xl font-semibold wrap-anywhere">{title}</h2>
      <div className="mb-6">
        <ChoiceRow
          label="Who is shown"
          choices={learnerFilters.map((value) => ({
            value,
            label: filterLabels[value],
            count: counts[value],
          }))}
          selected={show}
          onChange={(status) =>
            void navigate({
              search: {
                tab: 'learning',
                type: kind,
                subject: String(id),
                ...(status !== 'all' && { status }),
              },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <AdminQueryView
        query={query}
        errorTitle="The students could not be loaded"
        skeleton={<TableSkeleton label="Loading the students..." rows={8} />}
      >
        {(data) => (
          <>
            <DataTable
              caption={`Students who opened ${title}`}
              rows={loadedRows(data)}
              rowKey={({ userId }) => userId}
              stale={query.isPlaceholderData}
              columns={columns}
              empty={
                <EmptyState
                  headingLevel={3}
                  title={show === 'all' ? 'Nobody has opened it yet' : 'No students here'}
                  description={
                    show === 'finished'
                      ? 'Students appear here as soon as they finish it.'
                      : 'Students appear here as soon as they open it.'
                  }
                />
              }
            />
            <LoadMore query={query} label="students" />
          </>
        )}
      </AdminQueryView>
    </>
  );
}

const columns: Column<Learner>[] = [
  {
    key: 'student',
    header: 'Student',
    phone: 'first',
    cell: (learner) => (
      <span className="block min-w-0 sm:min-w-48">
        <Link
          to="/admin/users/$id"
          params={{ id: learner.userId }}
          className={`${adminLinkClass} wrap-anywhere`}
        >
          {personName(learner)}
        </Link>
        <span className="block wrap-anywhere text-muted max-sm:text-xs">{learner.email}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    phone: 'first',
    cell: ({ finishedAt }) =>
      finishedAt === null ? <Badge>In progress</Badge> : <Badge tone="success">Finished</Badge>,
  },
  {
    key: 'progress',
    header: 'Progress',
    align: 'end',
    cell: ({ timeSpent, page, pageCount }) => {
      if (timeSpent !== null) return formatDuration(timeSpent / 60);
      return page === null ? 'Downloaded' : `Page ${page} of ${pageCount}`;
    },
  },
  {
    key: 'opened',
    header: 'Opened',
    phone: 'hidden',
    className: 'tabular sm:whitespace-nowrap',
    cell: ({ openedAt }) => formatDate(openedAt),
  },
  {
    key: 'finished',
    header: 'Finished',
    phone: 'hidden',
    className: 'tabular sm:whitespace-nowrap',
    cell: ({ finishedAt }) =>
      finishedAt === null ? <span className="text-muted">Not yet</span> : formatDate(finishedAt),
  },
  {
    key: 'last',
    header: 'Last active',
    className: 'tabular sm:whitespace-nowrap',
    cell: ({ lastAt }) => formatDate(lastAt),
  },
];
