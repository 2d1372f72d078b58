import { rankHand } from './evaluate.ts';
import type { PlayingCard } from './playing-card.ts';
import type { WeightedCombo } from './range-combos.ts';

export type SampledEquity = {
  /** Each side's share of the pot, 0…1; split pots are divided. */
  shares: number[];
  /** Standard error of the first share. */
  error: number;
};

/**
 * The equities of two or more sides in hold'em, from random deals. If a side gets a card of another side or of the
 * board, the hands of all sides are drawn again, because replacing only one hand would distort the weights.
 * @param board - up to five cards
 * @param random - 0…1
 * @returns undefined if no possible deal was drawn
 */
export function sampledEquity(
  sides: readonly (readonly WeightedCombo[])[],
  board: readonly PlayingCard[],
  samples: number,
  random: () => number,
): SampledEquity | undefined {
  if (sides.some((combos) => combos.length === 0)) return undefined;
  const pickers = sides.map(picker);
  const won = sides.map(() => 0);
  let squares = 0;
  let counted = 0;
  for (let drawn = 0; counted < samples && drawn < samples * 20; drawn += 1) {
    const hands = pickers.map((pick) => pick(random()).cards);
    const used = new Set([...hands.flat(), ...board]);
    if (used.size < 2 * hands.length + board.length) continue;
    const full = [...board];
    while (full.length < 5) {
      const card = Math.floor(random() * 52);
      if (used.has(card)) continue;
      used.add(card);
      full.push(card);
    }
    const ranks = hands.map((cards) => rankHand([...cards, ...full]));
    const best = Math.max(...ranks);
    const winners = ranks.filter((rank) => rank === best).length;
    for (const [index, rank] of ranks.entries()) {
      if (rank === best) won[index] = (won[index] ?? 0) + 1 / winners;
    }
    squares += ranks[0] === best ? 1 / winners ** 2 : 0;
    counted += 1;
  }
  if (counted === 0) return undefined;
  const shares = won.map((sum) => sum / counted);
  const [first = 0] = shares;
  return { shares, error: Math.sqrt((squares / counted - first * first) / counted) };
}

/** Picks combinations by their weight. */
function picker(combos: readonly WeightedCombo[]): (random: number) => WeightedCombo {
  let total = 0;
  const ends = combos.map(({ weight }) => {
    total += weight;
    return total;
  });
  return (random) => {
    const wanted = random * total;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return combos[low] as WeightedCombo;
  };
}
