import { Link, useSearch } from '@tanstack/react-router';
import {
  type Report,
  type ReportRange,
  reportRanges,
  type SessionReport,
} from '../../../../shared/admin/reports.ts';
import { toCsv } from '../../../../shared/csv.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { planName } from '../../../lib/labels.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/page.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-card.tsx';
import { AdminErrorState, AdminQueryView } from '../admin-query-view.tsx';
import { BarPlot } from './bar-plot.tsx';
import { PlanMixOverTime } from './plan-mix-over-time.tsx';
import { plots } from './plot-figures.ts';

const rangeLabels: Record<ReportRange, string> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  all: 'All',
};
/** If the number of charts is odd, the last one takes the whole row. */
const gridClass = 'grid gap-6 lg:grid-cols-2 lg:*:last:odd:col-span-2';

export function ReportsPanel() {
  // All admin areas share one set of URL parameters. Here, `sort` contains the period.
  const { sort } = useSearch({ from: '/admin' });
  const range = reportRanges.find((known) => known === sort) ?? '30';
  const report = trpc.admin.reports.get.useQuery(
    { range },
    { staleTime: 0, placeholderData: (previous) => previous },
  );
  return (
    <>
      <h2 className="sr-only">Charts</h2>
      <nav aria-label="Period of the charts" className="mb-6 flex flex-wrap gap-2">
        {reportRanges.map((each) => (
          <Link
            key={each}
            to="/admin"
            search={{ tab: 'reports', ...(each !== '30' && { sort: each }) }}
            resetScroll={false}
            aria-current={each === range ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-9 items-center rounded-control border px-3 text-sm font-semibold no-underline transition-colors',
              each === range
                ? 'border-primary bg-primary-soft text-primary-text'
                : 'border-border text-muted hover:border-control hover:text-text',
            )}
          >
            {rangeLabels[each]}
          </Link>
        ))}
      </nav>
      <p className="-mt-3 mb-6 text-sm text-muted">
        Days begin at 00:00 UTC.
        <span role="status">
          {report.isPlaceholderData && ' Loading this period. Until then, you see the former one.'}
        </span>
      </p>
      {report.error ? (
        <AdminErrorState title="The charts could not be loaded" query={report} />
      ) : report.data ? (
        <Plots report={report.data} />
      ) : (
        <SkeletonRegion label="Loading the charts..." className={gridClass}>
          {plots.map(({ key }) => (
            <SkeletonCard key={key} />
          ))}
        </SkeletonRegion>
      )}
    </>
  );
}

function Plots({ report }: { report: Report }) {
  return (
    <>
      <div className={gridClass}>
        {plots.map((plot) => (
          <BarPlot key={plot.key} plot={plot} report={report} />
        ))}
      </div>
      <Section title="Plans" note="Students by their current plan" className="mt-10!">
        <PlanMix />
        <PlanMixOverTime report={report} />
      </Section>
      <Section title="Sessions" note="Students who started in this period" className="mt-10!">
        <Sessions sessions={report.sessions} />
      </Section>
    </>
  );
}

const mixPlans = ['free', 'silver', 'gold', 'diamond', 'custom'] as const;

function PlanMix() {
  const query = trpc.admin.dashboard.analytics.useQuery();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The plans could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the plans...">
          <SkeletonCard />
        </SkeletonRegion>
      }
    >
      {(analytics) => {
        const { subscriptionStats } = analytics;
        const rows = mixPlans.map((plan) => ({
          plan,
          name: planName(plan),
          people: subscriptionStats[plan],
        }));
        const all = Math.max(1, subscriptionStats.free + subscriptionStats.total);
        const columns: Column<(typeof rows)[number]>[] = [
          { key: 'plan', header: 'Plan', cell: ({ name }) => name },
          {
            key: 'share',
            header: 'Share',
            className: 'w-full',
            cell: ({ people }) => (
              <svg
                aria-hidden="true"
                viewBox="0 0 100 4"
                preserveAspectRatio="none"
                className="h-3 w-full min-w-24"
              >
                <rect width={100} height={4} className="fill-sunken" />
                <rect width={(people / all) * 100} height={4} className="fill-primary" />
              </svg>
            ),
          },
          {
            key: 'people',
            header: 'Students',
            align: 'end',
            className: 'whitespace-nowrap',
            cell: ({ people }) => `${people.toLocaleString('en-US')} (${formatShare(people, all)})`,
          },
        ];
        return (
          <>
            <DataTable caption="Students by plan" columns={columns} rows={rows} rowKey={({ plan }) => plan} />
            <Button
              variant="quiet"
              size="small"
              className="mt-2 -ml-3"
              aria-label="Save the plans as CSV"
              onClick={() =>
                saveFile(new Blob([toCsv(['plan', 'people'], rows)], { type: 'text/csv' }), 'plans.csv')
              }
            >
              CSV
            </Button>
          </>
        );
      }}
    </AdminQueryView>
  );
}

const sessionColumns: readonly Column<SessionReport>[] = [
  { key: 'title', header: 'Session', cell: ({ title }) => title },
  { key: 'started', header: 'Started', align: 'end', cell: ({ started }) => started.toLocaleString('en-US') },
  {
    key: 'finished',
    header: 'Finished',
    align: 'end',
    cell: ({ finished }) => finished.toLocaleString('en-US'),
  },
  {
    key: 'left',
    header: 'Median drop-off',
    align: 'end',
    cell: ({ started, medianDropOffMinutes }) => {
      if (medianDropOffMinutes !== null) return `Minute ${Math.floor(medianDropOffMinutes) + 1}`;
      return started === 0 ? 'No student started' : 'No student stopped';
    },
  },
];

function Sessions({ sessions }: { sessions: readonly SessionReport[] }) {
  return (
    <>
      <DataTable
        caption="Sessions: started, finished and where people stop"
        columns={sessionColumns}
        rows={sessions}
        rowKey={({ id }) => String(id)}
        empty={
          <EmptyState
            headingLevel={3}
            title="No sessions yet"
            description="Create one under Product Management."
          />
        }
      />
      {sessions.length > 0 && (
        <Button
          variant="quiet"
          size="small"
          className="mt-2 -ml-3"
          aria-label="Save the sessions as CSV"
          onClick={() =>
            saveFile(
              new Blob([toCsv(['id', 'title', 'started', 'finished', 'medianDropOffMinutes'], sessions)], {
                type: 'text/csv',
              }),
              'sessions.csv',
            )
          }
        >
          CSV
        </Button>
      )}
    </>
  );
}
