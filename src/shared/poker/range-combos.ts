import { type Combo, handCombos } from './hand-combos.ts';
import type { PlayingCard } from './playing-card.ts';
import type { Range } from './range.ts';

export type WeightedCombo = { cards: Combo; weight: number };

/** The combinations of a range with a weight above 0 that share no card with `dead`. */
export function combosOf(range: Range, dead: readonly PlayingCard[]): WeightedCombo[] {
  return range.flatMap((cell, index) =>
    (handCombos[index] ?? []).flatMap((cards, place) => {
      const weight = typeof cell === 'number' ? cell : (cell[place] ?? 0);
      return weight > 0 && !dead.includes(cards[0]) && !dead.includes(cards[1]) ? [{ cards, weight }] : [];
    }),
  );
}
