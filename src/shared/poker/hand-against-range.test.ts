import { expect, it } from 'vitest';
import { handEquities } from './equity.ts';
import { handAgainstRange } from './hand-against-range.ts';
import { parseCards } from './playing-card.ts';
import { parseRange } from './range.ts';

const cards = (text: string) => parseCards(text) ?? [];

it('the equity of a hand against a range is the mean over the possible combinations', () => {
  const board = cards('9h8h2c');
  const hand = cards('JhTh');
  // None of the six combinations of aces is blocked.
  const combos = ['AsAh', 'AsAd', 'AsAc', 'AhAd', 'AhAc', 'AdAc'].map(
    (pair) => handEquities([hand, cards(pair)], board).equities[0]?.share ?? 0,
  );
  const mean = combos.reduce((sum, share) => sum + share, 0) / combos.length;
  expect(handAgainstRange(hand, parseRange('AA'), board)).toBeCloseTo(mean, 12);
  expect(handAgainstRange(hand, parseRange('AA'), cards('9h8h2c3d4s'))).toBe(0);
});

it('combinations that share a card with the hand or the board do not count', () => {
  const board = cards('AdAc2c5h9s');
  expect(handAgainstRange(cards('AsAh'), parseRange('AA'), board)).toBeUndefined();
});
