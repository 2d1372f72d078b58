import { describe, expect, it } from 'vitest';
import { coverRange } from './cover-range.ts';
import { openingCharts } from './opening-charts.ts';
import { parseRange, playedShare, type Range, shareOf } from './range.ts';
import { comboCount, indexOfHand, type StartingHand, startingHands } from './starting-hands.ts';

describe('starting hands', () => {
  it('there are 169 starting hands with different names, and they cover all 1,326 combinations', () => {
    expect(new Set(startingHands.map(({ name }) => name)).size).toBe(169);
    expect(startingHands.reduce((sum, { combos }) => sum + combos, 0)).toBe(comboCount);
  });

  it('the grid has pairs on the diagonal and suited hands above it', () => {
    expect([0, 1, 13, indexOfHand(12, 7, false)].map((index) => startingHands[index]?.name)).toEqual([
      'AA',
      'AKs',
      'AKo',
      '72o',
    ]);
  });
});

const namesIn = (range: Range) =>
  startingHands.filter((_, index) => shareOf(range[index] ?? 0) > 0).map(({ name }) => name);

describe('range notation', () => {
  it.each([
    ['QQ+', ['AA', 'KK', 'QQ']],
    ['77-55', ['77', '66', '55']],
    ['KTs+', ['KQs', 'KJs', 'KTs']],
    ['A5s-A3s', ['A5s', 'A4s', 'A3s']],
    ['JTo', ['JTo']],
    ['98s:0.5, AKo', ['AKo', '98s']],
    ['', []],
  ])('%j is parsed', (notation, hands) => {
    expect(namesIn(parseRange(notation)).toSorted()).toEqual(hands.toSorted());
  });

  it.each(['KA', 'AAs', 'TKs', 'A2x', '22+, 55', 'K5s-Q2s', '77:1.5', 'one', 'KTs-A9s', 'KKo+'])(
    '%j is rejected',
    (notation) => {
      expect(() => parseRange(notation)).toThrow(RangeError);
    },
  );

  it('the played share of a range counts each combination by its weight', () => {
    const range = parseRange('AA, KK:0.5');
    expect(playedShare(range)).toBeCloseTo(9 / 1326);
  });
});

/**
 * Whether `one` dominates `other`, a hand of the same kind: `one` is the higher pair, or the hands share a rank and the
 * other card of `one` is higher, as KJo dominates KTo. Ranks are numbered from 0 for an ace to 12 for a deuce, so the
 * lower number is the higher card.
 */
function dominates(one: StartingHand, other: StartingHand): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'pair') return one.high < other.high;
  const [a, b] = [
    [one.high, one.low],
    [other.high, other.low],
  ] as const;
  const shared = a.find((rank) => (b as readonly number[]).includes(rank));
  if (shared === undefined) return false;
  const rest = (cards: readonly number[]) => cards.find((rank) => rank !== shared) ?? shared;
  return rest(a) < rest(b);
}

/** The rank number of a nine. */
const nine = 5;
/**
 * Suited, nine-high or lower, and connected or with one rank between the two cards, such as 76s or 97s. Such hands may
 * be played more often than hands that dominate them: 65s is opened where Q6s is not.
 */
const playsForStraights = ({ kind, high, low }: StartingHand) =>
  kind === 'suited' && high >= nine && low - high <= 2;

function wrongPairs(range: Range): string[] {
  return startingHands.flatMap((one, index) =>
    startingHands.flatMap((other, otherIndex) =>
      dominates(one, other) && !playsForStraights(other) && (range[otherIndex] ?? 0) > (range[index] ?? 0)
        ? [`${other.name} is played more than ${one.name}`]
        : [],
    ),
  );
}

describe('opening charts', () => {
  it.each(openingCharts)(
    'the chart of $seat plays no hand more often than a hand that dominates it, except low suited connectors and one-gappers',
    ({ range }) => {
      expect(wrongPairs(range)).toEqual([]);
    },
  );

  it('`wrongPairs` finds a hand that is played more often than a hand that dominates it', () => {
    expect(wrongPairs(parseRange('J9o'))).toContain('J9o is played more than K9o');
    expect(wrongPairs(parseRange('88'))).toContain('88 is played more than AA');
  });

  it.each(openingCharts)(
    'the chart of $seat plays no offsuit hand more often than the suited hand of the same ranks',
    ({ range }) => {
      for (const { kind, high, low, name } of startingHands.filter(({ kind }) => kind === 'offsuit')) {
        expect(range[indexOfHand(high, low, true)], `${kind} ${name}`).toBeGreaterThanOrEqual(
          range[indexOfHand(high, low, false)] ?? 0,
        );
      }
    },
  );

  it('from UTG to the button, each seat plays more hands than the seat before it, and each hand at least as often', () => {
    const [utg, hj, co, btn] = openingCharts;
    const seats = [utg, hj, co, btn].map((chart) => chart?.range ?? []);
    const shares = seats.map(playedShare);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    for (let seat = 1; seat < seats.length; seat += 1) {
      startingHands.forEach(({ name }, index) => {
        expect(seats[seat]?.[index], name).toBeGreaterThanOrEqual(seats[seat - 1]?.[index] ?? 0);
      });
    }
  });

  it.each([
    ['UTG', 0.17],
    ['HJ', 0.21],
    ['CO', 0.27],
    ['BTN', 0.44],
    ['SB', 0.41],
  ])('the chart of %s plays about the share of hands that a coach expects', (seat, share) => {
    const chart = openingCharts.find((known) => known.seat === seat);
    expect(Math.abs(playedShare(chart?.range ?? []) - share)).toBeLessThan(0.01);
  });
});

describe('ranges that are drawn on covers', () => {
  const seeds = Array.from({ length: 200 }, (_, index) => index + 1);

  it('the same seed gives the same range, and the first 60 seeds give different ranges', () => {
    expect(coverRange(4)).toEqual(coverRange(4));
    const ranges = seeds.slice(0, 60).map((seed) => coverRange(seed).join(''));
    expect(new Set(ranges).size).toBe(60);
  });

  it('the range on a cover contains all hands that the first seat always opens, and none that the button folds', () => {
    const [utg, , , btn] = openingCharts;
    for (const seed of seeds) {
      const cover = coverRange(seed);
      cover.forEach((weight, index) => {
        expect(weight, `${seed} ${startingHands[index]?.name}`).toBeGreaterThanOrEqual(
          utg?.range[index] === 1 ? 1 : 0,
        );
        if (btn?.range[index] === 0) expect(weight).toBe(0);
      });
    }
  });

  it.each(seeds.slice(0, 60))(
    'the range on the cover contains no hand more often than a hand that dominates it, except low suited connectors and one-gappers (seed %d)',
    (seed) => {
      expect(wrongPairs(coverRange(seed))).toEqual([]);
    },
  );
});
