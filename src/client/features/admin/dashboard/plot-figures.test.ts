import { expect, it } from 'vitest';
import { bucketText, layOutBars, plots } from './plot-figures.ts';

const size = { width: 100, height: 50 };

it('the highest bar fills the chart, and values of zero or null have no bar', () => {
  const { bars, zeroY } = layOutBars([10, 0, 5, null], size);
  expect(zeroY).toBe(50);
  expect(bars[0]).toMatchObject({ y: 0, height: 50 });
  expect(bars[1]).toBeNull();
  expect(bars[2]).toMatchObject({ y: 25, height: 25 });
  expect(bars[3]).toBeNull();
});

it('negative bars extend below the zero line, and stay inside the chart', () => {
  const { bars, zeroY } = layOutBars([30, -20], size);
  expect(zeroY).toBe(30);
  expect(bars[1]).toMatchObject({ y: 30, height: 20 });
});

it('a chart without values has no bars', () => {
  expect(layOutBars([], size)).toEqual({ bars: [], zeroY: 50 });
  expect(layOutBars([0, null], size).bars).toEqual([null, null]);
});

it('the label of a bar is its day, week or month', () => {
  expect(bucketText('day', '2026-11-20')).toBe('20 Nov 2026');
  expect(bucketText('week', '2026-11-16')).toBe('Week of 16 Nov 2026');
  expect(bucketText('month', '2026-11-01')).toBe('Nov 2026');
});

it('a wait that rounds to 0 minutes is shown as under 1 minute', () => {
  const wait = plots.find(({ key }) => key === 'kyc-wait');
  expect([0.001, 0.5, 2].map((hours) => wait?.text(hours))).toEqual(['under 1 min', '30 min', '2.0 h']);
});
