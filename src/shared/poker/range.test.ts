import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startingHandOf } from './hand-combos.ts';
import { openingCharts } from './opening-charts.ts';
import { cardText, parseCards } from './playing-card.ts';
import { parseRange, playedShare } from './range.ts';
import { combosOf } from './range-combos.ts';
import { rangeText } from './range-text.ts';
import { startingHandCount, startingHands } from './starting-hands.ts';

const cards = (text: string) => parseCards(text) ?? [];

describe('range notation', () => {
  it.each([
    ['AA', 'AA'],
    ['AA, KK, QQ', 'QQ+'],
    ['55, 66, 77', '77-55'],
    ['AKs, AQs, AJs', 'AJs+'],
    ['A5s, A4s, A3s, A2s', 'A5s-A2s'],
    ['KQs', 'KQs'],
    ['32o', '32o'],
    ['T9s:0.5, 98s:0.5', 'T9s:0.5, 98s:0.5'],
    ['AKo, AQo:0.25, AJo:0.25', 'AKo, AQo-AJo:0.25'],
    ['AA:1.0', 'AA'],
    ['AA:0', ''],
    ['KhAh', 'AhKh'],
    ['AhKh, AsKs:0.5, QQ', 'QQ, AsKs:0.5, AhKh'],
    ['AsKs, AhKh, AdKd, AcKc', 'AKs'],
    ['', ''],
  ])('%j is written as %j', (notation, text) => {
    expect(rangeText(parseRange(notation))).toBe(text);
  });

  it.each([
    ['hands without s or o', 'QQ+, AK, KJ:0.5', 'QQ+, AKs, KJs:0.5, AKo, KJo:0.5'],
    ['runs without s or o', 'AT+, KQ-K9', 'ATs+, K9s+, ATo+, K9o+'],
    ['connectors', '76s-54s, 64s-86s:0.5', '86s:0.5, 76s, 75s:0.5, 65s, 64s:0.5, 54s'],
    ['runs with long dashes or spaces', '88–66, KTo - KQo', '88-66, KTo+'],
    ['a space before the weight', 'AA: 0.75,AhKh: 0.25', 'AA:0.75, AhKh:0.25'],
    ['hands separated by spaces, line breaks or semicolons', 'AA KK\nAKs;AQs', 'KK+, AQs+'],
    [
      'weights in brackets',
      '[50.0]AKs, AQs[/50.0],[33.3]T9s-87s[/33.3], 22',
      '22, AQs+:0.5, T9s:0.333, 98s:0.333, 87s:0.333',
    ],
  ])('reads the notation of other tools: %s', (_, notation, text) => {
    expect(rangeText(parseRange(notation))).toBe(text);
  });

  it.each([
    'T9s-65o',
    'T9s-64s',
    '9Ts-54s',
    'AK-QJ',
    '[50]AKs',
    'AKs[/50]',
    '[150]AKs[/150]',
    '[50]AKs:0.5[/50]',
    '[50]AKs, [25]AQs[/25][/50]',
  ])('an invalid run or weight is rejected: %j', (notation) => {
    expect(() => parseRange(notation)).toThrow(RangeError);
  });

  it('a run upward from connected cards is rejected, because tools read it differently', () => {
    const message = 'T9s+:0.5 has two meanings: write T9s, or T9s-AKs';
    expect(() => parseRange('22+, T9s+:0.5')).toThrow(new RangeError(message));
    expect(() => parseRange('KQ+')).toThrow('KQs+ has two meanings');
    expect(rangeText(parseRange('T9s-AKs'))).toBe('AKs, KQs, QJs, JTs, T9s');
    expect(rangeText(parseRange('AK+, KJo+'))).toBe('AKs, AKo, KJo+');
  });

  it.each(['\n', '[5]'])('an invalid text of 100,000 times %j is rejected quickly', (text) => {
    const begun = performance.now();
    expect(() => parseRange(`${text.repeat(100_000)}x`)).toThrow(RangeError);
    expect(performance.now() - begun).toBeLessThan(4_000);
  });

  it.each(['AhAh', 'AhKh, KhAh', 'AKs, AhKh', 'AhKh, AKs'])('a repetition is rejected: %j', (notation) => {
    expect(() => parseRange(notation)).toThrow(RangeError);
  });

  it('single combinations are read without the other combinations of the hand', () => {
    const range = parseRange('AhKh, AsKs:0.5');
    expect(
      combosOf(range, []).map(({ cards: [high, low], weight }) => [cardText(high) + cardText(low), weight]),
    ).toEqual([
      ['AsKs', 0.5],
      ['AhKh', 1],
    ]);
    expect(combosOf(range, cards('Ah'))).toHaveLength(1);
    expect(playedShare(range) * 1_326).toBeCloseTo(1.5, 9);
  });

  it('each written range is read back unchanged', () => {
    const weights = fc.array(
      fc.oneof(
        fc.constantFrom(0, 1),
        fc.integer({ min: 0, max: 10_000 }).map((weight) => weight / 10_000),
      ),
      { minLength: startingHandCount, maxLength: startingHandCount },
    );
    fc.assert(
      fc.property(weights, (range) => {
        expect(parseRange(rangeText(range))).toEqual(range);
      }),
      { numRuns: 50 },
    );
  });

  it('single hands and the opening charts are read back unchanged', () => {
    for (const { name } of startingHands) expect(rangeText(parseRange(name))).toBe(name);
    for (const { range } of openingCharts) expect(parseRange(rangeText(range))).toEqual(range);
  });

  it('the range of all hands is written as `22+` and two terms for each high card, such as `K2s+` and `K2o+`', () => {
    const all = new Array<number>(startingHandCount).fill(1);
    const text = rangeText(all);
    expect(text).toMatch(/^22\+, A2s\+, K2s\+, .*, 32s, A2o\+, .*, 42o\+, 32o$/);
    expect(text.split(', ')).toHaveLength(25);
    expect(parseRange(text)).toEqual(all);
  });
});

describe('combinations of a range', () => {
  const all = new Array<number>(startingHandCount).fill(1);

  it('a range of all hands has 1,326 combinations, 1,176 on a flop and 1,081 on a river', () => {
    expect(combosOf(all, [])).toHaveLength(1_326);
    // 49 cards are left: 49 × 48 / 2 = 1,176; on the river 47 × 46 / 2 = 1,081.
    expect(combosOf(all, cards('Ah7d2c'))).toHaveLength(1_176);
    expect(combosOf(all, cards('Ah7d2cKsQs'))).toHaveLength(1_081);
  });

  it.each([
    ['AA', '', 6],
    ['AKs', '', 4],
    ['AKo', '', 12],
    // With three aces left, there are 3 pairs of aces, and 3 × 4 ace-king combinations, of which 3 are suited.
    ['AA', 'Ah', 3],
    ['AKs', 'Ah', 3],
    ['AKo', 'Ah', 9],
    // 3 × 3 combinations, of which 3 are suited.
    ['AKo', 'AhKh', 6],
  ])('the range %s, without the cards %j, has %i combinations', (notation, dead, count) => {
    expect(combosOf(parseRange(notation), cards(dead))).toHaveLength(count);
  });

  it.each([
    ['AhKh', 'AKs'],
    ['KdAh', 'AKo'],
    ['2c2d', '22'],
    ['7h2c', '72o'],
  ])('%s is a combination of %s', (text, name) => {
    const [one = 0, other = 0] = cards(text);
    expect(startingHands[startingHandOf(one, other)]?.name).toBe(name);
  });
});
