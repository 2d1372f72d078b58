import { dayMs } from '../../../../shared/durations.ts';
import type { GoalDay, Results } from '../../../../shared/learning/goals.ts';

export type PlotInput = {
  points: Results['points'];
  days: readonly Pick<GoalDay, 'date' | 'actualStudyTime'>[];
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Pixels. */
  width: number;
};

/** Heights in pixels, from top to bottom: a margin, the result, a gap, the study bars and the dates. */
export const plotHeights = { top: 20, result: 190, gap: 28, study: 56, dates: 22 } as const;
export const plotHeight = Object.values(plotHeights).reduce((sum, part) => sum + part, 0);
/** Pixels to the right of the last day, for the labels of the lines. */
const labelWidth = 92;

export type PlotLayout = {
  plotWidth: number;
  zeroY: number;
  /** SVG path of the running total; empty without results. */
  line: string;
  /** SVG path of the area between `luckLow` and `luckHigh`; empty if fewer than two points have them. */
  band: string;
  last: { x: number; y: number; total: number } | undefined;
  bandEnd: { high: number; low: number; cents: number } | undefined;
  bars: { date: string; x: number; y: number; width: number; height: number }[];
  /** The minutes of the highest bar. */
  longestStudy: number;
};

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

const svgPoint = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;

export function layOutPlot({ points, days, from, to, width }: PlotInput): PlotLayout {
  const plotWidth = Math.max(60, width - labelWidth);
  const first = dayNumber(from);
  const count = Math.max(1, dayNumber(to) - first + 1);
  const step = plotWidth / count;
  const x = (day: string) => (dayNumber(day) - first + 0.5) * step;

  const values = [
    0,
    ...points.flatMap(({ total, luckLow, luckHigh }) => [total, luckLow ?? 0, luckHigh ?? 0]),
  ];
  const highest = Math.max(...values);
  const lowest = Math.min(...values);
  const range = highest - lowest || 1;
  const y = (cents: number) => plotHeights.top + ((highest - cents) / range) * plotHeights.result;

  const zeroY = highest === lowest ? plotHeights.top + plotHeights.result / 2 : y(0);
  const line = points
    .map(({ date, total }, index) => `${index ? 'L' : 'M'}${svgPoint(x(date), y(total))}`)
    .join('');
  const withLuck = points.filter(({ luckLow }) => luckLow !== null);
  const above = withLuck.map(({ date, luckHigh }) => svgPoint(x(date), y(luckHigh ?? 0)));
  const below = withLuck.map(({ date, luckLow }) => svgPoint(x(date), y(luckLow ?? 0))).reverse();
  const lastPoint = points.at(-1);
  const reach = lastPoint?.luckHigh ?? null;

  const longestStudy = Math.max(0, ...days.map(({ actualStudyTime }) => actualStudyTime));
  const floor = plotHeights.top + plotHeights.result + plotHeights.gap + plotHeights.study;
  const barWidth = Math.max(1, Math.min(18, step * 0.7));
  const bars = days
    .filter(({ actualStudyTime }) => actualStudyTime > 0)
    .map(({ date, actualStudyTime }) => {
      const height = Math.max(1, (actualStudyTime / longestStudy) * plotHeights.study);
      return { date, x: x(date) - barWidth / 2, y: floor - height, width: barWidth, height };
    });

  return {
    plotWidth,
    zeroY,
    line,
    band: withLuck.length < 2 ? '' : `M${[...above, ...below].join('L')}Z`,
    last: lastPoint && { x: x(lastPoint.date), y: y(lastPoint.total), total: lastPoint.total },
    bandEnd:
      reach === null || withLuck.length < 2 ? undefined : { high: y(reach), low: y(-reach), cents: reach },
    bars,
    longestStudy,
  };
}
