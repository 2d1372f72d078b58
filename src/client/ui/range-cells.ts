/**
 * The 13 × 13 range grid: pairs on the diagonal, suited hands above it, offsuit hands below it, aces first.
 * Hands are ordered by the Chen formula (Bill Chen's points for starting hands): good enough for a picture, and no
 * advice.
 */

const ranks = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const;
export const rangeSize = ranks.length;
const cellCount = rangeSize * rangeSize;

/** 0 fold, 1 mixed, 2 play. */
export type CellLevel = 0 | 1 | 2;

const highCardPoints = [10, 8, 7, 6, 5, 4.5, 4, 3.5, 3, 2.5, 2, 1.5, 1];
const gapPenalties = [0, 0, 1, 2, 4];
const widestGapPenalty = 5;

/** Name of a hand such as `AA`, `AKs` or `72o`. Row and column run 0 (ace) to 12 (deuce). */
export function handName(row: number, column: number): string {
  const high = ranks[Math.min(row, column)] ?? '';
  const low = ranks[Math.max(row, column)] ?? '';
  if (row === column) return high + low;
  return high + low + (column > row ? 's' : 'o');
}

/** How many of the 1326 starting hands a cell stands for: 6 for a pair, 4 suited, 12 offsuit. */
export function handCombos(row: number, column: number): number {
  if (row === column) return 6;
  return column > row ? 4 : 12;
}

/** Chen points: 20 for aces, −1.5 for seven-deuce offsuit. */
export function chenPoints(row: number, column: number): number {
  const high = Math.min(row, column);
  const gap = Math.abs(row - column);
  const points = highCardPoints[high] ?? 0;
  if (gap === 0) return Math.max(points * 2, 5);
  const suited = column > row ? 2 : 0;
  const straightBonus = gap <= 2 && high > 2 ? 1 : 0;
  return points + suited - (gapPenalties[gap] ?? widestGapPenalty) + straightBonus;
}

/** A repeatable number in 0…1 for a seed and a position. */
function noise(seed: number, index: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return ((value ^ (value >>> 15)) >>> 0) / 2 ** 32;
}

/** How a range leans, in Chen points. */
export type RangeLean = {
  /** Lost per rank below the ace, on both cards. */
  highCards: number;
  /** Gained by pairs. */
  pairs: number;
  /** Lost by offsuit hands. */
  offsuit: number;
  /** How far the edge wavers from cell to cell. */
  waver: number;
  seed: number;
};

/** Comes close to what players open with; found by eye against the usual charts. */
const openingLean: RangeLean = { highCards: 0.25, pairs: 4, offsuit: 1.5, waver: 0, seed: 0 };

/** Fills from the upper left corner. */
const progressLean: RangeLean = { highCards: 1.2, pairs: 0, offsuit: 0, waver: 0, seed: 0 };

/** Cell indexes (row × 13 + column), strongest first. */
function strongestFirst(lean: RangeLean): number[] {
  return Array.from({ length: cellCount }, (_, index) => {
    const row = Math.floor(index / rangeSize);
    const column = index % rangeSize;
    const waver = (noise(lean.seed, index) - 0.5) * lean.waver;
    const kind = row === column ? lean.pairs : row > column ? -lean.offsuit : 0;
    return { index, points: chenPoints(row, column) - lean.highCards * (row + column) + kind + waver };
  })
    .sort((a, b) => b.points - a.points || a.index - b.index)
    .map((cell) => cell.index);
}

/**
 * Levels of all 169 cells for a range that plays `playShare` of the 1326 starting hands and mixes the next
 * `mixedShare` (both 0…1).
 */
export function rangeOf(playShare: number, mixedShare: number, lean: RangeLean = openingLean): CellLevel[] {
  const levels = new Array<CellLevel>(cellCount).fill(0);
  let share = 0;
  for (const index of strongestFirst(lean)) {
    if (share >= playShare + mixedShare) break;
    levels[index] = share < playShare ? 2 : 1;
    share += handCombos(Math.floor(index / rangeSize), index % rangeSize) / 1326;
  }
  return levels;
}

/** The picture of a product or plan: its number alone decides how wide its range is, how it leans and wavers. */
export function rangeOfNumber(number: number): CellLevel[] {
  const playShare = 0.1 + noise(number, 1_000) * 0.42;
  const mixedShare = 0.07 + noise(number, 2_000) * 0.12;
  const highCards = 0.35 + noise(number, 3_000) * 0.75;
  return rangeOf(playShare, mixedShare, { highCards, pairs: 0, offsuit: 0, waver: 3.2, seed: number });
}

/** Levels for a share of work done, 0…1: cells fill from the strongest hand on. */
export function progressCells(ratio: number): CellLevel[] {
  const levels = new Array<CellLevel>(cellCount).fill(0);
  const filled = Math.round(Math.min(Math.max(ratio, 0), 1) * cellCount);
  for (const index of strongestFirst(progressLean).slice(0, filled)) levels[index] = 2;
  return levels;
}

/** The 5 × 5 cut that is the logo. */
export const logoCells: readonly CellLevel[] = [
  2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 1, 1, 2, 2, 1, 1, 0, 2, 1, 1, 0, 0,
];
