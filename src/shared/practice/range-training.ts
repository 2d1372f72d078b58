import { gridSize, startingHands } from '../poker/starting-hands.ts';
import {
  type ActionWeights,
  type CellWeights,
  combosOfCell,
  type RangeAction,
  weightsOf,
} from './range-weights.ts';
import type { RangeCells } from './ranges.ts';

/** Whether an action is right: the range takes it with a frequency of at least 25%. */
export function isRightAction({ raise, call }: ActionWeights, action: RangeAction): boolean {
  // Not exactly 0.25, because 1 - 0.65 - 0.1 is slightly less in floating point.
  return { raise, call, fold: 1 - raise - call }[action] >= 0.249_999;
}

/** The indexes of the cells with a neighbor that is played differently. */
export function edgeCells(weights: readonly CellWeights[]): number[] {
  return weights.flatMap(({ raise, call }, index) =>
    neighborsOf(index).some((other) => weights[other]?.raise !== raise || weights[other]?.call !== call)
      ? [index]
      : [],
  );
}

/**
 * The cells of similar hands of the same kind (pair, suited or offsuit). For a pair: the next higher and the next lower
 * pair. For other hands: those with the same higher card and a lower card one rank higher or lower; for connectors,
 * also those with both cards one rank higher or lower. Adjacent cells are not always neighbors: 98o
 * is next to 99, and K4s is below A4s.
 */
function neighborsOf(index: number): number[] {
  const { kind, high = 0, low = 0 } = startingHands[index] ?? {};
  const diagonal = gridSize + 1;
  const lower = kind === 'suited' ? 1 : gridSize;
  return [
    ...(kind === 'pair' ? [] : [index - lower, index + lower]),
    ...(low - high <= 1 ? [index - diagonal, index + diagonal] : []),
  ].filter((other) => startingHands[other]?.kind === kind);
}

const isMixed = ({ raise, call }: CellWeights) =>
  [raise, call, 1 - raise - call].every((share) => share < 0.999);

/**
 * Chooses `count` hands to ask about: first the hands that were answered wrong, then mixed hands, then edge cells.
 * @param random - returns a number from 0 to below 1
 * @returns indexes of cells, in random order
 */
export function pickCells(
  weights: readonly CellWeights[],
  missed: readonly number[],
  count: number,
  random: () => number,
): number[] {
  const edge = new Set(edgeCells(weights));
  const priority = (cell: CellWeights, index: number) => {
    if (missed.includes(index)) return 3;
    if (isMixed(cell)) return 2;
    return edge.has(index) ? 1 : 0;
  };
  const ranked = weights.map((cell, index) => ({ index, rank: priority(cell, index) + random() * 0.999 }));
  return ranked
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, count)
    .map(({ index }) => ({ index, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ index }) => index);
}

/** The indexes of the cells that differ between two versions. */
export function changedCells(one: RangeCells, other: RangeCells): number[] {
  const after = weightsOf(other);
  return weightsOf(one).flatMap((before, index) => {
    const combos = combosOfCell(after[index] ?? { raise: 0, call: 0 }, index);
    const isSame = combosOfCell(before, index).every(
      ({ raise, call }, place) => raise === combos[place]?.raise && call === combos[place]?.call,
    );
    return isSame ? [] : [index];
  });
}

export type RangeComparison = {
  /** The shared combinations, in percent of those that either range plays. */
  right: number;
  /** Cells that were painted with a lower frequency than in the range. */
  missing: number[];
  /** Cells that were painted with a higher frequency. */
  surplus: number[];
};

/** Compares a range painted from memory with the actual one. A cell with a wrong action counts as missing. */
export function compareRanges(
  painted: readonly CellWeights[],
  actual: readonly CellWeights[],
): RangeComparison {
  let same = 0;
  let either = 0;
  const missing: number[] = [];
  const surplus: number[] = [];
  for (const [index, { raise, call }] of actual.entries()) {
    const own = painted[index] ?? { raise: 0, call: 0 };
    const combos = startingHands[index]?.combos ?? 0;
    same += combos * (Math.min(raise, own.raise) + Math.min(call, own.call));
    either += combos * (Math.max(raise, own.raise) + Math.max(call, own.call));
    if (own.raise < raise || own.call < call) missing.push(index);
    else if (own.raise > raise || own.call > call) surplus.push(index);
  }
  return { right: either === 0 ? 100 : Math.round((100 * same) / either), missing, surplus };
}
