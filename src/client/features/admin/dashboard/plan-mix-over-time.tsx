import type { Report, ReportPoint } from '../../../../shared/admin/reports.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { CsvButton } from './csv-button.tsx';
import { bucketText } from './plot-figures.ts';

const sumOf = ({ plans }: ReportPoint) => plans.silver + plans.gold + plans.diamond;

/** Running subscriptions (paid, on trial or past due) by plan at the end of each bucket, without granted plans. */
export function PlanMixOverTime({ report }: { report: Report }) {
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
        Running subscriptions by plan, over this period
      </summary>
      <DataTable
        caption={`Running subscriptions by plan, ${points.length} rows`}
        columns={columns}
        rows={points}
        rowKey={({ start }) => start}
      />
      <CsvButton
        label="Save the plans over time as CSV"
        columns={['start', 'silver', 'gold', 'diamond', 'all']}
        rows={points.map((point) => ({ start: point.start, ...point.plans, all: sumOf(point) }))}
        fileName={`plans-over-time-${points[0]?.start ?? 'empty'}.csv`}
      />
    </details>
  );
}
