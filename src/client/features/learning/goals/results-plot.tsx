import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { GoalDay, Results } from '../../../../shared/learning/goals.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents, formatDate, formatDayMonth, formatDuration } from '../../../lib/format.ts';
import { layOutPlot, plotHeight, plotHeights } from './plot-layout.ts';

export type ResultsPlotProps = {
  results: Results;
  days: readonly GoalDay[];
  from: string;
  to: string;
};

/**
 * The running total, with the band of totals that luck alone can explain, and study time below. A table after the plot
 * has the values.
 */
export function ResultsPlot({ results, days, from, to }: ResultsPlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  return (
    <div ref={frame} style={{ height: plotHeight }}>
      {width > 0 && <Plot {...{ results, days, from, to, width }} />}
    </div>
  );
}

function Plot({ results, days, from, to, width }: ResultsPlotProps & { width: number }) {
  const plot = layOutPlot({ points: results.points, days, from, to, width });
  const studyTop = plotHeights.top + plotHeights.result + plotHeights.gap;
  const studyBottom = studyTop + plotHeights.study;
  const minutes = days.reduce((sum, day) => sum + day.actualStudyTime, 0);
  const summary = [
    `${formatDate(from)} to ${formatDate(to)}.`,
    results.days > 0
      ? `Result ${formatCents(results.total)} over ${countText(results.days, 'day')}.`
      : 'No results entered.',
    `${formatDuration(minutes)} of study.`,
    'The table below has each day.',
  ].join(' ');
  return (
    <svg role="img" aria-label={summary} width={width} height={plotHeight} className="block text-xs">
      {plot.band && <path d={plot.band} className="fill-sunken stroke-border" />}
      <line x1={0} x2={plot.plotWidth} y1={plot.zeroY} y2={plot.zeroY} className="stroke-control" />
      <text x={plot.plotWidth + 8} y={plot.zeroY + 4} className="fill-muted tabular">
        {plot.last && Math.abs(plot.last.y - plot.zeroY) < 14 ? '' : '$0'}
      </text>
      {plot.line && (
        <path d={plot.line} className="fill-none stroke-primary" strokeWidth={2} strokeLinejoin="round" />
      )}
      {plot.bandEnd && (
        // The label is below the band if the total is positive, and above the band if not. The outline keeps the label
        // readable near the line of the total.
        <text
          x={4}
          y={
            (plot.last?.total ?? 0) > 0
              ? Math.min(studyTop - 26, plot.bandEnd.low + 14)
              : Math.max(12, plot.bandEnd.high - 6)
          }
          className="fill-muted stroke-bg"
          strokeWidth={3}
          paintOrder="stroke"
        >
          Luck alone: within ±{formatCents(Math.round(plot.bandEnd.cents))}
        </text>
      )}
      {plot.last && (
        <>
          <circle cx={plot.last.x} cy={plot.last.y} r={4} className="fill-primary" />
          <text
            x={plot.plotWidth + 8}
            y={plot.last.y + 4}
            className="fill-primary-text font-semibold tabular"
          >
            {formatCents(plot.last.total)}
          </text>
        </>
      )}
      {plot.bars.map((bar) => (
        <rect
          key={bar.date}
          x={bar.x}
          y={bar.y}
          width={bar.width}
          height={bar.height}
          className="fill-control"
        />
      ))}
      <line x1={0} x2={plot.plotWidth} y1={studyBottom} y2={studyBottom} className="stroke-control" />
      <text x={0} y={studyTop - 8} className="fill-muted">
        {plot.longestStudy > 0 ? `Study, at most ${formatDuration(plot.longestStudy)} a day` : 'Study'}
      </text>
      <text x={0} y={plotHeight - 5} className="fill-muted tabular">
        {formatDayMonth(from)}
      </text>
      <text x={plot.plotWidth} y={plotHeight - 5} textAnchor="end" className="fill-muted tabular">
        {formatDayMonth(to)}
      </text>
    </svg>
  );
}

/** The width of an element in pixels, updated on resize; 0 before it is rendered. */
function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    setWidth(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
