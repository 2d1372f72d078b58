import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../time-zone.ts';
import { type DayResult, resultsBand } from './results-band.ts';

const days = (results: readonly (number | null)[], hands: number | null = 300): DayResult[] =>
  results.map((winLoss, index) => ({ date: addDays('2026-01-01', index), hands, winLoss }));

describe('results band', () => {
  it('without results there is no band, and days without an entry are ignored', () => {
    expect(resultsBand([])).toMatchObject({ verdict: 'nothing', days: 0, total: 0, points: [] });
    expect(resultsBand(days([null, null]))).toMatchObject({ verdict: 'nothing', days: 0, hands: 0 });
    expect(resultsBand(days([null, 0]))).toMatchObject({ days: 1, total: 0, points: [{ luckHigh: null }] });
  });

  it('the total after each day sums the results so far, and the band grows with the square root of the number of days', () => {
    const band = resultsBand(days([100, -300, 500]).toReversed());
    expect(band).toMatchObject({ total: 300, verdict: 'too_few' });
    expect(band.points.map(({ total }) => total)).toEqual([100, -200, 300]);
    // The standard deviation of the three results is 400. The band of 95% reaches 1.96 standard deviations.
    expect(band.points[0]?.luckHigh).toBeCloseTo(1.959964 * 400, 6);
    expect(band.points[2]?.luckLow).toBeCloseTo(-1.959964 * 400 * Math.sqrt(3), 6);
  });

  // Telling skill from luck requires 30 days and 5,000 hands. The last column is the number of hands on each day.
  it.each([
    ['29 days', Array<number>(29).fill(10_000), 1_000],
    ['4,980 hands', Array<number>(30).fill(10_000), 166],
    ['no hands counted', Array<number>(60).fill(10_000), null],
  ])('with %s, luck cannot be told from skill, regardless of the result', (_name, results, hands) => {
    const band = resultsBand(days(results, hands));
    expect(band.verdict).toBe('too_few');
    expect(band.sentence).toContain('luck cannot be distinguished from skill');
  });

  it('with enough days and hands, the verdict says whether the total is inside, above or below the band', () => {
    const swings = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 20_000 : -20_000));
    expect(resultsBand(days(swings))).toMatchObject({ verdict: 'within_luck' });
    const steady = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 12_000 : 8_000));
    const above = resultsBand(days(steady));
    expect(above.verdict).toBe('beyond_luck');
    expect(above.sentence).toContain('above the band');
    expect(resultsBand(days(steady.map((cents) => -cents))).sentence).toContain('below the band');
  });

  it('for any days, the last point is the total, the band is symmetric, and the order of the days does not matter', () => {
    const result = fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 }), { nil: null });
    fc.assert(
      fc.property(fc.array(result, { maxLength: 80 }), (results) => {
        const input = days(results);
        const band = resultsBand(input);
        expect(band.points.at(-1)?.total ?? 0).toBe(band.total);
        for (const { luckLow, luckHigh } of band.points) {
          expect(luckLow === null ? null : -luckLow).toEqual(luckHigh);
        }
        expect(resultsBand(input.toReversed())).toEqual(band);
        if (band.days < 30 || band.hands < 5_000) expect(['nothing', 'too_few']).toContain(band.verdict);
      }),
    );
  });
});
