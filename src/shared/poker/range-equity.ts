import { rankHand } from './evaluate.ts';
import { fullDeck, type PlayingCard } from './playing-card.ts';
import type { Range } from './range.ts';
import { combosOf, type WeightedCombo } from './range-combos.ts';

/**
 * The exact equity of one range against another. For each run-out, every combination is ranked once, and two
 * combinations that share a card are not compared.
 * @param board - three to five cards
 * @returns the first range's share of the pot, 0…1; undefined if no two hands of the ranges are possible together
 */
export function rangeEquity(first: Range, second: Range, board: readonly PlayingCard[]): number | undefined {
  const own = combosOf(first, board);
  const other = combosOf(second, board);
  const left = fullDeck.filter((card) => !board.includes(card));
  let won = 0;
  let total = 0;
  const each = (run: readonly PlayingCard[]) => {
    const drawn = new Set(run);
    const full = [...board, ...run];
    const ranked = (combos: readonly WeightedCombo[]) =>
      combos
        .filter(({ cards }) => !drawn.has(cards[0]) && !drawn.has(cards[1]))
        .map((combo) => ({ ...combo, rank: rankHand([...combo.cards, ...full]) }))
        .sort((a, b) => a.rank - b.rank);
    const counted = compareSorted(ranked(own), ranked(other));
    won += counted.won;
    total += counted.total;
  };
  if (board.length === 5) each([]);
  else if (board.length === 4) for (const card of left) each([card]);
  else
    for (const [index, card] of left.entries())
      for (let next = index + 1; next < left.length; next += 1) each([card, left[next] as PlayingCard]);
  return total === 0 ? undefined : won / total;
}

type Ranked = WeightedCombo & { rank: number };

/**
 * `total`: the weight of all matchups of a combination of `own` with a combination of `other`. `won`: the weight of the
 * matchups that `own` wins, and half the weight of the ties. Both sides must be sorted by rank, the lowest first.
 */
function compareSorted(own: readonly Ranked[], other: readonly Ranked[]): { won: number; total: number } {
  // `all` contains the weights of the combinations of `other`, in total and by card; `sum` only those below the current
  // rank. Subtracting the weights of the two cards of `combo` leaves the combinations that contain neither card. The
  // combination of the same two cards (`same`) is subtracted twice, so its weight is added once.
  const sum = sums();
  const all = sums();
  for (const combo of other) add(all, combo);
  const sameOf = new Map(other.map((combo) => [keyOf(combo), combo]));
  let won = 0;
  let total = 0;
  let reached = 0;
  let start = 0;
  while (start < own.length) {
    const rank = (own[start] as Ranked).rank;
    while (reached < other.length && (other[reached] as Ranked).rank < rank)
      add(sum, other[reached++] as Ranked);
    let tied = reached;
    const ties = sums();
    while (tied < other.length && (other[tied] as Ranked).rank === rank) add(ties, other[tied++] as Ranked);
    for (; start < own.length && (own[start] as Ranked).rank === rank; start += 1) {
      const combo = own[start] as Ranked;
      const same = sameOf.get(keyOf(combo))?.weight ?? 0;
      total += combo.weight * (without(all, combo) + same);
      // The combination of the same two cards has the same rank, so it is among the ties.
      won += combo.weight * (without(sum, combo) + (without(ties, combo) + same) / 2);
    }
  }
  return { won, total };
}

type Sums = { all: number; byCard: Float64Array };
const sums = (): Sums => ({ all: 0, byCard: new Float64Array(52) });

function add(to: Sums, { cards, weight }: WeightedCombo): void {
  to.all += weight;
  to.byCard[cards[0]] = (to.byCard[cards[0]] as number) + weight;
  to.byCard[cards[1]] = (to.byCard[cards[1]] as number) + weight;
}

/** The sum without combinations that contain one of these cards. A combination of both cards is subtracted twice. */
function without(from: Sums, { cards }: WeightedCombo): number {
  return from.all - (from.byCard[cards[0]] as number) - (from.byCard[cards[1]] as number);
}

const keyOf = ({ cards }: WeightedCombo) => Math.min(...cards) * 52 + Math.max(...cards);
