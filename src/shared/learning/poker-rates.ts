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

/**
 * The ratio of results to volume, with the standard error of a ratio over independent days. Days are weighted by
 * volume.
 */
function rateOf(days: readonly { result: number; volume: number }[]): { rate: number; error: number | null } {
  const volume = days.reduce((sum, day) => sum + day.volume, 0);
  const rate = days.reduce((sum, day) => sum + day.result, 0) / volume;
  if (days.length < 2) return { rate, error: null };
  const squares = days.reduce((sum, day) => sum + (day.result - rate * day.volume) ** 2, 0);
  return { rate, error: Math.sqrt((squares * days.length) / (days.length - 1)) / volume };
}

/** Whether a day has both cash games and tournaments. Its one result says nothing about either. */
function isMixed({ bigBlind, buyIns }: PlayedDay): boolean {
  return Boolean(bigBlind && buyIns);
}

/** Big blinds won per 100 hands of cash games; null without a day of only cash games. */
export function cashRate(days: readonly PlayedDay[]): Results['cash'] {
  const played = days.flatMap((day) => {
    const { hands, winLoss, bigBlind } = day;
    return hands && bigBlind && winLoss !== null && !isMixed(day)
      ? [{ result: winLoss / bigBlind, volume: hands }]
      : [];
  });
  if (played.length === 0) return null;
  const { rate, error } = rateOf(played);
  return {
    hands: played.reduce((sum, day) => sum + day.volume, 0),
    bbPer100: rate * 100,
    low: error === null ? null : (rate - z95 * error) * 100,
    high: error === null ? null : (rate + z95 * error) * 100,
  };
}

/** The return on tournament buy-ins as a fraction; null without a day of only tournaments. */
export function tournamentRate(days: readonly PlayedDay[]): Results['tournaments'] {
  const played = days.filter((day) => day.buyIns && day.winLoss !== null && !isMixed(day));
  if (played.length === 0) return null;
  const { rate, error } = rateOf(
    played.map(({ winLoss, buyIns }) => ({ result: winLoss ?? 0, volume: buyIns ?? 0 })),
  );
  const counts = played.map(({ tournaments }) => tournaments);
  return {
    count: counts.includes(null) ? null : counts.reduce((sum: number, count) => sum + (count ?? 0), 0),
    buyIns: played.reduce((sum, { buyIns }) => sum + (buyIns ?? 0), 0),
    roi: rate,
    low: error === null ? null : rate - z95 * error,
    high: error === null ? null : rate + z95 * error,
  };
}
