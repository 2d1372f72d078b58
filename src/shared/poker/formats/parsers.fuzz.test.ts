import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handSchema } from '../hand.ts';
import { type Damage, damagedText } from '../testing/damaged-text.ts';
import { fixtureNames, fixtureText } from '../testing/read-fixtures.ts';
import { anonymizeText } from './anonymize.ts';
import { findHands } from './detect.ts';
import { linesOf } from './lines.ts';
import { readHands } from './read-hands.ts';

const runs = Number(process.env.MODEL_RUNS ?? 500);

const hands = fixtureNames.flatMap((file) => {
  const lines = linesOf(fixtureText(file));
  // An iPoker file is one XML document, so the whole file is damaged instead of a single hand.
  if (file.endsWith('.xml')) return [lines.join('\n')];
  return findHands(lines).map(({ from, to }) => lines.slice(from, to).join('\n'));
});

const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.nat({ max: 5 }),
  at: fc.nat({ max: 20_000 }),
  other: fc.nat({ max: 20_000 }),
  added: fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('[', ')', '$', ' : ', '"', '>', '0', '9', 'Seat 3'),
  ),
});

describe('damaged texts', () => {
  it('reading or anonymizing a damaged text never throws, and each hand that is read is valid', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...hands),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        (hand, damages) => {
          const text = damages.reduce(damagedText, hand);
          for (const each of readHands(text)) {
            if ('hand' in each) expect(handSchema.safeParse(each.hand).error).toBeUndefined();
          }
          anonymizeText(text);
        },
      ),
      { numRuns: runs },
    );
  });

  it('a text with very long lines is rejected or anonymized quickly', () => {
    const long = 'x '.repeat(500_000);
    const heads = [
      '',
      'PokerStars Hand #1: ',
      'Winamax Poker - CashGame - HandId: #1 - ',
      'Hand #1 - Omaha (',
      '<game gamecode="1" ',
    ];
    for (const head of heads) expect([...readHands(head + long)]).toMatchObject([{ line: 1 }]);
    // A regular expression that tries every end for every start would take minutes.
    const tournaments = `PokerStars Hand #1: ${'Tournament #1, '.repeat(300)}${'x'.repeat(6_000)}`;
    expect(anonymizeText(tournaments)).not.toContain('x');
    // A regular expression that tries several ends for each start would take minutes on the longest lines that the
    // parsers read.
    for (const line of [
      `PokerStars Hand #1: ${','.repeat(280)}/${','.repeat(280)}`,
      `PokerStars Hand #1: (1/1 - ${'1,'.repeat(280)}`,
      `***** 888poker Hand History for Game 1 *****\n${'/1'.repeat(140)}${' Blinds '.repeat(38)}`,
    ]) {
      for (let round = 0; round < 100; round += 1) expect([...readHands(line)]).toHaveLength(1);
    }
    const stakes = `<session><gametype>a 1${'/1'.repeat(9_900)} x</gametype>\n<game gamecode="1">`;
    expect([...readHands(stakes)]).toMatchObject([{ code: 'unsupported_game' }]);
    const games = '<session '.repeat(100_000);
    expect([...readHands(games)]).toMatchObject([{ code: 'not_a_hand' }]);
  });
});
