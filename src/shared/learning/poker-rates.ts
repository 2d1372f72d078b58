import type { Results } from './goals.ts';

/** A day of play. Values that were not entered are null. */
export type PlayedDay = {
  hands: number | null;
  /** Signed US cents. */
  winLoss: number | null;
  /** The big blind in US cents, for a day of cash games. */
  bigBlind: number | null;
  tournaments: number | null;
  /** US cents. */
  buyIns: number | null;
};

/** The two-sided 95% quantile of a normal distribution. */
export const z95 = 1.959964;

/** The two-sided 95% quantiles of Student's t distribution with 1 to 10 degrees of freedom. */
const fewDegrees = [
  12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
];

/** The two-sided 95% quantile of Student's t distribution, approximated around `z95` above 10 degrees of freedom. */
function t95(degrees: number): number {
  const first = (z95 ** 3 + z95) / 4;
  const second = (5 * z95 ** 5 + 16 * z95 ** 3 + 3 * z95) / 96;
  return fewDegrees[degrees - 1] ?? z95 + first / degrees + second / degrees ** 2;
}

/**
 * `rate` is the ratio of results to volume, in which days are weighted by volume. `reach` is how far the 95% confidence
 * interval of `rate` reaches to either side: the standard error, multiplied by the t quantile for this number of days.
 */
function rateOf(days: readonly { result: number; volume: number }[]): { rate: number; reach: number | null } {
  const volume = days.reduce((sum, day) => sum + day.volume, 0);
  const rate = days.reduce((sum, day) => sum + day.result, 0) / volume;
  if (days.length < 2) return { rate, reach: null };
  const squares = days.reduce((sum, day) => sum + (day.result - rate * day.volume) ** 2, 0);
  const error = Math.sqrt((squares * days.length) / (days.length - 1)) / volume;
  return { rate, reach: t95(days.length - 1) * error };
}

/** Whether a day has both cash games and tournaments. Its single result cannot be divided between them. */
function isMixed({ bigBlind, buyIns }: PlayedDay): boolean {
  return Boolean(bigBlind && buyIns);
}

/** Big blinds won per 100 hands of cash games; null if no day of only cash games has hands and a result. */
export function cashRate(days: readonly PlayedDay[]): Results['cash'] {
  const played = days.flatMap((day) => {
    const { hands, winLoss, bigBlind } = day;
    return hands && bigBlind && winLoss !== null && !isMixed(day)
      ? [{ result: winLoss / bigBlind, volume: hands }]
      : [];
  });
  if (played.length === 0) return null;
  const { rate, reach } = rateOf(played);
  return {
    hands: played.reduce((sum, day) => sum + day.volume, 0),
    bbPer100: rate * 100,
    low: reach === null ? null : (rate - reach) * 100,
    high: reach === null ? null : (rate + reach) * 100,
  };
}

/** The return on tournament buy-ins as a fraction; null if no day of only tournaments has buy-ins and a result. */
export function tournamentRate(days: readonly PlayedDay[]): Results['tournaments'] {
  const played = days.filter((day) => day.buyIns && day.winLoss !== null && !isMixed(day));
  if (played.length === 0) return null;
  const { rate, reach } = rateOf(
    played.map(({ winLoss, buyIns }) => ({ result: winLoss ?? 0, volume: buyIns ?? 0 })),
  );
  const counts = played.map(({ tournaments }) => tournaments);
  return {
    count: counts.includes(null) ? null : counts.reduce((sum: number, count) => sum + (count ?? 0), 0),
    buyIns: played.reduce((sum, { buyIns }) => sum + (buyIns ?? 0), 0),
    roi: rate,
    low: reach === null ? null : rate - reach,
    high: reach === null ? null : rate + reach,
  };
}
