import { describe, expect, it } from 'vitest';
import { layOutPlot, plotHeights } from './plot-layout.ts';

/** @param reach - the luck limits: how far luck alone may move the total from zero, in cents; null for none */
const point = (date: string, total: number, reach: number | null) => ({
  date,
  total,
  luckLow: reach === null ? null : -reach,
  luckHigh: reach,
});
const range = { from: '2026-11-01', to: '2026-11-30', width: 692 };

describe('results and study chart', () => {
  it('the line runs from the first to the last day of the chart, and a loss is below zero', () => {
    const plot = layOutPlot({
      ...range,
      points: [point('2026-11-01', 5_000, 8_000), point('2026-11-30', -2_000, 11_000)],
      days: [],
    });
    expect(plot.plotWidth).toBe(600);
    expect(plot.line).toMatch(/^M10\.0 .*L590\.0 /);
    expect(plot.last?.y).toBeGreaterThan(plot.zeroY);
    expect(plot.zeroY).toBe(plotHeights.top + plotHeights.result / 2);
    expect(plot.bandEnd).toEqual({
      high: plotHeights.top,
      low: plotHeights.top + plotHeights.result,
      cents: 11_000,
    });
  });

  it('the chart has no band without luck limits, and no line without results', () => {
    const one = layOutPlot({ ...range, points: [point('2026-11-05', 700, null)], days: [] });
    expect([one.band, one.bandEnd]).toEqual(['', undefined]);
    const none = layOutPlot({ ...range, points: [], days: [] });
    expect([none.line, none.last, none.bars]).toEqual(['', undefined, []]);
    expect(none.zeroY).toBe(plotHeights.top + plotHeights.result / 2);
  });

  it('the day with the most study has the highest bar, and rest days have none', () => {
    const plot = layOutPlot({
      ...range,
      points: [],
      days: [
        { date: '2026-11-02', actualStudyTime: 30 },
        { date: '2026-11-03', actualStudyTime: 0 },
        { date: '2026-11-04', actualStudyTime: 60 },
      ],
    });
    expect(plot.bars.map(({ date, height }) => [date, height])).toEqual([
      ['2026-11-02', plotHeights.study / 2],
      ['2026-11-04', plotHeights.study],
    ]);
  });
});
