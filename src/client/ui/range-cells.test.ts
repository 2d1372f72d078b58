import { describe, expect, it } from 'vitest';
import { cellLevels, logoCells, progressCells } from './range-cells.ts';

describe('range grid cells', () => {
  it('a hand with a frequency between 0 and 1 is a mixed cell', () => {
    expect(cellLevels([0, 0.25, 0.5, 1])).toEqual([0, 1, 1, 2]);
  });

  it('the share of filled cells is the progress; a progress below 0 or above 1 is clamped', () => {
    const filled = (ratio: number) => progressCells(ratio).filter((level) => level === 2).length;
    expect([filled(0), filled(0.5), filled(1), filled(-1), filled(7)]).toEqual([0, 85, 169, 0, 169]);
  });

  it('cells fill from the upper left corner', () => {
    const levels = progressCells(0.1);
    expect([levels[0], levels[1], levels[13], levels[168]]).toEqual([2, 2, 2, 0]);
  });

  it('the logo has 5 × 5 cells', () => expect(logoCells).toHaveLength(25));
});
