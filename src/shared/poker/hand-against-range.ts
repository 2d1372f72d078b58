import { handEquities } from './equity.ts';
import type { PlayingCard } from './playing-card.ts';
import type { Range } from './range.ts';
import { combosOf } from './range-combos.ts';

/**
 * The exact equity of a known hold'em hand against a range: the weighted mean over the range's combinations that share
 * no card with the hand or the board. A split pot counts as half a win.
 * @param hand - two cards
 * @param board - three to five cards
 * @returns 0…1, or undefined if no combination of the range is possible
 */
export function handAgainstRange(
  hand: readonly PlayingCard[],
  range: Range,
  board: readonly PlayingCard[],
): number | undefined {
  let total = 0;
  let share = 0;
  for (const { cards, weight } of combosOf(range, [...hand, ...board])) {
    const [own] = handEquities([[...hand], [...cards]], [...board]).equities;
    total += weight;
    share += weight * (own?.share ?? 0);
  }
  return total === 0 ? undefined : share / total;
}
