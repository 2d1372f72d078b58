import { type PlayingCard, rankNames, rankOf, suitOf } from './playing-card.ts';

/** The number of masks: each of the 13 ranks is one bit. */
const size = 1 << 13;

const categories = [
  'high card',
  'pair',
  'two pair',
  'three of a kind',
  'straight',
  'flush',
  'full house',
  'four of a kind',
  'straight flush',
] as const;

/** The number of ranks in each mask. */
const count = new Uint8Array(size);
/** The five highest ranks of each mask, four bits each, the highest first. */
const highest = new Uint32Array(size);
/** One more than the highest rank of the best straight; 0 if the mask has no straight. */
const straight = new Uint8Array(size);

/** The ranks of the lowest straight: ace, deuce, three, four and five. */
const wheel = 0b1_0000_0000_1111;

for (let mask = 0; mask < size; mask += 1) {
  let packed = 0;
  let found = 0;
  for (let rank = 12; rank >= 0; rank -= 1) {
    if ((mask & (1 << rank)) === 0) continue;
    if (found < 5) packed |= rank << (16 - 4 * found);
    found += 1;
  }
  count[mask] = found;
  highest[mask] = packed;
  if ((mask & wheel) === wheel) straight[mask] = 4;
  for (let high = 4; high <= 12; high += 1) {
    const run = 0b11111 << (high - 4);
    if ((mask & run) === run) straight[mask] = high + 1;
  }
}

/** The highest rank of a mask. */
const top = (mask: number) => 31 - Math.clz32(mask);

/**
 * Ranks the best five of up to seven cards, given as one mask of 13 ranks for each suit. A higher number wins; equal
 * numbers split. Bits 20 and up are the category, such as two pair. The lower bits are the ranks that decide between
 * hands of the same category.
 */
export function rankMasks(spades: number, hearts: number, diamonds: number, clubs: number): number {
  const all = spades | hearts | diamonds | clubs;
  const flush =
    (count[spades] as number) > 4
      ? spades
      : (count[hearts] as number) > 4
        ? hearts
        : (count[diamonds] as number) > 4
          ? diamonds
          : (count[clubs] as number) > 4
            ? clubs
            : 0;
  if (flush !== 0 && straight[flush] !== 0) return (8 << 20) | ((straight[flush] as number) - 1);
  const both = (spades & hearts) | (diamonds & clubs);
  const either = (spades | hearts) & (diamonds | clubs);
  // The ranks of which there are at least two cards.
  const twice = both | either;
  if (twice === 0) {
    if (flush !== 0) return (5 << 20) | (highest[flush] as number);
    if (straight[all] !== 0) return (4 << 20) | ((straight[all] as number) - 1);
    return highest[all] as number;
  }
  const fours = spades & hearts & diamonds & clubs;
  if (fours !== 0) {
    const rank = top(fours);
    return (7 << 20) | (rank << 4) | top(all & ~(1 << rank));
  }
  // The ranks of which there are at least three cards.
  const threes = (spades & hearts & (diamonds | clubs)) | (diamonds & clubs & (spades | hearts));
  if (threes !== 0) {
    const rank = top(threes);
    const pairs = twice & ~(1 << rank);
    if (pairs !== 0) return (6 << 20) | (rank << 4) | top(pairs);
    if (flush !== 0) return (5 << 20) | (highest[flush] as number);
    if (straight[all] !== 0) return (4 << 20) | ((straight[all] as number) - 1);
    return (3 << 20) | (rank << 8) | ((highest[all & ~(1 << rank)] as number) >> 12);
  }
  if (flush !== 0) return (5 << 20) | (highest[flush] as number);
  if (straight[all] !== 0) return (4 << 20) | ((straight[all] as number) - 1);
  const high = top(twice);
  const others = twice & ~(1 << high);
  if (others !== 0) {
    const low = top(others);
    return (2 << 20) | (high << 8) | (low << 4) | top(all & ~(1 << high) & ~(1 << low));
  }
  return (1 << 20) | (high << 12) | ((highest[all & ~(1 << high)] as number) >> 8);
}

/** The ranks of cards as one mask for each suit. */
export function masksOf(cards: readonly PlayingCard[]): [number, number, number, number] {
  const masks: [number, number, number, number] = [0, 0, 0, 0];
  for (const card of cards) masks[suitOf(card)] = (masks[suitOf(card)] as number) | (1 << rankOf(card));
  return masks;
}

/** Ranks the best five of a list of five to seven cards. @returns a rank as `rankMasks` returns it */
export function rankHand(cards: readonly PlayingCard[]): number {
  return rankMasks(...masksOf(cards));
}

/**
 * Ranks the best hand of two of the hole cards and three of the board, as in Omaha.
 * @returns a rank as `rankMasks` returns it
 */
export function rankOmaha(hole: readonly PlayingCard[], board: readonly PlayingCard[]): number {
  let best = 0;
  for (let a = 0; a < hole.length; a += 1) {
    for (let b = a + 1; b < hole.length; b += 1) {
      for (let i = 0; i < board.length; i += 1) {
        for (let j = i + 1; j < board.length; j += 1) {
          for (let k = j + 1; k < board.length; k += 1) {
            const five = [hole[a], hole[b], board[i], board[j], board[k]] as PlayingCard[];
            best = Math.max(best, rankHand(five));
          }
        }
      }
    }
  }
  return best;
}

/** The hand in words: "two pair, kings and sevens". @param value - a result of `rankHand` */
export function describeRank(value: number): string {
  const nibble = (index: number) => (value >> (4 * index)) & 15;
  const name = (index: number) => rankNames[nibble(index)] ?? '';
  const plural = (index: number) => (name(index) === 'six' ? 'sixes' : `${name(index)}s`);
  const category = categories[value >> 20];
  switch (category) {
    case 'pair':
      return `a pair of ${plural(3)}`;
    case 'two pair':
      return `two pair, ${plural(2)} and ${plural(1)}`;
    case 'three of a kind':
      return `three of a kind, ${plural(2)}`;
    case 'straight':
      return `a straight, ${name(0)} high`;
    case 'flush':
      return `a flush, ${name(4)} high`;
    case 'full house':
      return `a full house, ${plural(1)} full of ${plural(0)}`;
    case 'four of a kind':
      return `four of a kind, ${plural(1)}`;
    case 'straight flush':
      return nibble(0) === 12 ? 'a royal flush' : `a straight flush, ${name(0)} high`;
    default:
      return `${name(4)} high`;
  }
}
