import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handSchema } from '../hand.ts';
import { fixtureNames, fixtureText } from '../testing/read-fixtures.ts';
import { anonymizeText } from './anonymize.ts';
import { findHands } from './detect.ts';
import { linesOf } from './lines.ts';
import { readHands } from './read-hands.ts';

/** Damaged texts: 500, or as many as `MODEL_RUNS` says. */
const runs = Number(process.env.MODEL_RUNS ?? 500);

const hands = fixtureNames.flatMap((file) => {
  const lines = linesOf(fixtureText(file));
  // iPoker has one session around its games.
  if (file.endsWith('.xml')) return [lines.join('\n')];
  return findHands(lines).map(({ from, to }) => lines.slice(from, to).join('\n'));
});

type Damage = { kind: number; at: number; other: number; text: string };
const damage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.nat({ max: 5 }),
  at: fc.nat({ max: 20_000 }),
  other: fc.nat({ max: 20_000 }),
  text: fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('[', ')', '$', ' : ', '"', '>', '0', '9', 'Seat 3'),
  ),
});

function damaged(text: string, { kind, at, other, text: added }: Damage): string {
  const lines = text.split('\n');
  const [one, two] = [at % lines.length, other % lines.length];
  const place = at % (text.length + 1);
  switch (kind) {
    case 0:
      return lines.toSpliced(one, 1).join('\n');
    case 1:
      return lines.toSpliced(one, 0, lines[two] ?? '').join('\n');
    case 2:
      return lines
        .with(one, lines[two] ?? '')
        .with(two, lines[one] ?? '')
        .join('\n');
    case 3:
      return text.slice(0, place);
    case 4:
      return text.slice(0, place) + text.slice(place + (other % 20));
    default:
      return text.slice(0, place) + added + text.slice(place);
  }
}

describe('a damaged text', () => {
  it('never throws, and what is read is a hand', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...hands),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        (hand, damages) => {
          const text = damages.reduce(damaged, hand);
          for (const each of readHands(text)) {
            if ('hand' in each) expect(handSchema.safeParse(each.hand).error).toBeUndefined();
          }
          anonymizeText(text);
        },
      ),
      { numRuns: runs },
    );
  });

  it('of one line of a million signs is refused at once', () => {
    const long = 'x '.repeat(500_000);
    const heads = [
      '',
      'PokerStars Hand #1: ',
      'Winamax Poker - CashGame - HandId: #1 - ',
      'Hand #1 - Omaha (',
      '<game gamecode="1" ',
    ];
    for (const head of heads) expect([...readHands(head + long)]).toMatchObject([{ line: 1 }]);
    const games = '<session '.repeat(100_000);
    expect([...readHands(games)]).toMatchObject([{ code: 'not_a_hand' }]);
  });
});
