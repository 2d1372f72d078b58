import { fullDeck, type PlayingCard, rankOf, suitOf } from './playing-card.ts';
import { indexOfHand, startingHands } from './starting-hands.ts';

/** The index of the starting hand that two cards form. */
export function startingHandOf(one: PlayingCard, other: PlayingCard): number {
  // The grid begins with the ace; card ranks begin with the deuce.
  return indexOfHand(12 - rankOf(one), 12 - rankOf(other), suitOf(one) === suitOf(other));
}

export type Combo = readonly [high: PlayingCard, low: PlayingCard];

const allCombos = fullDeck.flatMap((low) => fullDeck.slice(low + 1).map((high): Combo => [high, low]));
const byHand = Map.groupBy(allCombos, ([high, low]) => startingHandOf(high, low));

/** The combinations of each starting hand, by its index. The higher card comes first. */
export const handCombos: readonly (readonly Combo[])[] = startingHands.map(
  (_, index) => byHand.get(index) ?? [],
);
