/** A day of play; what was not entered is null. */
export type PlayedDay = {
  hands: number | null;
  /** Signed US cents. */
  winLoss: number | null;
  /** US cents of the big blind, of a day of cash games. */
  bigBlind: number | null;
  tournaments: number | null;
  /** US cents. */
  buyIns: number | null;
};

/** `low` and `high` hold the true rate of 95 of 100 players with such results; null for fewer than two days. */
type Band = { low: number | null; high: number | null };

export type CashRate = Band & { hands: number; bbPer100: number };
export type TournamentRate = Band & { count: number | null; buyIns: number; roi: number };

/** Two-sided 95% of a normal distribution. */
const z95 = 1.959964;

/**
 * The rate of results over their volume, with the standard error of a ratio whose days are independent. Days that played
 * more count more.
 */
function rateOf(days: readonly { result: number; volume: number }[]): { rate: number; error: number | null } {
  const volume = days.reduce((sum, day) => sum + day.volume, 0);
  const rate = days.reduce((sum, day) => sum + day.result, 0) / volume;
  if (days.length < 2) return { rate, error: null };
  const squares = days.reduce((sum, day) => sum + (day.result - rate * day.volume) ** 2, 0);
  return { rate, error: Math.sqrt((squares * days.length) / (days.length - 1)) / volume };
}

/** Big blinds won per 100 hands of cash games; null without a day of them. */
export function cashRate(days: readonly PlayedDay[]): CashRate | null {
  const played = days.flatMap(({ hands, winLoss, bigBlind }) =>
    hands && bigBlind && winLoss !== null ? [{ result: winLoss / bigBlind, volume: hands }] : [],
  );
  if (played.length === 0) return null;
  const { rate, error } = rateOf(played);
  return {
    hands: played.reduce((sum, day) => sum + day.volume, 0),
    bbPer100: rate * 100,
    low: error === null ? null : (rate - z95 * error) * 100,
    high: error === null ? null : (rate + z95 * error) * 100,
  };
}

/** The return on tournament buy-ins as a share; null without a day of tournaments. */
export function tournamentRate(days: readonly PlayedDay[]): TournamentRate | null {
  const played = days.filter(({ buyIns, winLoss }) => buyIns && winLoss !== null);
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
