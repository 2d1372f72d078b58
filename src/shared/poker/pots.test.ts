import { describe, expect, it } from 'vitest';
import { awardPots, potsOf, rakedPots } from './pots.ts';

/** The smallest amount that is paid. */
const increment = 1;

const all = [1, 2, 3].map((seat) => ({ seat, units: 100, folded: false }));

describe('pots', () => {
  it('there is one pot if all seats paid the same', () => {
    // The 30 are dead money, such as a missed blind.
    expect(potsOf(all, 30)).toEqual([{ units: 330, contenders: [1, 2, 3] }]);
  });

  it('amounts of folded seats do not create a pot', () => {
    const folded = { seat: 4, units: 60, folded: true };
    expect(potsOf([...all, folded], 0)).toEqual([{ units: 360, contenders: [1, 2, 3] }]);
  });

  it('the last pot contains what folded seats paid above the last all-in', () => {
    const contributions = [
      { seat: 1, units: 50, folded: false },
      { seat: 2, units: 100, folded: false },
      { seat: 3, units: 120, folded: true },
    ];
    expect(potsOf(contributions, 0)).toEqual([
      { units: 150, contenders: [1, 2] },
      // 50 of seat 2, 70 of the folded seat
      { units: 120, contenders: [2] },
    ]);
  });

  it('there is no pot if no seat paid', () => {
    expect(potsOf([{ seat: 1, units: 0, folded: false }], 0)).toEqual([]);
  });
});

describe('rake', () => {
  it('each pot pays rake in proportion to its size, and the largest pot also pays the remainder', () => {
    const pots = [
      { units: 900, contenders: [1, 2, 3] },
      { units: 1_400, contenders: [2, 3] },
    ];
    // 900 / 2,300 × 100 = 39.1 and 1,400 / 2,300 × 100 = 60.9: the pots pay 39 and 60, and the larger one also pays 1.
    expect(rakedPots(pots, 100).map(({ units }) => units)).toEqual([861, 1_339]);
    // The first pot pays exactly 29, although 2,900 / 10,000 × 100 is less than 29 in floating point.
    const exact = [
      { units: 2_900, contenders: [1, 2, 3] },
      { units: 7_100, contenders: [2, 3] },
    ];
    expect(rakedPots(exact, 100).map(({ units }) => units)).toEqual([2_871, 7_029]);
    expect(rakedPots(pots, 0)).toEqual(pots);
    expect(rakedPots(pots, 2_300).map(({ units }) => units)).toEqual([0, 0]);
    expect(rakedPots([], 0)).toEqual([]);
  });
});

describe('awards', () => {
  it('the award of a pot with one contender needs no cards', () => {
    const unknown = () => undefined;
    const runs = 2;
    expect(awardPots([{ units: 70, contenders: [4] }], runs, unknown, increment)).toEqual([
      { seat: 4, pot: 0, amount: 70 },
    ]);
    expect(awardPots([{ units: 70, contenders: [4, 5] }], runs, unknown, increment)).toBeUndefined();
  });

  it('a pot is divided between two runs, and the odd unit of each run goes to the first winner', () => {
    const tied = () => 1;
    // The runs get 4 and 3 of the 7. The winners share the 4 as 2 and 2, and the 3 as 2 and 1.
    expect(awardPots([{ units: 7, contenders: [2, 5] }], 2, tied, increment)).toEqual([
      { seat: 2, pot: 0, run: 1, amount: 2 },
      { seat: 5, pot: 0, run: 1, amount: 2 },
      { seat: 2, pot: 0, run: 2, amount: 2 },
      { seat: 5, pot: 0, run: 2, amount: 1 },
    ]);
  });

  it('a winner whose share is 0 units gets no award', () => {
    expect(awardPots([{ units: 1, contenders: [2, 5] }], 1, () => 1, increment)).toEqual([
      { seat: 2, pot: 0, amount: 1 },
    ]);
  });
});
