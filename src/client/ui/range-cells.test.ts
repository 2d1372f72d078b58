import { describe, expect, it } from 'vitest';
import { cellLevels, logoCells, progressCells } from './range-cells.ts';

describe('cells of the range grid', () => {
  it('show a hand that is sometimes played as mixed', () => {
    expect(cellLevels([0, 0.25, 0.5, 1])).toEqual([0, 1, 1, 2]);
  });

  it('fill with progress, from nothing to everything, and limit a ratio out of bounds', () => {
    const filled = (ratio: number) => progressCells(ratio).filter((level) => level === 2).length;
    expect([filled(0), filled(0.5), filled(1), filled(-1), filled(7)]).toEqual([0, 85, 169, 0, 169]);
  });

  it('fill from the upper left corner', () => {
    const levels = progressCells(0.1);
    expect([levels[0], levels[1], levels[13], levels[168]]).toEqual([2, 2, 2, 0]);
  });

  it('make a logo of 5 × 5', () => expect(logoCells).toHaveLength(25));
});
