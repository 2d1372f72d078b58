import { describe, expect, it } from 'vitest';
import { contributionsOf, type DealState, legalActions, startDeal, stepDeal, stepOrThrow } from './deal.ts';
import type { Hand, HandAction } from './hand.ts';
import { parseCards } from './playing-card.ts';
import { awardPots, potsOf } from './pots.ts';
import { settleDeal } from './settle.ts';

type Table = {
  stacks: number[];
  small?: number;
  big?: number;
  ante?: Hand['stakes']['ante'];
  game?: Hand['game'];
};

/** Seats 1, 2, 3 … with the button in the last one, so that seat 1 posts the small blind (heads-up: seat 2). */
function table({ stacks, small = 50, big = 100, ante, game = 'nlhe' }: Table): DealState {
  const seats = stacks.map((stack, index) => ({ seat: index + 1, stack }));
  const start = startDeal({
    game,
    stakes: { small, big, ...(ante && { ante }) },
    button: stacks.length,
    seats,
  });
  const [smallSeat, bigSeat] = stacks.length === 2 ? [2, 1] : [1, 2];
  const stackOf = (seat: number) => stacks[seat - 1] ?? 0;
  return play(start, [
    { a: 'post', seat: smallSeat, what: 'small', amount: Math.min(small, stackOf(smallSeat)) },
    { a: 'post', seat: bigSeat, what: 'big', amount: Math.min(big, stackOf(bigSeat)) },
  ]);
}

function play(state: DealState, actions: readonly HandAction[]): DealState {
  return actions.reduce(stepOrThrow, state);
}

const fold = (seat: number): HandAction => ({ a: 'fold', seat });
const check = (seat: number): HandAction => ({ a: 'check', seat });
const call = (seat: number): HandAction => ({ a: 'call', seat });
const bet = (seat: number, to: number): HandAction => ({ a: 'bet', seat, to });
const raise = (seat: number, to: number): HandAction => ({ a: 'raise', seat, to });
const street = (name: 'flop' | 'turn' | 'river'): HandAction => ({ a: 'street', street: name });
const stacksOf = (state: DealState) =>
  Object.fromEntries(state.seats.map(({ seat, stack }) => [seat, stack]));

describe('order of action', () => {
  it('action begins left of the big blind preflop, and left of the button postflop', () => {
    const state = table({ stacks: [1_000, 1_000, 1_000, 1_000] });
    expect(legalActions(state)?.seat).toBe(3);
    const flop = play(state, [call(3), call(4), call(1), check(2), street('flop')]);
    expect(legalActions(flop)?.seat).toBe(1);
  });

  it('heads-up, the button posts the small blind, acts first preflop, and acts last postflop', () => {
    const state = table({ stacks: [1_000, 1_000] });
    expect(legalActions(state)).toEqual({ seat: 2, call: 50, raise: [200, 1_000] });
    expect(legalActions(play(state, [call(2), check(1), street('flop')]))?.seat).toBe(1);
  });

  it('action begins left of a straddle, and the straddler may raise if all others call', () => {
    const state = play(table({ stacks: [1_000, 1_000, 1_000, 1_000] }), [
      { a: 'post', seat: 3, what: 'straddle', amount: 200 },
    ]);
    expect(legalActions(state)).toEqual({ seat: 4, call: 200, raise: [400, 1_000] });
    expect(legalActions(play(state, [call(4), call(1), call(2)]))).toEqual({
      seat: 3,
      call: 0,
      raise: [400, 1_000],
    });
  });

  it('if a seat that has posted adds a straddle or another big blind, a call costs the sum of its posts', () => {
    const state = table({ stacks: [1_000, 1_000, 1_000] });
    const straddled = play(state, [{ a: 'post', seat: 2, what: 'straddle', amount: 100 }]);
    expect(legalActions(straddled)).toEqual({ seat: 3, call: 200, raise: [400, 1_000] });
    const twice = play(state, [{ a: 'post', seat: 2, what: 'big', amount: 100 }]);
    expect(legalActions(twice)).toMatchObject({ seat: 3, call: 200 });
  });

  it('the order is counted from the button, even if its seat is empty', () => {
    const state = startDeal({
      game: 'nlhe',
      stakes: { small: 50, big: 100 },
      button: 2,
      seats: [1, 3, 5].map((seat) => ({ seat, stack: 1_000 })),
    });
    expect(state.seats.map(({ seat }) => seat)).toEqual([3, 5, 1]);
    const posted = play(state, [{ a: 'post', seat: 3, what: 'big', amount: 100 }]);
    expect(legalActions(posted)?.seat).toBe(5);
  });
});

