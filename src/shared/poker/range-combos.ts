import { type PlayingCard, rankOf, suitOf } from './playing-card.ts';
import type { Range } from './range.ts';
import { indexOfHand } from './starting-hands.ts';

export type WeightedCombo = { cards: readonly [PlayingCard, PlayingCard]; weight: number };

/** The combinations of a range that are played at all and share no card with `dead`. */
export function combosOf(range: Range, dead: readonly PlayingCard[]): WeightedCombo[] {
  const combos: WeightedCombo[] = [];
  for (let low = 0; low < 52; low += 1) {
    if (dead.includes(low)) continue;
    for (let high = low + 1; high < 52; high += 1) {
      if (dead.includes(high)) continue;
      const weight = range[startingHandOf(high, low)] ?? 0;
      if (weight > 0) combos.push({ cards: [high, low], weight });
    }
  }
  return combos;
}

/** The index of the starting hand that two cards are. */
export function startingHandOf(one: PlayingCard, other: PlayingCard): number {
  // The grid begins with the ace, ranks of cards with the deuce.
  return indexOfHand(12 - rankOf(one), 12 - rankOf(other), suitOf(one) === suitOf(other));
}
