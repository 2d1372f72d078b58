import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildHand } from './build-hand.ts';
import { handSchema } from './hand.ts';
import { randomHandOf, randomTable } from './testing/random-deal.ts';
import { riverRaise, runTwice, walk } from './testing/sample-hands.ts';
import { writeNotation } from './testing/write-notation.ts';

const runs = Number(process.env.MODEL_RUNS ?? 100);

describe('a hand in our notation', () => {
  it('a built hand follows the rules', () => {
    const hand = buildHand(riverRaise);
    expect(handSchema.parse(hand)).toEqual(hand);
    expect(hand.actions.slice(0, 7)).toEqual([
      { a: 'post', seat: 5, what: 'small', amount: 25 },
      { a: 'post', seat: 6, what: 'big', amount: 50 },
      { a: 'fold', seat: 1 },
      { a: 'fold', seat: 2 },
      { a: 'fold', seat: 3 },
      { a: 'raise', seat: 4, to: 125 },
      { a: 'fold', seat: 5 },
    ]);
    // In dollars: 2 × 13.15 and the folded small blind of 0.25 are 26.55, less the rake of 1.25.
    expect(hand.awards).toEqual([{ seat: 4, pot: 0, amount: 2_530 }]);
    expect(hand.shows.map(({ seat }) => seat)).toEqual([6, 4]);
    expect(hand.hero).toBe(4);
  });

  it('the notation can state antes, a second run, a short big blind, a seat that sits out and a cash-out', () => {
    const hand = buildHand(`
      # The small blind is all-in for 3, and runs it twice with the button.
      nlhe cash EUR 1/2, 6-max, button 1, ante 0.5
      1 BTN 40 AhKh hero
      2 SB 3 QsQd
      3 BB 1 7c2d
      5 out 200
      preflop ai c
      flop Qh8h3c
      turn 2h/4s
      river 9d/9h
      cashout BTN 2.5 fee 0.02
    `);
    expect(hand.seats[3]).toEqual({ seat: 5, stack: 20_000, sitsOut: true });
    expect(hand.boards).toHaveLength(2);
    expect(hand.boards[1]?.slice(0, 3)).toEqual(hand.boards[0]?.slice(0, 3));
    expect(hand.cashOuts).toEqual([{ seat: 1, amount: 250, fee: 2 }]);
    // The button is all-in for 39.5 after the ante, and the small blind for 2.5: 37 are returned.
    expect(hand.actions).toContainEqual({ a: 'return', seat: 1, amount: 3_700 });
    // Main pot 3 × 1, side pot 2 × 2. Each is split between the runs, and the button has a flush in both.
    expect(hand.awards).toEqual([
      { seat: 1, pot: 0, run: 1, amount: 150 },
      { seat: 1, pot: 0, run: 2, amount: 150 },
      { seat: 1, pot: 1, run: 1, amount: 200 },
      { seat: 1, pot: 1, run: 2, amount: 200 },
    ]);
  });

  it('the notation can state a dead small blind, a straddle and a dead post', () => {
    const hand = buildHand(`
      nlhe cash USD 1/2, 9-max, button 2, no small blind
      3 BB 200
      5 UTG 200
      8 HJ 200
      9 CO 200
      posts UTG straddle 4, CO dead 1
      preflop f f f
    `);
    expect(hand.actions.slice(0, 3)).toEqual([
      { a: 'post', seat: 3, what: 'big', amount: 200 },
      { a: 'post', seat: 5, what: 'straddle', amount: 400 },
      { a: 'post', seat: 9, what: 'dead', amount: 100 },
    ]);
    expect(hand.actions.at(-1)).toEqual({ a: 'return', seat: 5, amount: 200 });
    expect(hand.awards).toEqual([{ seat: 5, pot: 0, amount: 500 }]);
  });

  it.each([
    ['preflop f*3 r1.25 f c', 'preflop f*3 r1.25 f x', 'cannot_check'],
    ['preflop f*3 r1.25 f c', 'preflop f*3 r0.75 f c', 'too_small'],
    ['river 2s b3 r11 c', 'river 2s b3 r11', 'has not ended'],
    ['river 2s b3 r11 c', 'river 2s b3 r11 c c', 'No player is left to act'],
    ['6 BB 50 KdQc', '6 BB 50', 'cards that are not known'],
    ['6 BB 50 KdQc', '6 SB 50 KdQc', 'This seat is BB'],
    ['6 BB 50 KdQc', '6 BB 50.123 KdQc', 'Not an amount'],
    ['6 BB 50 KdQc', '6 BB 50 KdQx', 'Not cards'],
    ['rake 1.25', 'rake 30', 'more than the pot'],
    ['rake 1.25', 'rake', 'Not an amount'],
    ['rake 1.25', 'fees tip 1', 'Not a fee'],
    ['rake 1.25', 'tip 1', 'Not a line'],
    ['rake 1.25', 'cashout MP 1', 'No seat has this position'],
    ['turn Th x x', 'turn Th x q', 'Not an action'],
    ['nlhe', 'stud', 'Not the first line'],
  ])('a hand with %j replaced by %j is rejected', (line, wrong, message) => {
    expect(() => buildHand(riverRaise.replace(line, wrong))).toThrow(message);
  });
});

describe('our notation', () => {
  it.each([riverRaise, runTwice, walk])(
    'a sample hand is unchanged after writing and reading it in the notation',
    (notation) => {
      const hand = buildHand(notation);
      expect(buildHand(writeNotation(hand))).toEqual(hand);
    },
  );

  it('any hand is unchanged after writing and reading it in the notation', () => {
    fc.assert(
      fc.property(randomTable.map(randomHandOf), (hand) => {
        expect(buildHand(writeNotation(hand))).toEqual(hand);
      }),
      { numRuns: runs },
    );
  });
});
