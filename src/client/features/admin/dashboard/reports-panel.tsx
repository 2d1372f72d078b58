import { useSearch } from '@tanstack/react-router';
import {
  type Report,
  type ReportPoint,
  type ReportRange,
  reportRanges,
  type SessionReport,
} from '../../../../shared/admin/reports.ts';
import { subscriptionPlans } from '../../../../shared/enums.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { planName } from '../../../lib/labels.ts';
import { trpc } from '../../../trpc.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Section } from '../../../ui/page.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-card.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { ViewLinks } from '../view-links.tsx';
import { BarPlot } from './bar-plot.tsx';
import { CsvButton } from './csv-button.tsx';
import { bucketText, plots } from './plot-figures.ts';

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
  const query = trpc.admin.reports.get.useQuery({ range }, { placeholderData: (previous) => previous });
  return (
    <>
      <h2 className="sr-only">Charts</h2>
      <ViewLinks
        label="Period of the charts"
        selected={range}
        views={reportRanges.map((view) => ({
          view,
          label: rangeLabels[view],
          search: { tab: 'reports', ...(view !== '30' && { sort: view }) },
        }))}
      />
      <p className="-mt-3 mb-6 text-sm text-muted">
        Days begin at 00:00 UTC.
        <span role="status">
          {query.isPlaceholderData && ' Loading this period. The charts still show the previous one.'}
        </span>
      </p>
      <AdminQueryView
        query={query}
        errorTitle="The charts could not be loaded"
        skeleton={
          <SkeletonRegion label="Loading the charts..." className={gridClass}>
            {plots.map(({ key }) => (
              <SkeletonCard key={key} />
            ))}
          </SkeletonRegion>
        }
      >
        {(report) => <Plots report={report} />}
      </AdminQueryView>
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
      <Section title="Memberships" note="Students by their current membership" className="mt-10!">
        <PlanMix />
        <PlanMixOverTime report={report} />
      </Section>
      <Section title="Sessions" note="Students who started in this period" className="mt-10!">
        <Sessions sessions={report.sessions} />
      </Section>
    </>
  );
}

function PlanMix() {
  const query = trpc.admin.dashboard.analytics.useQuery();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The memberships could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the memberships...">
          <SkeletonCard />
        </SkeletonRegion>
      }
    >
      {({ subscriptionStats }) => {
        const rows = subscriptionPlans.map((plan) => ({
          plan,
          name: planName(plan),
          people: subscriptionStats[plan],
        }));
        const all = Math.max(1, subscriptionStats.free + subscriptionStats.total);
        const columns: Column<(typeof rows)[number]>[] = [
          { key: 'plan', header: 'Membership', cell: ({ name }) => name },
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
            <DataTable
              caption="Students by membership"
              columns={columns}
              rows={rows}
              rowKey={({ plan }) => plan}
            />
            <CsvButton
              label="Save the memberships as CSV"
              columns={['plan', 'people']}
              rows={rows}
              fileName="plans.csv"
            />
          </>
        );
      }}
    </AdminQueryView>
  );
}

const sumOf = ({ plans }: ReportPoint) => plans.silver + plans.gold + plans.diamond;

/**
 * Running subscriptions (paid, on trial or past due) by plan at the end of each day, week or month, without granted
 * plans.
 */
function PlanMixOverTime({ report }: { report: Report }) {
  const { bucket, points } = report;
  const columns: Column<ReportPoint>[] = [
    { key: 'start', header: 'When', cell: ({ start }) => bucketText(bucket, start) },
    { key: 'silver', header: 'Silver', align: 'end', cell: ({ plans }) => plans.silver },
    { key: 'gold', header: 'Gold', align: 'end', cell: ({ plans }) => plans.gold },
    { key: 'diamond', header: 'Diamond', align: 'end', cell: ({ plans }) => plans.diamond },
    { key: 'all', header: 'All', align: 'end', cell: sumOf },
  ];

  return (
    <details className="mt-4">
      <summary className="min-h-9 cursor-pointer content-center rounded-control text-sm font-semibold text-primary-text">
        Running subscriptions by membership, over this period
      </summary>
      <DataTable
        caption={`Running subscriptions by membership, ${points.length} rows`}
        columns={columns}
        rows={points}
        rowKey={({ start }) => start}
      />
      <CsvButton
        label="Save the memberships over time as CSV"
        columns={['start', 'silver', 'gold', 'diamond', 'all']}
        rows={points.map((point) => ({ start: point.start, ...point.plans, all: sumOf(point) }))}
        fileName={`plans-over-time-${points[0]?.start ?? 'empty'}.csv`}
      />
    </details>
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
        <CsvButton
          label="Save the sessions as CSV"
          columns={['id', 'title', 'started', 'finished', 'medianDropOffMinutes']}
          rows={sessions}
          fileName="sessions.csv"
        />
      )}
    </>
  );
}