describe('minimum raise', () => {
  it('the minimum raise adds the last full bet or raise to the highest bet', () => {
    const state = play(table({ stacks: [5_000, 5_000, 5_000] }), [raise(3, 350)]);
    // 350 - 100 = 250 more.
    expect(legalActions(state)?.raise).toEqual([600, 5_000]);
    expect(stepDeal(state, raise(1, 599))).toEqual({ violation: 'too_small' });
  });

  it('after the flop, the minimum bet is the big blind, regardless of a straddle', () => {
    const state = play(table({ stacks: [5_000, 5_000, 5_000] }), [
      { a: 'post', seat: 3, what: 'straddle', amount: 200 },
      call(1),
      call(2),
      check(3),
      street('flop'),
    ]);
    expect(legalActions(state)?.raise).toEqual([100, 4_800]);
  });

  it('a short big blind does not lower the minimum raise, and a caller pays the full blind', () => {
    const state = table({ stacks: [1_000, 60, 1_000] });
    expect(legalActions(state)).toEqual({ seat: 3, call: 100, raise: [200, 1_000] });
  });

  it('heads-up against an all-in big blind, no raise is possible, and a call only matches the posted amount', () => {
    const state = table({ stacks: [15, 500], small: 10, big: 20 });
    // 15 minus the small blind of 10.
    expect(legalActions(state)).toEqual({ seat: 2, call: 5, raise: null });
    expect(play(state, [call(2)])).toMatchObject({ phase: 'dealing', returned: [] });
  });

  it('an all-in below the minimum raise is allowed', () => {
    const state = play(table({ stacks: [1_000, 1_000, 150] }), [raise(3, 150)]);
    // An all-in of 50 more is no full raise, so the next raise must add 100 to 150.
    expect(legalActions(state)?.raise).toEqual([250, 1_000]);
  });
});

describe('all-ins below a full raise', () => {
  it('an all-in below a full raise does not reopen the betting for seats that have acted', () => {
    const state = play(table({ stacks: [195, 1_000, 1_000] }), [call(3), raise(1, 195)]);
    expect(legalActions(state)).toEqual({ seat: 2, call: 95, raise: [295, 1_000] });
    expect(legalActions(play(state, [call(2)]))).toEqual({ seat: 3, call: 95, raise: null });
    expect(stepDeal(play(state, [call(2)]), raise(3, 500))).toEqual({ violation: 'cannot_raise' });
  });

  it('two all-ins that together make a full raise reopen the betting', () => {
    const state = play(table({ stacks: [160, 230, 1_000, 1_000] }), [
      call(3),
      call(4),
      raise(1, 160),
      raise(2, 230),
    ]);
    // Since the call of seat 3, the bet has grown by 230 - 100 = 130, more than a full raise of 100.
    expect(legalActions(state)).toEqual({ seat: 3, call: 130, raise: [330, 1_000] });
  });

  it('a seat that has checked may only call or fold after an all-in below a full raise', () => {
    const state = play(table({ stacks: [1_000, 160, 1_000] }), [
      call(3),
      call(1),
      check(2),
      street('flop'),
      check(1),
      bet(2, 60),
      call(3),
    ]);
    expect(legalActions(state)).toEqual({ seat: 1, call: 60, raise: null });
  });
});

describe('raises without an opponent', () => {
  it('a raise is not allowed if no other seat can match it', () => {
    const state = play(table({ stacks: [300, 5_000, 300] }), [raise(3, 300), call(1)]);
    expect(legalActions(state)).toEqual({ seat: 2, call: 200, raise: null });
  });

  it('a seat has no decision if all other seats are all-in and it has matched their bets', () => {
    const state = play(table({ stacks: [300, 5_000] }), [raise(2, 5_000), call(1)]);
    expect(state).toMatchObject({ phase: 'dealing', toAct: null });
    expect(stacksOf(state)).toEqual({ 1: 0, 2: 4_700 });
    expect(play(state, [street('flop'), street('turn'), street('river')]).phase).toBe('over');
  });
});

