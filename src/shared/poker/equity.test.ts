import { describe, expect, it } from 'vitest';
import { type Equity, handEquities } from './equity.ts';
import { type PlayingCard, parseCards } from './playing-card.ts';
import { parseRange, type Range } from './range.ts';
import { combosOf } from './range-combos.ts';
import { rangeEquity } from './range-equity.ts';
import { sampledEquity } from './sampled-equity.ts';

const cards = (text: string): PlayingCard[] => {
  const parsed = parseCards(text);
  if (!parsed) throw new Error(`not cards: ${text}`);
  return parsed;
};
const equitiesOf = (hands: string, board = '') => handEquities(hands.split(' ').map(cards), cards(board));
const percent = ({ share }: Equity) => Number((share * 100).toFixed(3));

describe('equities of hands before the flop', () => {
  it.each([
    ['AsAh KsKh', 1_410_336, 292_660, 9_308],
    ['AsAd KhKc', 1_388_072, 317_694, 6_538],
  ])('the wins and ties of %s are counted over all 1,712,304 run-outs', (hands, first, second, ties) => {
    const { equities, runOuts } = equitiesOf(hands);
    const counts = equities.map(({ win, tie }) => [Math.round(win * runOuts), Math.round(tie * runOuts)]);
    expect(runOuts).toBe(1_712_304);
    expect(counts).toEqual([
      [first, ties],
      [second, ties],
    ]);
  });

  it.each([
    ['AsAh KsKh', [82.637, 17.363]],
    ['AsAd KhKc', [81.255, 18.745]],
    ['AsKs QhQd', [46.214, 53.786]],
    ['AsKs QsQd', [45.883, 54.117]],
    ['AhKd 7c7s', [44.612, 55.388]],
    ['AsAh KsKh QsQh', [67.67, 17.232, 15.098]],
  ])('the equities of %s are %j', (hands, shares) => {
    expect(equitiesOf(hands).equities.map(percent)).toEqual(shares);
  });
});

describe('equities of hands on a board', () => {
  it('an open-ended straight flush draw has an equity of 56.263% against an overpair', () => {
    expect(equitiesOf('JhTh AsAd', '9h8h2c').equities.map(percent)).toEqual([56.263, 43.737]);
  });

  it('on the river, a winner has an equity of 1, a loser 0, and tied hands share 1 equally', () => {
    expect(equitiesOf('AsAh KsKh', '2c3d4h9s9c')).toEqual({
      runOuts: 1,
      equities: [
        { share: 1, win: 1, tie: 0 },
        { share: 0, win: 0, tie: 0 },
      ],
    });
    const { equities } = equitiesOf('As2h Ks3h Qs4h', 'TcJcQcKcAc');
    for (const equity of equities) expect(equity).toEqual({ share: 1 / 3, win: 0, tie: 1 });
  });

  it('equities in Omaha use two cards of each hand', () => {
    // 40 different river cards are possible. Top set has the best hand; the wrap's outs are counted below.
    const { equities, runOuts } = equitiesOf('KhKd7s2c JsTc9d8h', 'KsQc4d3h');
    expect(runOuts).toBe(40);
    // Each ace (4), jack (3), ten (3) and nine (3) makes a straight; none of them pairs the board.
    expect(Math.round((equities[1]?.share ?? 0) * runOuts)).toBe(13);
  });
});

/** The equity of the first range, from every pair of combinations on every run-out. */
function bruteForce(first: Range, second: Range, board: readonly PlayingCard[]): number {
  let won = 0;
  let total = 0;
  for (const own of combosOf(first, board)) {
    for (const other of combosOf(second, [...board, ...own.cards])) {
      const { equities, runOuts } = handEquities([own.cards, other.cards], board);
      const weight = own.weight * other.weight * runOuts;
      won += weight * (equities[0]?.share ?? 0);
      total += weight;
    }
  }
  return won / total;
}

describe('equities of ranges', () => {
  it.each([
    ['QQ+, AKs', 'TT-88, AQs+, KQs:0.5', 'Ts 7h 2d 9c'],
    ['77+, A9s+, KTs+, AJo+', '55+, A2s+, K9s+:0.7, QTs+, AQo:0.25', 'Jh 8h 3c 2s'],
    ['AA:0.3, 98s', 'AA, 98s:0.6', 'Ah 9h 8d 4c Kc'],
  ])('the equity of %s against %s on %s is the mean over all pairs of hands', (first, second, board) => {
    const [own, other, shown] = [parseRange(first), parseRange(second), cards(board)];
    expect(rangeEquity(own, other, shown)).toBeCloseTo(bruteForce(own, other, shown), 12);
  });

  it('the equity of ranges on the flop is the mean over all pairs of hands', () => {
    const [own, other, board] = [parseRange('JTs, 99'), parseRange('AA, KQs:0.5'), cards('9h8h2c')];
    expect(rangeEquity(own, other, board)).toBeCloseTo(bruteForce(own, other, board), 12);
  });

  it('the equity of a range against itself is a half', () => {
    const range = parseRange('22+, A2s+, KTo+:0.5');
    expect(rangeEquity(range, range, cards('Jh8h3c2s'))).toBeCloseTo(0.5, 12);
  });

  it('the equity is undefined if no pair of hands is possible', () => {
    const aces = parseRange('AA');
    expect(rangeEquity(aces, aces, cards('AhAd2c'))).toBeUndefined();
    expect(rangeEquity(aces, parseRange(''), cards('Kh7d2c'))).toBeUndefined();
  });

  it('equities before the flop are sampled, and have a standard error', () => {
    let seed = 7;
    const random = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    };
    const sides = ['AA', 'KK'].map((range) => combosOf(parseRange(range), []));
    const sampled = sampledEquity(sides, [], 20_000, random);
    // The equity of aces against kings, on average over all suits.
    expect(Math.abs((sampled?.shares[0] ?? 0) - 0.81946)).toBeLessThan(4 * (sampled?.error ?? 0));
    expect(sampled?.error).toBeCloseTo(Math.sqrt((0.82 * 0.18) / 20_000), 3);
  });
});
