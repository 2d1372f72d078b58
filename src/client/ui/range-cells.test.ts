import { describe, expect, it } from 'vitest';
import {
  chenPoints,
  handCombos,
  handName,
  logoCells,
  progressCells,
  rangeOf,
  rangeOfNumber,
  rangeSize,
} from './range-cells.ts';

const cells = Array.from({ length: rangeSize * rangeSize }, (_, index) => ({
  row: Math.floor(index / rangeSize),
  column: index % rangeSize,
}));

describe('the 13 × 13 grid', () => {
  it('names every hand once, pairs on the diagonal, suited above it', () => {
    expect(new Set(cells.map((cell) => handName(cell.row, cell.column))).size).toBe(169);
    expect([handName(0, 0), handName(0, 1), handName(1, 0), handName(12, 7)]).toEqual([
      'AA',
      'AKs',
      'AKo',
      '72o',
    ]);
  });

  it('stands for all 1326 starting hands', () => {
    expect(cells.reduce((sum, cell) => sum + handCombos(cell.row, cell.column), 0)).toBe(1326);
  });

  it('counts Chen points as published: AA 20, AKs 12, TT 10, 55 5, 72o −1.5', () => {
    expect([
      chenPoints(0, 0),
      chenPoints(0, 1),
      chenPoints(4, 4),
      chenPoints(9, 9),
      chenPoints(12, 7),
    ]).toEqual([20, 12, 10, 5, -1.5]);
  });
});

describe('pictures', () => {
  it('are equal for equal numbers and differ between numbers', () => {
    expect(rangeOfNumber(4)).toEqual(rangeOfNumber(4));
    const pictures = Array.from({ length: 60 }, (_, number) => rangeOfNumber(number + 1).join(''));
    expect(new Set(pictures).size).toBe(60);
  });

  it('always hold aces, and never every hand', () => {
    for (let number = 1; number <= 200; number += 1) {
      const picture = rangeOfNumber(number);
      expect(picture[0]).toBe(2);
      expect(picture).toContain(0);
      expect(picture).toContain(1);
    }
  });

  it('play about the share that was asked for', () => {
    const levels = rangeOf(0.26, 0.06);
    const played = cells.reduce(
      (sum, cell, index) => sum + (levels[index] === 2 ? handCombos(cell.row, cell.column) : 0),
      0,
    );
    expect(Math.abs(played / 1326 - 0.26)).toBeLessThan(0.01);
  });

  it('fill with progress, from nothing to everything, and take no nonsense', () => {
    const filled = (ratio: number) => progressCells(ratio).filter((level) => level === 2).length;
    expect([filled(0), filled(0.5), filled(1), filled(-1), filled(7)]).toEqual([0, 85, 169, 0, 169]);
  });

  it('has a logo of 5 × 5', () => expect(logoCells).toHaveLength(25));
});