describe('unmatched bets', () => {
  it('an unmatched bet is returned if all others fold', () => {
    const state = play(table({ stacks: [1_000, 1_000, 1_000] }), [raise(3, 400), fold(1), fold(2)]);
    expect(state.phase).toBe('over');
    expect(state.returned).toEqual([{ seat: 3, amount: 300 }]);
    expect(potsOf(contributionsOf(state), state.dead)).toEqual([{ units: 250, contenders: [3] }]);
    expect(stepDeal(state, { a: 'return', seat: 3, amount: 300 })).toBe(state);
    expect(stepDeal(state, { a: 'return', seat: 3, amount: 200 })).toEqual({
      violation: 'nothing_to_return',
    });
  });

  it('in a walk, the part of the big blind above the small blind is returned', () => {
    const state = play(table({ stacks: [1_000, 1_000, 1_000] }), [fold(3), fold(1)]);
    expect(state.returned).toEqual([{ seat: 2, amount: 50 }]);
    expect(potsOf(contributionsOf(state), 0)).toEqual([{ units: 100, contenders: [2] }]);
  });
});

describe('antes', () => {
  it('antes that each seat pays are not part of the call, and are divided among side pots', () => {
    const start = startDeal({
      game: 'nlhe',
      stakes: { small: 50, big: 100, ante: { each: 10 } },
      button: 3,
      seats: [
        { seat: 1, stack: 1_000 },
        { seat: 2, stack: 1_000 },
        { seat: 3, stack: 5 },
      ],
    });
    const state = play(start, [
      { a: 'post', seat: 1, what: 'ante', amount: 10 },
      { a: 'post', seat: 2, what: 'ante', amount: 10 },
      { a: 'post', seat: 3, what: 'ante', amount: 5 },
      { a: 'post', seat: 1, what: 'small', amount: 50 },
      { a: 'post', seat: 2, what: 'big', amount: 100 },
    ]);
    expect(legalActions(state)).toEqual({ seat: 1, call: 50, raise: [200, 990] });
    const called = play(state, [call(1), check(2)]);
    // Main pot: 5 of each seat's ante. Side pot: the other 5 of the ante and the bet of 100, from seats 1 and 2 each.
    expect(potsOf(contributionsOf(called), called.dead)).toEqual([
      { units: 15, contenders: [1, 2, 3] },
      { units: 210, contenders: [1, 2] },
    ]);
  });

  it('an ante is partly returned if no other seat can pay it in full', () => {
    const start = startDeal({
      game: 'nlhe',
      stakes: { small: 50, big: 100, ante: { each: 10 } },
      button: 2,
      seats: [
        { seat: 1, stack: 1_000 },
        { seat: 2, stack: 5 },
      ],
    });
    const posted = play(start, [
      { a: 'post', seat: 1, what: 'ante', amount: 10 },
      { a: 'post', seat: 2, what: 'ante', amount: 5 },
      { a: 'post', seat: 1, what: 'big', amount: 100 },
    ]);
    const state = play(posted, [street('flop')]);
    expect(play(posted, [{ a: 'return', seat: 1, amount: 105 }, street('flop')])).toEqual(state);
    expect(state.returned).toEqual([{ seat: 1, amount: 105 }]);
    expect(potsOf(contributionsOf(state), state.dead)).toEqual([{ units: 10, contenders: [1, 2] }]);
  });

  it('an ante that the big blind pays for all belongs to the main pot', () => {
    const start = startDeal({
      game: 'nlhe',
      stakes: { small: 50, big: 100, ante: { bigBlindPays: 100 } },
      button: 3,
      seats: [1, 2, 3].map((seat) => ({ seat, stack: 1_000 })),
    });
    const state = play(start, [
      { a: 'post', seat: 2, what: 'ante', amount: 100 },
      { a: 'post', seat: 1, what: 'small', amount: 50 },
      { a: 'post', seat: 2, what: 'big', amount: 100 },
      fold(3),
      fold(1),
    ]);
    expect(potsOf(contributionsOf(state), state.dead)).toEqual([{ units: 200, contenders: [2] }]);
  });
});

describe('pot limit', () => {
  it('at 1/2, the pot limit of the first raise is 7', () => {
    const state = table({ stacks: [1_000, 1_000, 1_000], small: 1, big: 2, game: 'plo' });
    expect(legalActions(state)?.raise).toEqual([4, 7]);
  });

  it('the pot limit includes the call before the raise', () => {
    const state = play(table({ stacks: [1_000, 1_000, 1_000], small: 1, big: 2, game: 'plo' }), [
      raise(3, 7),
    ]);
    // Seat 1 calls 6. The pot is then 1 + 2 + 7 + 6 = 16, so the maximum raise is to 7 + 16 = 23.
    expect(legalActions(state)?.raise).toEqual([12, 23]);
  });
});

