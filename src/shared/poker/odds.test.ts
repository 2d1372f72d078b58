import { describe, expect, it } from 'vitest';
import { handEquities } from './equity.ts';
import { countOdds, priceOf, priceSentence } from './odds.ts';
import { cardText, parseCards } from './playing-card.ts';

const cards = (text: string) => parseCards(text) ?? [];

/** A repeatable generator of random numbers, uniform enough for a sample. */
function seeded(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('odds', () => {
  it('odds between known cards are exact', () => {
    const odds = countOdds([cards('JhTh'), cards('AsAd')], cards('9h8h2c'));
    expect(odds?.error).toBe(0);
    expect(odds?.sides[0]?.share).toBeCloseTo(0.56263, 4);
  });

  it('odds of a hand against a range are exact from the flop on, whichever side is the range', () => {
    const board = cards('9h8h2c');
    const first = countOdds([cards('JhTh'), 'AA'], board);
    const second = countOdds(['AA', cards('JhTh')], board);
    expect(first?.error).toBe(0);
    expect(first?.sides[0]?.share).toBeCloseTo(second?.sides[1]?.share ?? 0, 12);
    expect(countOdds(['QQ+', 'JJ'], cards('9h8h2c'))?.error).toBe(0);
  });

  it('odds that include a range are sampled, with a standard error, before the flop or between three sides', () => {
    const before = countOdds([cards('AhAs'), 'KK'], [], seeded());
    expect(before?.error).toBeGreaterThan(0);
    expect(Math.abs((before?.sides[0]?.share ?? 0) - 0.8195)).toBeLessThan(5 * (before?.error ?? 0));
    const board = cards('9h8h2c');
    const exact = handEquities([cards('JhTh'), cards('AsAd'), cards('KsKd')], board).equities;
    const three = countOdds([cards('JhTh'), cards('AsAd'), 'KK'], board, seeded());
    expect(three?.sides.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(Math.abs((three?.sides[0]?.share ?? 0) - (exact[0]?.share ?? 0))).toBeLessThan(0.02);
  });

  it('odds between two known hands list the outs: the next cards that would put the trailing hand ahead', () => {
    const outs = (hero: string, other: string, board: string) => {
      const found = countOdds([cards(hero), cards(other)], cards(board))?.outs;
      return found && { isAhead: found.isAhead, cards: found.cards.map(cardText).join(' ') };
    };
    const draw = { isAhead: false, cards: '2h 3h 4h 5h 6h 7s 7h 7d 7c Qs Qh Qd Qc Kh Ah' };
    // Nine hearts for the flush, and the queens and sevens that make a straight. If the first hand is ahead, the
    // outs are those of the other hand.
    expect(outs('JhTh', 'AsAd', '9h8h2c')).toEqual(draw);
    expect(outs('AsAd', 'JhTh', '9h8h2c')).toEqual({ ...draw, isAhead: true });
    expect(outs('AsKd', 'AhKc', '7s5d2c')?.cards).toBe('');
    expect(outs('AsAd', 'KsKd', '9h8h2cKh')).toEqual({ isAhead: false, cards: 'Ah Ac' });
    expect(outs('AsAdKcQh', 'JhTh9c8c', '9h8h2c')?.isAhead).toBe(false);
    expect(outs('AsAd', 'KsKd', '9h8h2cKhQs')).toBeNull();
    expect(countOdds([cards('JhTh'), 'AA'], cards('9h8h2c'))?.outs).toBeNull();
  });

  it('odds are undefined if the known cards leave no combination for a range', () => {
    expect(countOdds([cards('AsAh'), 'AA'], cards('AdAc2c'))).toBeUndefined();
  });

  it('the sentence about a call compares the odds with the price of the call', () => {
    expect(priceOf(6, 18)).toBe(25);
    expect(priceSentence(25, 35.4)).toContain('You need 25% and have 35%: calling wins');
    expect(priceSentence(36, 35.4)).toContain('calling loses');
    expect(priceSentence(35, 35.4)).toContain('You need 35% and have 35%: calling breaks even');
  });
});
