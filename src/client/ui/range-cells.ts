import type { Range } from '../../shared/poker/range.ts';
import { gridSize, startingHandCount } from '../../shared/poker/starting-hands.ts';

/** 0: fold. 1: play sometimes. 2: always play. */
export type CellLevel = 0 | 1 | 2;

export function cellLevels(range: Range): CellLevel[] {
  return range.map((weight) => {
    if (weight === 0) return 0;
    return weight === 1 ? 2 : 1;
  });
}

function distance(index: number): number {
  return Math.floor(index / gridSize) + (index % gridSize);
}

/** Levels that show `ratio` (0 to 1) as progress: cells fill from the upper left corner. */
export function progressCells(ratio: number): CellLevel[] {
  const levels = new Array<CellLevel>(startingHandCount).fill(0);
  const filled = Math.round(Math.min(Math.max(ratio, 0), 1) * startingHandCount);
  const fromCorner = [...levels.keys()].sort((one, other) => distance(one) - distance(other));
  for (const index of fromCorner.slice(0, filled)) levels[index] = 2;
  return levels;
}

/** The 5 × 5 version of the grid, used as the logo. */
export const logoCells: readonly CellLevel[] = [
  2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 1, 1, 2, 2, 1, 1, 0, 2, 1, 1, 0, 0,
];
