import { gridSize, startingHandCount, startingHands } from '../poker/starting-hands.ts';
import {
  type ActionWeights,
  type CellWeights,
  combosOfCell,
  type RangeAction,
  weightsOf,
} from './range-weights.ts';
import type { RangeCells } from './ranges.ts';

/** Whether an action is right: it is played at least a quarter of the time. */
export function isRightAction({ raise, call }: ActionWeights, action: RangeAction): boolean {
  return { raise, call, fold: 1 - raise - call }[action] >= 0.25;
}

/** The cells that have a neighbor which is played differently. Of pairs, the next pairs are neighbors too. */
export function edgeCells(weights: readonly CellWeights[]): number[] {
  const isDifferent = (one: number, other: number) =>
    weights[one]?.raise !== weights[other]?.raise || weights[one]?.call !== weights[other]?.call;
  return weights.flatMap((_, index) => {
    const column = index % gridSize;
    const neighbors = [
      index - gridSize,
      index + gridSize,
      ...(index % (gridSize + 1) === 0 ? [index - gridSize - 1, index + gridSize + 1] : []),
      ...(column > 0 ? [index - 1] : []),
      ...(column < gridSize - 1 ? [index + 1] : []),
    ].filter((other) => other >= 0 && other < startingHandCount);
    return neighbors.some((other) => isDifferent(index, other)) ? [index] : [];
  });
}

/**
 * The hands to ask: missed ones first, then hands of the edge, and others where the edge is short.
 * @param random 0…1, for each hand in turn
 */
export function pickCells(
  weights: readonly CellWeights[],
  missed: readonly number[],
  count: number,
  random: () => number,
): number[] {
  const edge = new Set(edgeCells(weights));
  const ranked = weights.map((_, index) => ({
    index,
    rank: (missed.includes(index) ? 2 : edge.has(index) ? 1 : 0) + random() * 0.999,
  }));
  return ranked
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, count)
    .map(({ index }) => ({ index, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ index }) => index);
}

/** The cells that differ between two versions. */
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
  /** In percent of the combinations that either range plays. */
  right: number;
  /** Cells that are played less than in the range. */
  missing: number[];
  /** Cells that are played more. */
  surplus: number[];
};

/** How much of a range was painted from memory. A wrong action counts as missing. */
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
