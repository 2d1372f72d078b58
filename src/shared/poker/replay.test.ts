import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildHand } from './build-hand.ts';
import { startDeal, stepOrThrow } from './deal.ts';
import { parseCards } from './playing-card.ts';
import { replayHand } from './replay.ts';
import { randomHandOf, randomTable } from './testing/random-deal.ts';
import { riverRaise, runTwice } from './testing/sample-hands.ts';

const runs = Number(process.env.MODEL_RUNS ?? 100);

describe('steps of a hand', () => {
  const hand = buildHand(riverRaise);
  const steps = replayHand(hand, 'bb');

  it('the steps are the deal, each action, the showdown and each award', () => {
    expect(steps).toHaveLength(1 + hand.actions.length + 2);
    expect(steps.map(({ text }) => text).slice(5, 9)).toEqual([
      'The cutoff folds.',
      'Hero raises to 2.5 bb.',
      'The small blind folds.',
      'The big blind calls 1.5 bb.',
    ]);
    expect(steps[9]?.text).toBe('Flop: king of spades, eight of spades, three of diamonds.');
    expect(steps.at(-1)?.text).toBe('Hero wins 50.6 bb with a flush, ace high.');
  });

  it('a step has stacks, bets, the pot without these bets, and the seat to act', () => {
    const facingTheBet = steps[17];
    expect(facingTheBet).toMatchObject({ street: 'river', action: 16, toAct: 4, toCall: 300, money: 755 });
    expect(facingTheBet?.pots).toEqual([{ units: 455, contenders: [6, 4] }]);
    expect(facingTheBet?.seats.find(({ seat }) => seat === 6)).toEqual({
      seat: 6,
      // In dollars: 50 − 1.25 − 0.90 − 3.
      stack: 4_485,
      bet: 300,
      total: 515,
      folded: false,
      allIn: false,
      shows: false,
    });
    expect(facingTheBet?.boards).toEqual([parseCards('Ks8s3dTh2s')]);
  });

  it('the amount that a player can win counts only the part of a bet that the player can call', () => {
    const short = buildHand(`
      nlhe cash USD 1/2, 3-max, button 1
      1 BTN 100
      2 SB 40 AhKh hero
      3 BB 200
      preflop f c x
      flop Qh8h3c x b198 f
    `);
    const facing = replayHand(short, 'bb').find(({ toCall }) => toCall === 3_800);
    // The pot of 4 dollars, and the 38 dollars of the bet that the small blind can call.
    expect(facing).toMatchObject({ toAct: 2, money: 20_200, toWin: 4_200 });
  });

  it('heads-up, the small blind calls only the amount that a big blind with a short stack has posted', () => {
    const posted = { seat: 1, stack: 60 };
    const hand = { ...buildHand(riverRaise), seats: [posted, { seat: 2, stack: 500 }], button: 2, hero: 2 };
    const steps = replayHand(
      {
        ...hand,
        stakes: { small: 50, big: 100 },
        actions: [
          { a: 'post', seat: 2, what: 'small', amount: 50 },
          { a: 'post', seat: 1, what: 'big', amount: 60 },
        ],
        awards: [],
        shows: [],
        boards: [],
      },
      'bb',
    );
    expect(steps.at(-1)).toMatchObject({ toAct: 2, toCall: 10 });
  });

  it('the last steps show cards at the showdown, and pay the pot without the rake', () => {
    const [showdown, award] = steps.slice(-2);
    expect(showdown?.seats.filter(({ shows }) => shows).map(({ seat }) => seat)).toEqual([6, 4]);
    expect(showdown?.pots).toEqual([{ units: 2_655, contenders: [6, 4] }]);
    expect(award).toMatchObject({ street: 'showdown', pots: [{ units: 0 }], money: 0 });
    // In dollars: 50 − 13.15 + 25.30.
    expect(award?.seats.find(({ seat }) => seat === 4)?.stack).toBe(6_215);
  });

  it('the steps of a hand that is run twice show two boards as soon as the boards differ, and pay each pot of each run', () => {
    const twice = replayHand(buildHand(runTwice), 'money');
    const streets = twice.filter(({ text }) => /^(Flop|Turn)/.test(text));
    expect(streets.map(({ boards }) => boards.length)).toEqual([1, 2]);
    expect(twice.slice(-4).map(({ pots }) => pots.map(({ units }) => units))).toEqual([
      [1_500, 2_000],
      [1_500, 1_000],
      [0, 1_000],
      [0, 0],
    ]);
    const allIn = twice.find(({ action }) => action === 7);
    expect(allIn?.seats.map((seat) => seat.allIn)).toEqual([true, true, true]);
    // Only the big blind has lost all chips.
    expect(twice.at(-1)?.seats.map(({ stack }) => stack > 0)).toEqual([true, false, true]);
    expect(twice.at(-1)?.seats.map((seat) => seat.allIn)).toEqual([false, true, false]);
  });

  it('the steps of an unfinished hand end with the open decision', () => {
    const part = { ...hand, actions: hand.actions.slice(0, 17), awards: [], shows: [] };
    const open = replayHand(part, 'bb');
    expect(open.at(-1)).toEqual(steps[17]);
  });
});

const randomHand = randomTable.map(randomHandOf);

describe('steps of any hand', () => {
  it('the steps follow the rules, and end with the awards', () => {
    fc.assert(
      fc.property(randomHand, (hand) => {
        const steps = replayHand(hand, 'bb');
        let state = startDeal(hand);
        hand.actions.forEach((action, index) => {
          state = stepOrThrow(state, action);
          // `stepDeal` returns an unmatched bet immediately; the hand has a separate action for the return.
          if (hand.actions[index + 1]?.a === 'return') return;
          const stacks = (seats: readonly { seat: number; stack: number; folded: boolean }[]) =>
            seats.map(({ seat, stack, folded }) => [seat, stack, folded]);
          expect(stacks(steps[index + 1]?.seats ?? [])).toEqual(stacks(state.seats));
        });
        const before = hand.seats.reduce((sum, { stack }) => sum + stack, 0);
        const after = steps.at(-1)?.seats.reduce((sum, { stack }) => sum + stack, 0);
        expect(after).toBe(before - hand.rake);
      }),
      { numRuns: runs },
    );
  });

  it('a step does not depend on later actions', () => {
    fc.assert(
      fc.property(randomHand, fc.nat({ max: 400 }), (hand, at) => {
        const count = at % (hand.actions.length + 1);
        // A hand that ends among its posts is not valid, and one that ends before a return is not complete.
        if (hand.actions[count]?.a === 'post' || hand.actions[count]?.a === 'return') return;
        const part = { ...hand, actions: hand.actions.slice(0, count), awards: [], shows: [] };
        expect(replayHand(part, 'bb')).toEqual(replayHand(hand, 'bb').slice(0, count + 1));
      }),
      { numRuns: runs },
    );
  });
});