describe('side pots', () => {
  it('each all-in amount has its own pot, and the pots contain the money of folded seats', () => {
    const pots = potsOf(
      [
        { seat: 1, units: 100, folded: false },
        { seat: 2, units: 300, folded: false },
        { seat: 3, units: 250, folded: true },
        { seat: 4, units: 300, folded: false },
      ],
      20,
    );
    expect(pots).toEqual([
      // 20 + 4 × 100
      { units: 420, contenders: [1, 2, 4] },
      // 200 + 150 + 200
      { units: 550, contenders: [2, 4] },
    ]);
  });

  it('odd chips of a split pot go to the winners one by one, from the left of the button', () => {
    const tied = () => 1;
    expect(awardPots([{ units: 101, contenders: [3, 5, 1] }], 1, tied, 1)).toEqual([
      { seat: 3, pot: 0, amount: 34 },
      { seat: 5, pot: 0, amount: 34 },
      { seat: 1, pot: 0, amount: 33 },
    ]);
    // Tournament chips are not divided: 300 units are three chips.
    expect(awardPots([{ units: 300, contenders: [3, 5] }], 1, tied, 100)).toEqual([
      { seat: 3, pot: 0, amount: 200 },
      { seat: 5, pot: 0, amount: 100 },
    ]);
  });

  it('pots are divided among the runs, and the odd unit goes to the first run', () => {
    const rank = (seat: number, run: number) => (seat === 1 ? 1 - run : run);
    expect(awardPots([{ units: 11, contenders: [1, 2] }], 2, rank, 1)).toEqual([
      { seat: 1, pot: 0, run: 1, amount: 6 },
      { seat: 2, pot: 0, run: 2, amount: 5 },
    ]);
  });
});

describe('complete deal', () => {
  it('main and side pot go to the best hands', () => {
    // Seat 1 is all-in for 300, seats 2 and 3 for 1,000 each.
    const state = play(table({ stacks: [300, 1_000, 1_000] }), [
      raise(3, 1_000),
      call(1),
      call(2),
      street('flop'),
      street('turn'),
      street('river'),
    ]);
    const hands = new Map([
      [1, parseCards('AsAd')],
      [2, parseCards('KsKd')],
      [3, parseCards('QsQd')],
    ]);
    const board = parseCards('2h7c9dJs3c') ?? [];
    const awards = settleDeal(state, 'nlhe', (seat) => hands.get(seat), [board], 1);
    // 3 × 300 = 900 to the aces, 2 × 700 = 1,400 to the kings.
    expect(awards).toEqual([
      { seat: 1, pot: 0, amount: 900 },
      { seat: 2, pot: 1, amount: 1_400 },
    ]);
    expect(settleDeal(state, 'nlhe', () => undefined, [board], 1)).toBeUndefined();
    // Short deck ranks hands in another order, which is not supported.
    expect(settleDeal(state, 'shortdeck', (seat) => hands.get(seat), [board], 1)).toBeUndefined();
    // A rake of 230 is taken in proportion to the pots: 90 from 900, 140 from 1,400.
    expect(settleDeal(state, 'nlhe', (seat) => hands.get(seat), [board], 1, 230)).toEqual([
      { seat: 1, pot: 0, amount: 810 },
      { seat: 2, pot: 1, amount: 1_260 },
    ]);
  });
});

describe('actions that are not allowed', () => {
  it.each<[HandAction, string]>([
    [call(1), 'not_its_turn'],
    [check(3), 'cannot_check'],
    [bet(3, 300), 'faces_a_bet'],
    [raise(3, 1_001), 'too_large'],
    [street('flop'), 'wrong_street'],
    [{ a: 'post', seat: 9, what: 'big', amount: 1 }, 'unknown_seat'],
    [{ a: 'post', seat: 3, what: 'big', amount: 1_001 }, 'too_large'],
  ])('%j: %s', (action, violation) => {
    expect(stepDeal(table({ stacks: [1_000, 1_000, 1_000] }), action)).toEqual({ violation });
  });

  it('a rejected action changes nothing', () => {
    const state = table({ stacks: [1_000, 1_000, 1_000] });
    const before = structuredClone(state);
    stepDeal(state, raise(3, 300));
    stepDeal(state, check(3));
    expect(state).toEqual(before);
  });
});
