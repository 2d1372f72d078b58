import { useState } from 'react';
import type { Report } from '../../../../shared/admin/reports.ts';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { CsvButton } from './csv-button.tsx';
import { bucketText, layOutBars, type Plot } from './plot-figures.ts';

/** SVG view box, stretched to the width of the card. */
const size = { width: 600, height: 140 };

/**
 * A bar chart with its data table and CSV export. If all values are zero or missing, only the title and the total are
 * shown.
 */
export function BarPlot({ plot, report }: { plot: Plot; report: Report }) {
  const { bucket, points } = report;
  const values = points.map(plot.value);
  const { bars, zeroY } = layOutBars(values, size);
  const [marked, setMarked] = useState<number>();
  const highest = Math.max(0, ...values.filter((value) => value !== null));
  if (!values.some(Boolean)) {
    return (
      <Card as="section" className="self-start">
        <h3 className="text-lg font-semibold">{plot.title}</h3>
        <p className="text-sm text-muted tabular">{plot.total(report.totals)}</p>
      </Card>
    );
  }
  const rows = points.map((point) => ({ start: point.start, value: plot.value(point) }));
  const columns: Column<(typeof rows)[number]>[] = [
    { key: 'start', header: 'When', cell: ({ start }) => bucketText(bucket, start) },
    {
      key: 'value',
      header: plot.title,
      align: 'end',
      cell: ({ value }) => (value === null ? 'None' : plot.text(value)),
    },
  ];

  function textAt(index: number): string {
    const row = rows[index];
    if (!row) return '';
    return `${bucketText(bucket, row.start)}: ${row.value === null ? 'none' : plot.text(row.value)}`;
  }

  return (
    <Card as="section" className="flex flex-col">
      <h3 className="text-lg font-semibold">{plot.title}</h3>
      <p className="min-h-12 text-sm text-muted tabular">{plot.total(report.totals)}</p>
      <p aria-hidden="true" className="mt-2 text-xs text-muted tabular">
        {marked === undefined ? `Highest: ${plot.text(highest)}` : textAt(marked)}
      </p>
      <div className="relative rounded-control has-focus-visible:outline-2 has-focus-visible:outline-primary">
        <svg
          role="img"
          aria-label={`${plot.title}: ${plot.total(report.totals)}. The table below has each figure.`}
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="none"
          className="block h-36 w-full"
        >
          {bars.map(
            (bar, index) =>
              bar && (
                <rect
                  key={points[index]?.start}
                  {...bar}
                  className={
                    marked === undefined || marked === index ? 'fill-primary' : 'fill-primary opacity-40'
                  }
                />
              ),
          )}
          <line
            x1={0}
            x2={size.width}
            y1={zeroY}
            y2={zeroY}
            className="stroke-control"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {/* Selects one bar at a time: with the arrow keys, by touch, or under the pointer. */}
        <input
          type="range"
          aria-label={`Read ${plot.title}`}
          aria-valuetext={textAt(marked ?? points.length - 1)}
          min={0}
          max={points.length - 1}
          value={marked ?? points.length - 1}
          onChange={(event) => setMarked(Number(event.currentTarget.value))}
          onFocus={() => setMarked(marked ?? points.length - 1)}
          onBlur={() => setMarked(undefined)}
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            const index = Math.floor(((event.clientX - left) / width) * points.length);
            setMarked(Math.min(Math.max(index, 0), points.length - 1));
          }}
          onPointerLeave={() => setMarked(undefined)}
          className="absolute inset-0 size-full cursor-crosshair opacity-0"
        />
      </div>
      <p aria-hidden="true" className="flex justify-between gap-4 text-xs text-muted tabular">
        <span>{bucketText(bucket, points[0]?.start ?? '')}</span>
        <span>{points.length > 1 && bucketText(bucket, points.at(-1)?.start ?? '')}</span>
      </p>
      <details className="mt-3">
        <summary className="min-h-9 cursor-pointer content-center rounded-control text-sm font-semibold text-primary-text">
          Table<span className="sr-only"> of {plot.title}</span>
        </summary>
        <DataTable
          caption={`${plot.title}, ${points.length} rows`}
          columns={columns}
          rows={rows}
          rowKey={({ start }) => start}
        />
      </details>
      <CsvButton
        label={`Save ${plot.title} as CSV`}
        columns={['start', plot.key]}
        rows={rows.map(({ start, value }) => ({
          start,
          [plot.key]: value === null ? '' : plot.figure(value),
        }))}
        fileName={`${plot.key}-${rows[0]?.start ?? 'empty'}.csv`}
        className="self-start"
      />
    </Card>
  );
}
