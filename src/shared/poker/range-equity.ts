import { rankHand } from './evaluate.ts';
import { fullDeck, type PlayingCard } from './playing-card.ts';
import type { Range } from './range.ts';
import { combosOf } from './range-combos.ts';

export type RangeEquity = {
  /** Share of the pot of the first range, 0…1. */
  share: number;
  /** Standard error of the share; 0 where it is exact. */
  error: number;
};

/**
 * The equity of one range against another. Exact on the flop, turn and river: each run-out ranks every combination once,
 * and pairs that share a card are taken out. Before the flop it is sampled.
 * @param board no, three, four or five cards
 * @param random 0…1, for the sample
 * @returns undefined when no pair of hands is possible
 */
export function rangeEquity(
  first: Range,
  second: Range,
  board: readonly PlayingCard[],
  { samples = 200_000, random = Math.random }: { samples?: number; random?: () => number } = {},
): RangeEquity | undefined {
  const own = combosOf(first, board);
  const other = combosOf(second, board);
  if (own.length === 0 || other.length === 0) return undefined;
  return board.length === 0 ? sampled(own, other, samples, random) : exact(own, other, board);
}

type Combo = { cards: readonly [PlayingCard, PlayingCard]; weight: number };

function exact(own: readonly Combo[], other: readonly Combo[], board: readonly PlayingCard[]) {
  const left = fullDeck.filter((card) => !board.includes(card));
  let won = 0;
  let total = 0;
  const each = (run: readonly PlayingCard[]) => {
    const drawn = new Set(run);
    const full = [...board, ...run];
    const ranked = (combos: readonly Combo[]) =>
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
  return total === 0 ? undefined : { share: won / total, error: 0 };
}

type Ranked = Combo & { rank: number };

/** Weights of all pairs, and of those that the first side wins, with half of the ties. Both sides sorted by rank. */
function compareSorted(own: readonly Ranked[], other: readonly Ranked[]): { won: number; total: number } {
  // Weight of the other side below or at the rank reached, in all and by card: the pairs that share no card are what is
  // left after the two own cards, with the same combination counted twice.
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
      // The same combination has the same rank: it is among the ties.
      won += combo.weight * (without(sum, combo) + (without(ties, combo) + same) / 2);
    }
  }
  return { won, total };
}

type Sums = { all: number; byCard: Float64Array };
const sums = (): Sums => ({ all: 0, byCard: new Float64Array(52) });

function add(to: Sums, { cards, weight }: Combo): void {
  to.all += weight;
  to.byCard[cards[0]] = (to.byCard[cards[0]] as number) + weight;
  to.byCard[cards[1]] = (to.byCard[cards[1]] as number) + weight;
}

/** What is left without the combinations that hold one of these cards; one that holds both is taken out twice. */
function without(from: Sums, { cards }: Combo): number {
  return from.all - (from.byCard[cards[0]] as number) - (from.byCard[cards[1]] as number);
}

const keyOf = ({ cards }: Combo) => Math.min(...cards) * 52 + Math.max(...cards);

function sampled(
  own: readonly Combo[],
  other: readonly Combo[],
  samples: number,
  random: () => number,
): RangeEquity | undefined {
  const pickOwn = picker(own);
  const pickOther = picker(other);
  let won = 0;
  let squares = 0;
  let counted = 0;
  // Pairs that share a card are drawn again, so that the others keep their weight.
  for (let tries = 0; counted < samples && tries < samples * 20; tries += 1) {
    const mine = pickOwn(random());
    const theirs = pickOther(random());
    const used = new Set([...mine.cards, ...theirs.cards]);
    if (used.size < 4) continue;
    const board: PlayingCard[] = [];
    while (board.length < 5) {
      const card = Math.floor(random() * 52);
      if (used.has(card)) continue;
      used.add(card);
      board.push(card);
    }
    const difference = rankHand([...mine.cards, ...board]) - rankHand([...theirs.cards, ...board]);
    const result = difference > 0 ? 1 : difference === 0 ? 0.5 : 0;
    won += result;
    squares += result * result;
    counted += 1;
  }
  if (counted === 0) return undefined;
  const share = won / counted;
  return { share, error: Math.sqrt((squares / counted - share * share) / counted) };
}

/** Picks combinations by their weight. */
function picker(combos: readonly Combo[]): (random: number) => Combo {
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
    return combos[low] as Combo;
  };
}
