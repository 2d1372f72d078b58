import { handEquities } from './equity.ts';
import { handAgainstRange } from './hand-against-range.ts';
import { type Outs, outsOf } from './outs.ts';
import type { PlayingCard } from './playing-card.ts';
import { parseRange } from './range.ts';
import { combosOf } from './range-combos.ts';
import { rangeEquity } from './range-equity.ts';
import { sampledEquity } from './sampled-equity.ts';

/** Known cards (two, or four in Omaha), or a range in notation, such as `QQ+, AKs`. */
export type OddsSide = readonly PlayingCard[] | string;

export type Odds = {
  /**
   * For each side, `share` is its share of the pot, and `tie` is the share of run-outs in which it splits the pot; both
   * 0…1. `tie` is null if ties are not counted.
   */
  sides: { share: number; tie: number | null }[];
  /** Standard error of the first share; 0 if the shares are exact. */
  error: number;
  /** Counted only if all hands are known, on the flop and the turn; otherwise null. */
  outs: Outs | null;
};

const samples = 100_000;

/**
 * The equities of two or three hands or ranges. The equities are exact if all hands are known, or if there are two
 * sides and at least a flop; otherwise they are sampled.
 * @param board - 0, 3, 4 or 5 cards
 * @returns undefined if no combination of hands is possible
 * @throws RangeError for a range that cannot be read
 */
export function countOdds(
  sides: readonly OddsSide[],
  board: readonly PlayingCard[],
  random: () => number = Math.random,
): Odds | undefined {
  const known = sides.filter((side) => typeof side !== 'string');
  if (known.length === sides.length) {
    const { equities } = handEquities(known, board);
    return {
      sides: equities.map(({ share, tie }) => ({ share, tie })),
      error: 0,
      outs: outsOf(known, board),
    };
  }
  const [first, second] = sides;
  if (sides.length === 2 && board.length >= 3 && first !== undefined && second !== undefined) {
    const share = exactShare(first, second, board);
    return share === undefined
      ? undefined
      : { sides: [share, 1 - share].map(onlyShare), error: 0, outs: null };
  }
  const dead = [...known.flat(), ...board];
  const combos = sides.map((side) =>
    typeof side === 'string'
      ? combosOf(parseRange(side), dead)
      : [{ cards: [side[0], side[1]] as [PlayingCard, PlayingCard], weight: 1 }],
  );
  const sampled = sampledEquity(combos, board, samples, random);
  return sampled && { sides: sampled.shares.map(onlyShare), error: sampled.error, outs: null };
}

const onlyShare = (share: number) => ({ share, tie: null });

/** The first side's share of the pot. */
function exactShare(first: OddsSide, second: OddsSide, board: readonly PlayingCard[]): number | undefined {
  if (typeof first !== 'string')
    return typeof second === 'string' ? handAgainstRange(first, parseRange(second), board) : undefined;
  if (typeof second === 'string') return rangeEquity(parseRange(first), parseRange(second), board);
  const share = handAgainstRange(second, parseRange(first), board);
  return share === undefined ? undefined : 1 - share;
}

/**
 * The cost of a call, in percent of the pot after the call.
 * @param pot - the pot before the call, including the opponent's bet up to the amount of the call
 */
export const priceOf = (toCall: number, pot: number) => Math.round((100 * toCall) / (pot + toCall));

/**
 * A sentence that compares a price with an equity, both in percent. Both are compared as they are shown, without
 * decimals.
 */
export function priceSentence(price: number, equity: number): string {
  const has = Math.round(equity);
  const outcome = has === price ? 'breaks even' : has > price ? 'wins' : 'loses';
  return `You need ${price}% and have ${has}%: calling ${outcome} in the long run if no more is bet.`;
}
