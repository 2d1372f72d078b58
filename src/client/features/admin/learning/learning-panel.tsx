import { Link, useSearch } from '@tanstack/react-router';
import {
  type LearningMaterial,
  learnerFilters,
  materialKinds,
} from '../../../../shared/learning/learners.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { trpc } from '../../../trpc.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/page.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { BackLink } from '../../navigation/back-link.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { LearnersList } from './learners-list.tsx';

/**
 * Shows how many students opened and finished each session and coaching plan. If the URL names one session or plan,
 * shows the students who opened that session or plan.
 */
export function LearningPanel() {
  const { type, subject, status } = useSearch({ from: '/admin' });
  const query = trpc.admin.learning.materials.useQuery(undefined, { staleTime: 30_000 });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The sessions and coaching plans could not be loaded"
      skeleton={<TableSkeleton label="Loading sessions and coaching plans..." rows={10} />}
    >
      {(materials) => {
        const chosen = materials.find(({ kind, id }) => kind === type && String(id) === subject);
        if (!chosen) return <Materials materials={materials} />;
        return (
          <>
            <BackLink to="/admin" search={{ tab: 'learning' }}>
              All sessions and coaching plans
            </BackLink>
            <LearnersList
              material={chosen}
              show={learnerFilters.find((known) => known === status) ?? 'all'}
            />
          </>
        );
      }}
    </AdminQueryView>
  );
}

const titles = { session: 'Coaching sessions', plan: 'Coaching plans' } as const;
const emptyTitles = { session: 'No sessions yet', plan: 'No coaching plans yet' } as const;

function Materials({ materials }: { materials: readonly LearningMaterial[] }) {
  return (
    <>
      {materialKinds.map((kind) => (
        <Section key={kind} title={titles[kind]}>
          <DataTable
            caption={titles[kind]}
            rows={materials.filter((material) => material.kind === kind)}
            rowKey={({ id }) => String(id)}
            columns={columns}
            empty={
              <EmptyState
                headingLevel={3}
                title={emptyTitles[kind]}
                description="Each one appears here, with how many students opened and finished it."
              />
            }
          />
        </Section>
      ))}
    </>
  );
}

const columns: Column<LearningMaterial>[] = [
  {
    key: 'title',
    header: 'Title',
    phone: 'first',
    cell: ({ kind, id, number, title }) => (
      <Link
        to="/admin"
        search={{ tab: 'learning', type: kind, subject: String(id) }}
        className={`${adminLinkClass} wrap-anywhere`}
      >
        <span className="mr-2 font-mono text-xs text-muted">{number}</span>
        {title}
      </Link>
    ),
  },
  {
    key: 'opened',
    header: 'Opened by',
    align: 'end',
    cell: ({ opened }) => (
      <>
        {opened.toLocaleString('en-US')}
        <span className="sm:hidden"> opened</span>
      </>
    ),
  },
  {
    key: 'finished',
    header: 'Finished by',
    align: 'end',
    cell: ({ finished }) => (
      <>
        {finished.toLocaleString('en-US')}
        <span className="sm:hidden"> finished</span>
      </>
    ),
  },
  {
    key: 'share',
    header: 'Share finished',
    align: 'end',
    cell: ({ opened, finished }) =>
      opened === 0 ? (
        <span className="text-muted max-sm:hidden">None yet</span>
      ) : (
        formatShare(finished, opened)
      ),
  },
];
