/**
 * The 169 starting hands of hold'em as a 13 × 13 grid: pairs on the diagonal, suited hands above it, offsuit hands
 * below it, aces first. A hand's index is row × 13 + column.
 */

export const ranks = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const;
export const gridSize = ranks.length;
export const startingHandCount = gridSize * gridSize;
/** Two-card combinations of a deck of 52. */
export const comboCount = 1326;

export type StartingHand = {
  /** Such as `AA`, `AKs` or `72o`. */
  name: string;
  kind: 'pair' | 'suited' | 'offsuit';
  /** Index in `ranks` of the higher and of the lower card: 0 is the ace. */
  high: number;
  low: number;
  /** How many of the 1,326 combinations it has: 6 for a pair, 4 suited, 12 offsuit. */
  combos: number;
};

function startingHandAt(index: number): StartingHand {
  const row = Math.floor(index / gridSize);
  const column = index % gridSize;
  const high = Math.min(row, column);
  const low = Math.max(row, column);
  const name = `${ranks[high]}${ranks[low]}`;
  if (high === low) return { name, kind: 'pair', high, low, combos: 6 };
  return column > row
    ? { name: `${name}s`, kind: 'suited', high, low, combos: 4 }
    : { name: `${name}o`, kind: 'offsuit', high, low, combos: 12 };
}

export const startingHands: readonly StartingHand[] = Array.from({ length: startingHandCount }, (_, index) =>
  startingHandAt(index),
);

/** @returns the index of a hand by the indexes of its ranks, in either order */
export function indexOfHand(one: number, other: number, suited: boolean): number {
  const high = Math.min(one, other);
  const low = Math.max(one, other);
  return suited ? high * gridSize + low : low * gridSize + high;
}
