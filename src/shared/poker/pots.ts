import type { Award } from './hand.ts';

/** What a seat put into the pot by the end of the betting. */
export type Contribution = {
  seat: number;
  /**
   * The sum of its bets, calls, live blinds, and the ante if every seat pays one. Like all amounts of a hand, in
   * hundredths of the hand's unit.
   */
  units: number;
  folded: boolean;
};

export type Pot = {
  units: number;
  /** Seats that can win it, in the order in which they receive odd chips. */
  contenders: number[];
};

/**
 * Divides the contributions into the main pot and side pots: one layer for each different total of the seats that can
 * still win. Money of folded seats stays in the layers that it reached.
 * @param contributions - in the order in which seats receive odd chips: from the left of the button
 * @param dead - units that belong to the main pot, such as a missed small blind or an ante that one seat pays for all
 */
export function potsOf(contributions: readonly Contribution[], dead: number): Pot[] {
  const live = contributions.filter(({ folded }) => !folded);
  const levels = [...new Set(live.map(({ units }) => units))].sort((a, b) => a - b);
  let reached = 0;
  const pots = levels.map((level, index): Pot => {
    const isLast = index === levels.length - 1;
    const share = ({ units }: Contribution) =>
      Math.max(0, (isLast ? units : Math.min(units, level)) - reached);
    const pot = {
      units: contributions.reduce((sum, each) => sum + share(each), index === 0 ? dead : 0),
      contenders: live.filter(({ units }) => units >= level).map(({ seat }) => seat),
    };
    reached = level;
    return pot;
  });
  return pots.filter(({ units }) => units > 0);
}

/**
 * The pots after rake and fees. Each pot pays in proportion to its size, rounded down to a unit. The largest pot also
 * pays the remainder.
 * @param taken - rake and fees in hundredths of the hand's unit, at most the sum of the pots
 */
export function rakedPots(pots: readonly Pot[], taken: number): Pot[] {
  const total = pots.reduce((sum, { units }) => sum + units, 0);
  const shares = pots.map(({ units }) => (total === 0 ? 0 : Math.floor((units * taken) / total)));
  const remainder = taken - shares.reduce((sum, share) => sum + share, 0);
  const largest = pots.findIndex(({ units }) => units === Math.max(...pots.map((pot) => pot.units)));
  return pots.map((pot, index) => ({
    ...pot,
    units: pot.units - (shares[index] ?? 0) - (index === largest ? remainder : 0),
  }));
}

/**
 * The rank of a seat's hand: a higher one wins; undefined if it is not known.
 * @param run - which board, if it is dealt several times ("run it twice"); the first is 0
 */
export type RankOf = (seat: number, run: number) => number | undefined;

/**
 * Awards each pot to the only contender, or to the best hands. A pot is divided among the runs, and each part among its
 * winners. Remainders go to the first runs and to the first winners left of the button.
 * @param increment - the smallest amount that is paid, in hundredths of the hand's unit: 1, or 100 if chips are not
 *   divided
 * @returns undefined if a pot depends on a rank that is not known
 */
export function awardPots(
  pots: readonly Pot[],
  runs: number,
  rankOf: RankOf,
  increment: number,
): Award[] | undefined {
  const awards: Award[] = [];
  for (const [index, pot] of pots.entries()) {
    const runParts = pot.contenders.length === 1 ? [pot.units] : divide(pot.units, runs, increment);
    for (const [runIndex, part] of runParts.entries()) {
      const winners = winnersOf(pot.contenders, (seat) => rankOf(seat, runIndex));
      if (!winners) return undefined;
      const run = runParts.length > 1 ? { run: runIndex + 1 } : {};
      divide(part, winners.length, increment).forEach((amount, place) => {
        const seat = winners[place];
        if (seat !== undefined && amount > 0) awards.push({ seat, pot: index, ...run, amount });
      });
    }
  }
  return awards;
}

function winnersOf(contenders: readonly number[], rankOf: (seat: number) => number | undefined) {
  if (contenders.length === 1) return contenders;
  let best = -1;
  let winners: number[] = [];
  for (const seat of contenders) {
    const rank = rankOf(seat);
    if (rank === undefined) return undefined;
    if (rank > best) {
      best = rank;
      winners = [seat];
    } else if (rank === best) winners.push(seat);
  }
  return winners;
}

/**
 * Parts that differ by at most one increment, larger ones first. The first part also gets the remainder below an
 * increment.
 */
function divide(amount: number, parts: number, increment: number): number[] {
  const increments = Math.floor(amount / increment);
  const remainder = amount - increments * increment;
  return Array.from({ length: parts }, (_, index) => {
    const whole = Math.floor(increments / parts) + (index < increments % parts ? 1 : 0);
    return whole * increment + (index === 0 ? remainder : 0);
  });
}
