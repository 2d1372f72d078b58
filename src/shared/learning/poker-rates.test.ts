import { describe, expect, it } from 'vitest';
import { cashRate, type PlayedDay, tournamentRate } from './poker-rates.ts';

const day = (changes: Partial<PlayedDay>): PlayedDay => ({
  hands: null,
  winLoss: null,
  bigBlind: null,
  tournaments: null,
  buyIns: null,
  ...changes,
});

describe('cash rate', () => {
  it('the cash rate weighs each day by its number of hands, and counts the day’s result in the big blinds of that day', () => {
    const days = [
      day({ hands: 1_000, winLoss: 5_000, bigBlind: 50 }),
      day({ hands: 3_000, winLoss: -2_000, bigBlind: 100 }),
    ];
    // +100 bb and −20 bb in 4,000 hands.
    expect(cashRate(days)).toMatchObject({ hands: 4_000, bbPer100: 2 });
  });

  it('the cash rate has a confidence interval, unless it is based on only one day', () => {
    const one = day({ hands: 500, winLoss: 1_000, bigBlind: 10 });
    expect(cashRate([one])).toEqual({ hands: 500, bbPer100: 20, low: null, high: null });
    const rate = cashRate([one, { ...one, winLoss: -1_000 }]);
    expect(rate?.bbPer100).toBe(0);
    // The days differ from the mean by ±100 bb, so the sum of the squares is 20,000. The standard error is
    // √(20,000 × days / (days − 1)) bb / 1,000 hands = √40,000 bb / 1,000 hands = 0.2 bb a hand.
    // The t quantile for one degree of freedom is 12.7062.
    expect(rate?.high).toBeCloseTo(0.2 * 12.7062 * 100, 3);
    expect(rate?.low).toBeCloseTo(-0.2 * 12.7062 * 100, 3);
  });

  it.each([
    [4, 3.182446],
    [10, 2.262157],
    [12, 2.200985],
    [30, 2.04523],
    [1_000, 1.962341],
  ])('after %i days the confidence interval reaches %f standard errors to either side', (count, quantile) => {
    const days = Array.from({ length: count }, (_, index) =>
      day({ hands: 500, winLoss: index % 2 === 0 ? 1_000 : -1_000, bigBlind: 10 }),
    );
    // Each day differs from the mean by 100 bb.
    const error = Math.sqrt((count * 100 ** 2 * count) / (count - 1)) / (count * 500);
    expect((cashRate(days)?.high ?? 0) / (100 * error)).toBeCloseTo(quantile, 2);
  });

  it('the cash rate ignores days without stakes and days without a result', () => {
    expect(cashRate([day({ hands: 100, winLoss: 5 }), day({ hands: 100, bigBlind: 10 })])).toBeNull();
  });
});

describe('tournament rate', () => {
  it('the tournament rate is the result divided by all buy-ins', () => {
    const days = [
      day({ tournaments: 4, buyIns: 4_000, winLoss: 2_000 }),
      day({ tournaments: 6, buyIns: 6_000, winLoss: -1_000 }),
      day({ hands: 100, winLoss: 9_999, bigBlind: 10 }),
    ];
    expect(tournamentRate(days)).toMatchObject({ count: 10, buyIns: 10_000, roi: 0.1 });
  });

  it('the tournament count is null if a day has buy-ins but no count', () => {
    const days = [day({ buyIns: 1_000, winLoss: 0 }), day({ tournaments: 2, buyIns: 1_000, winLoss: 0 })];
    expect(tournamentRate(days)?.count).toBeNull();
    expect(tournamentRate([])).toBeNull();
  });
});

it('a day whose result includes both cash games and tournaments counts for neither rate', () => {
  const mixed = day({ hands: 850, winLoss: -1_234, bigBlind: 10, tournaments: 3, buyIns: 3_000 });
  expect(cashRate([mixed])).toBeNull();
  expect(tournamentRate([mixed])).toBeNull();
  const cash = day({ hands: 500, winLoss: 1_000, bigBlind: 10 });
  expect(cashRate([mixed, cash])).toMatchObject({ hands: 500, bbPer100: 20 });
});
