import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildHand } from './build-hand.ts';
import { type Hand, handSchema } from './hand.ts';
import { writePhh } from './phh.ts';
import { randomHandOf, randomTable } from './testing/random-deal.ts';
import { readPhh } from './testing/read-phh.ts';
import { riverRaise, runTwice } from './testing/sample-hands.ts';

const runs = Number(process.env.MODEL_RUNS ?? 100);

/** The hand as it can be read from PHH, which has no field for the source. */
const withoutSource = (hand: Hand): Hand => ({ ...hand, source: 'builder' });

describe('poker hand history format (PHH)', () => {
  it('a hand is written with the fields of the standard, then with our fields, which begin with an underscore', () => {
    expect(writePhh(buildHand(riverRaise))).toBe(`\
variant = "NT"
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [0.25, 0.5, 0, 0, 0, 0]
min_bet = 0.5
starting_stacks = [50, 50, 50, 43.5, 56, 50]
actions = [
  "d dh p1 ????",
  "d dh p2 KdQc",
  "d dh p3 ????",
  "d dh p4 ????",
  "d dh p5 ????",
  "d dh p6 As5s",
  "p3 f",
  "p4 f",
  "p5 f",
  "p6 cbr 1.25",
  "p1 f",
  "p2 cc",
  "d db Ks8s3d",
  "p2 cc",
  "p6 cbr 0.9",
  "p2 cc",
  "d db Th",
  "p2 cc",
  "p6 cc",
  "d db 2s",
  "p2 cbr 3",
  "p6 cbr 11",
  "p2 cc",
  "p2 sm KdQc",
  "p6 sm As5s",
]
seats = [5, 6, 1, 2, 3, 4]
seat_count = 6
winnings = [0, 0, 0, 0, 0, 25.3]
currency = "USD"
_kind = "cash"
_hero = 4
_button = 4
_small_blind = 0.25
_rake = 1.25
`);
  });

  it('the example hand of the standard can be read', () => {
    const hand = readPhh(`
      # A big pot between Dwan and Ivey.
      variant = "NT"
      antes = [500, 500, 500]
      blinds_or_straddles = [1000, 2000, 0]
      min_bet = 2000
      starting_stacks = [1125600, 2000000, 553500]
      actions = [
        # Pre-flop
        "d dh p1 Ac2d",  # Ivey
        "d dh p2 ????",  # Antonius
        "d dh p3 7h6h",  # Dwan
        "p3 cbr 7000",  # Dwan
        "p1 cbr 23000",  # Ivey
        "p2 f",  # Antonius
        "p3 cc",  # Dwan
        # Flop
        "d db Jc3d5c",
        "p1 cbr 35000",  # Ivey
        "p3 cc",  # Dwan
        # Turn
        "d db 4h",
        "p1 cbr 90000",  # Ivey
        "p3 cbr 232600",  # Dwan
        "p1 cbr 1067100",  # Ivey
        "p3 cc",  # Dwan
        "p1 sm Ac2d",  # Ivey
        "p3 sm 7h6h",  # Dwan
        # River
        "d db Jh",
      ]
      author = "Juho Kim"
      event = "Million Dollar Cash Game"
      year = 2009
      players = ["Phil Ivey", "Patrik Antonius", "Tom Dwan"]
      currency = "USD"
    `);
    // Dwan can match only 495,000 of Ivey's 1,067,100, so the difference is returned to Ivey. Dwan's higher straight
    // wins 2 × 553,500 and Antonius' 2,500.
    expect(hand.actions).toContainEqual({ a: 'return', seat: 1, amount: 57_210_000 });
    expect(hand.awards).toEqual([{ seat: 3, pot: 0, amount: 110_950_000 }]);
    expect(hand.stakes).toEqual({ small: 100_000, big: 200_000, ante: { each: 50_000 } });
  });

  it('the blinds and antes of a heads-up hand are in the reverse order of the players, as the standard requires', () => {
    const text = writePhh(
      buildHand(`
        nlhe tournament chips 50/100, 2-max, button 2, bb-ante 100, level 7
        1 BB 5000
        2 BTN 5000
        preflop f
      `),
    );
    expect(text).toContain('antes = [0, 100]\nblinds_or_straddles = [50, 100]\n');
    expect(readPhh(text).stakes).toEqual({
      small: 5_000,
      big: 10_000,
      ante: { bigBlindPays: 10_000 },
      level: '7',
    });
  });

  it.each([
    // PHH has no field for the cash-out and the seat that sits out, so both are removed.
    ['two runs', runTwice.replace(/cashout.*/, '').replace('5 out 200', '')],
    [
      'a dead blind and a straddle',
      'nlhe cash USD 1/2, 6-max, button 5\n1 BB 200\n2 UTG 200\n3 HJ 200\n4 CO 200\n5 BTN 200\n6 SB 200\n' +
        'posts UTG straddle 4, CO dead 1\npreflop f f f f f',
    ],
    [
      'no small blind',
      'nlhe cash USD 1/2, 6-max, button 1, no small blind\n2 BB 200\n3 UTG 200\n4 HJ 200\n5 CO 200\npreflop f f f',
    ],
  ])('a hand with %s is unchanged after writing and reading it', (_name, notation) => {
    const hand = buildHand(notation.replaceAll(/^ +/gm, ''));
    expect(readPhh(writePhh(hand))).toEqual(withoutSource(hand));
  });

  it('reading a written hand preserves the day, fees, mucked cards and awards that a poker room stated', () => {
    const hand: Hand = {
      ...withoutSource(buildHand(riverRaise)),
      playedOn: '2026-11-05',
      rake: 100,
      fees: { jackpot: 25 },
      shows: [
        { seat: 4, cards: [48, null], at: 'showdown' },
        { seat: 6, cards: [], at: 'showdown', mucked: true },
      ],
    };
    expect(readPhh(writePhh(hand))).toEqual(hand);
    // Seat 6 has lost the hand.
    const awardedToLoser = { ...hand, awards: [{ seat: 6, pot: 0, amount: 2_530 }] };
    expect(readPhh(writePhh(awardedToLoser))).toEqual(awardedToLoser);
  });

  it('if a PHH hand lacks our fields, its rake and its winner are computed from the winnings', () => {
    const lines = writePhh(buildHand(riverRaise)).split('\n');
    const foreign = lines.filter((line) => !line.startsWith('_') && !line.includes(' sm ')).join('\n');
    const hand = readPhh(foreign.replace('KdQc', '????'));
    expect(hand.rake).toBe(125);
    expect(hand.awards).toEqual([{ seat: 4, pot: 0, amount: 2_530 }]);
  });

  it.each([
    ['variant = "NT"', 'variant = "FB"', 'Not a game'],
    ['"p6 cbr 1.25"', '"p6 cbr 0.75"', 'too_small'],
    ['"p6 cbr 1.25"', '"p9 cbr 1.25"', 'Not a player'],
    ['"p6 cbr 1.25"', '"p6 cbr much"', 'not known'],
    ['"p6 cbr 1.25"', '"p6 sd"', 'Not an action'],
    ['"d db Th"', '"d db Tx"', 'Not cards'],
    ['starting_stacks = [50, 50,', 'starting_stacks = [50,', 'do not match'],
    ['starting_stacks = [50, 50,', 'starting_stacks = [inf, 50,', 'not known'],
    ['seats = [5, 6,', 'seats = [5, 5,', 'do not match'],
    ['currency = "USD"', 'currency = "$"', '"currency"'],
    ['  "p2 cbr 3",\n', '', 'not_its_turn'],
    ['"p2 sm KdQc",\n  "p6 sm As5s",\n]', '"p6 cc"', 'a comma or ] is missing'],
  ])('a hand with %j replaced by %j is rejected', (line, wrong, message) => {
    expect(() => readPhh(writePhh(buildHand(riverRaise)).replace(line, wrong))).toThrow(message);
  });
});

describe('round trips', () => {
  const randomHand = randomTable.map(randomHandOf).map(withoutSource);

  it('any hand is unchanged after writing and reading it as PHH', () => {
    fc.assert(
      fc.property(randomHand, (hand) => {
        expect(readPhh(writePhh(hand))).toEqual(hand);
      }),
      { numRuns: runs },
    );
  });

  it('any hand is unchanged after writing and reading it as JSON', () => {
    fc.assert(
      fc.property(randomHand, (hand) => {
        expect(handSchema.parse(JSON.parse(JSON.stringify(hand)))).toEqual(hand);
      }),
      { numRuns: runs },
    );
  });
});
