import { expect, it } from 'vitest';
import { bucketText, layOutBars } from './plot-figures.ts';

const size = { width: 100, height: 50 };

it('draws the highest bar as high as the drawing, and none for nothing', () => {
  const { bars, zeroY } = layOutBars([10, 0, 5, null], size);
  expect(zeroY).toBe(50);
  expect(bars[0]).toMatchObject({ y: 0, height: 50 });
  expect(bars[1]).toBeNull();
  expect(bars[2]).toMatchObject({ y: 25, height: 25 });
  expect(bars[3]).toBeNull();
});

it('hangs losses from the line of zero, inside the drawing', () => {
  const { bars, zeroY } = layOutBars([30, -20], size);
  expect(zeroY).toBe(30);
  expect(bars[1]).toMatchObject({ y: 30, height: 20 });
});

it('survives a drawing of nothing', () => {
  expect(layOutBars([], size)).toEqual({ bars: [], zeroY: 50 });
  expect(layOutBars([0, null], size).bars).toEqual([null, null]);
});

it('names days, weeks and months', () => {
  expect(bucketText('day', '2026-11-20')).toBe('20 Nov 2026');
  expect(bucketText('week', '2026-11-16')).toBe('Week of 16 Nov 2026');
  expect(bucketText('month', '2026-11-01')).toBe('Nov 2026');
});
