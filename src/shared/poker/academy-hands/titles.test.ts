import { describe, expect, it } from 'vitest';
import { legalActions, startDeal, stepOrThrow } from '../deal.ts';
import { handEquities } from '../equity.ts';
import { describeRank, rankOmaha } from '../evaluate.ts';
import type { Hand } from '../hand.ts';
import { knownCardsOf, resultOf } from '../hand-result.ts';
import { fullDeck, type PlayingCard } from '../playing-card.ts';
import { replayHand } from '../replay.ts';
import { rankIn } from '../settle.ts';
import { academyHands, type BuiltAcademyHand, buildAcademyHand } from './academy-hands.ts';

const built = new Map(academyHands.map((hand) => [hand.id, buildAcademyHand(hand)]));

function handOf(id: string): BuiltAcademyHand {
  const hand = built.get(id);
  if (!hand) throw new Error(`no hand ${id}`);
  return hand;
}

/** The actions that the rules allow in place of the action at `index`. */
function legalAt(hand: Hand, index: number) {
  const state = hand.actions.slice(0, index).reduce(stepOrThrow, startDeal(hand));
  return legalActions(state);
}

/** The step of the hand's decision, with the actions that the rules allow and the one that the hero took. */
function decisionOf(id: string) {
  const { hand, decision } = handOf(id);
  const step = replayHand(hand, 'bb')[decision ?? -1];
  if (decision === null || !step) throw new Error(`no decision in ${id}`);
  return { hand, step, legal: legalAt(hand, decision), action: hand.actions[decision] };
}

const netOf = (id: string, seat = handOf(id).hand.hero ?? 0) => resultOf(handOf(id).hand, seat).net;
const cardsOf = (id: string, seat: number): PlayingCard[] => knownCardsOf(handOf(id).hand, seat) ?? [];

/** The hand that a seat shows, in words. */
function shownBy(id: string, seat: number, run = 0): string {
  const { hand } = handOf(id);
  return describeRank(rankIn(hand.game, knownCardsOf(hand, seat), hand.boards[run]) ?? 0);
}

describe('each academy hand plays as its title says', () => {
  it('three stacks that are all-in make two side pots', () => {
    const { hand } = handOf('two-side-pots');
    // The showdown, before the awards of the three pots.
    const pots = replayHand(hand, 'bb').at(-4)?.pots;
    // In dollars: main pot 4 × 18 + 1, side pots 3 × 37 and 2 × 35.
    expect(pots?.map(({ units }) => units)).toEqual([7_300, 11_100, 7_000]);
    expect(hand.awards.map(({ seat, pot }) => [seat, pot])).toEqual([
      [3, 0],
      [3, 1],
      [5, 2],
    ]);
    // The button has called 55. The last all-in adds 35, less than the raise of 37 before it: the button can only call.
    const button = hand.actions.findLastIndex((action) => action.a === 'call' && action.seat === 4);
    expect(legalAt(hand, button)).toEqual({ seat: 4, call: 3_500, raise: null });
  });

  it('a raise that was too small does not reopen the betting', () => {
    expect(decisionOf('short-raise').legal).toEqual({ seat: 1, call: 150, raise: null });
    expect(netOf('short-raise')).toBeGreaterThan(0);
  });

  it('when the board is run twice, each player wins one run; on the flop, the draw is the favorite', () => {
    const { hand } = handOf('run-twice');
    expect(hand.boards.map((board) => board.slice(0, 3))).toEqual([
      hand.boards[0]?.slice(0, 3),
      hand.boards[0]?.slice(0, 3),
    ]);
    expect(hand.awards.map(({ seat, run }) => [seat, run])).toEqual([
      [3, 1],
      [4, 2],
    ]);
    const flop = hand.boards[0]?.slice(0, 3) ?? [];
    const { equities } = handEquities([cardsOf('run-twice', 3), cardsOf('run-twice', 4)], flop);
    expect(equities[0]?.share).toBeLessThan(0.5);
  });

  it('on the bubble, the blinds and the ante together are 2.5 big blinds', () => {
    const { hand, step } = decisionOf('bubble-ante');
    expect(step.money / hand.stakes.big).toBe(2.5);
    expect(netOf('bubble-ante') / hand.stakes.big).toBe(2.5);
    // Winning 2.5 big blinds makes a stack of 11 almost a quarter larger.
    expect(hand.seats.find(({ seat }) => seat === 4)?.stack).toBe(11 * hand.stakes.big);
  });

  it('a call with a blocker beats a bluff', () => {
    const { step, action, hand } = decisionOf('blocker-call');
    expect(action).toMatchObject({ a: 'call' });
    expect(step.toCall / (step.money + step.toCall)).toBeCloseTo(0.33, 2);
    const spades = (hand.boards[0] ?? []).filter((card) => card % 4 === 0).length;
    expect([spades, shownBy('blocker-call', 6), shownBy('blocker-call', 4)]).toEqual([
      3,
      'a pair of nines',
      'queen high',
    ]);
    expect(netOf('blocker-call')).toBeGreaterThan(0);
  });

  it('the hero check-raises after three seats have put in 8 dollars each', () => {
    const { step, action } = decisionOf('check-raise');
    expect(action).toMatchObject({ a: 'raise' });
    expect(step.seats.filter(({ bet }) => bet === 800)).toHaveLength(3);
    expect(step.money).toBe(3_650);
    expect(shownBy('check-raise', 6)).toBe('three of a kind, fives');
    expect(netOf('check-raise')).toBeGreaterThan(0);
  });

  it('a walk is worth half a big blind', () => {
    const { hand } = handOf('walk');
    expect(netOf('walk') / hand.stakes.big).toBe(0.5);
    expect(hand.actions).toContainEqual({ a: 'return', seat: 6, amount: 25 });
  });

  it('each stack is 250 big blinds, which are 125 straddles', () => {
    const { hand } = handOf('live-straddle');
    const straddle = hand.actions.find((action) => action.a === 'post' && action.what === 'straddle');
    expect(straddle).toMatchObject({ amount: 1_000 });
    for (const { stack } of hand.seats) expect([stack / hand.stakes.big, stack / 1_000]).toEqual([250, 125]);
    expect(shownBy('live-straddle', 4)).toBe('a straight, ten high');
  });

  it('the Omaha wrap has 20 outs, but less equity than the other hand', () => {
    const { hand } = decisionOf('omaha-wrap');
    const flop = hand.boards[0]?.slice(0, 3) ?? [];
    const { equities } = handEquities([cardsOf('omaha-wrap', 3), cardsOf('omaha-wrap', 4)], flop);
    expect(equities[0]?.share).toBeCloseTo(0.363, 3);
    const used = [...flop, ...cardsOf('omaha-wrap', 3)];
    // The upper bits of a rank are its category: 4 is a straight.
    const outs = fullDeck.filter(
      (card) => !used.includes(card) && rankOmaha(cardsOf('omaha-wrap', 3), [...flop, card]) >> 20 === 4,
    );
    expect(outs).toHaveLength(20);
    expect(netOf('omaha-wrap')).toBe(-20_000);
  });

  it('the hero’s cash-out and its fee add up to the hero’s equity, and the other player wins the pot', () => {
    const { hand } = handOf('cash-out');
    const { equities } = handEquities([cardsOf('cash-out', 3), cardsOf('cash-out', 4)], []);
    const [cashOut] = hand.cashOuts ?? [];
    const awarded = hand.awards.reduce((sum, { amount }) => sum + amount, 0);
    expect((cashOut?.amount ?? 0) + (cashOut?.fee ?? 0)).toBe(
      Math.round(awarded * (equities[0]?.share ?? 0)),
    );
    expect([hand.hero, cashOut?.seat, hand.awards[0]?.seat]).toEqual([3, 3, 4]);
  });

  it('heads-up, the button acts first before the flop and last on the flop', () => {
    const steps = replayHand(handOf('heads-up').hand, 'bb');
    expect(steps.find(({ toAct }) => toAct !== null)?.toAct).toBe(2);
    expect(steps.find(({ street }) => street === 'flop')?.toAct).toBe(1);
    expect(netOf('heads-up')).toBeGreaterThan(0);
  });

  it('the odd chip of a split pot goes to the first winner left of the button', () => {
    const { hand } = handOf('odd-chip');
    expect([4, 6].map((seat) => shownBy('odd-chip', seat))).toEqual(
      Array(2).fill('two pair, aces and sevens'),
    );
    expect(hand.awards).toEqual([
      { seat: 6, pot: 0, amount: 111_300 },
      { seat: 4, pot: 0, amount: 111_200 },
    ]);
  });

  it('the dead blind goes to the pot and is no part of a bet, and the hero checks to see the flop for free', () => {
    const { step, action, legal } = decisionOf('dead-blind');
    expect([action?.a, legal?.call]).toEqual(['check', 0]);
    expect(step.pots).toEqual([{ units: 50, contenders: expect.any(Array) }]);
  });

  it('the hero bets on a river that pairs the board, and wins the pot', () => {
    const { hand, action } = decisionOf('thin-value');
    expect(action).toMatchObject({ a: 'bet' });
    const ranks = (hand.boards[0] ?? []).map((card) => card >> 2);
    expect(ranks.slice(0, 4)).toContain(ranks[4]);
    expect(netOf('thin-value')).toBeGreaterThan(0);
  });

  it('the hero bets on a turn that does not improve the hero’s equity, and loses the pot', () => {
    const { hand, action } = decisionOf('empty-barrel');
    expect(action).toMatchObject({ a: 'bet' });
    const hands = [3, 6].map((seat) => cardsOf('empty-barrel', seat));
    const shareOn = (size: number) =>
      handEquities(hands, (hand.boards[0] ?? []).slice(0, size)).equities[0]?.share ?? 0;
    expect(shareOn(3)).toBeLessThan(0.1);
    expect(shareOn(4)).toBeLessThan(shareOn(3));
    expect(netOf('empty-barrel')).toBeLessThan(0);
  });

  it('the hero calls a three-bet out of position', () => {
    const { action, step } = decisionOf('three-bet-defence');
    expect(action).toMatchObject({ a: 'call' });
    expect(step.toCall).toBe(550);
    const flop = replayHand(handOf('three-bet-defence').hand, 'bb').find(({ street }) => street === 'flop');
    expect(flop?.toAct).toBe(3);
    expect(netOf('three-bet-defence')).toBeGreaterThan(0);
  });

  it('two players call an all-in of 11 big blinds, which wins 34.5 big blinds', () => {
    const { hand, action } = decisionOf('short-stack');
    expect(action).toEqual({ a: 'raise', seat: 3, to: 11 * hand.stakes.big });
    expect(hand.actions.filter(({ a }) => a === 'call')).toHaveLength(2);
    // 3 × 11 + 0.5 + 1
    const main = hand.awards.find(({ seat }) => seat === 3);
    expect((main?.amount ?? 0) / hand.stakes.big).toBe(34.5);
    const hands = [3, 4, 7].map((seat) => cardsOf('short-stack', seat));
    const shares = handEquities(hands, []).equities.map(({ share }) => share);
    expect(shares[0]).toBe(Math.max(...shares));
  });

  it('the hero loses the third buy-in, and the lesson says to stop', () => {
    expect(netOf('stop-loss')).toBe(-10_000);
    expect(handOf('stop-loss').lesson).toContain('Three buy-ins down, stop');
  });

  it('a call of 41 into a pot of 71.7 needs 36 percent equity', () => {
    const { step, legal } = decisionOf('landing-demo');
    expect([step.money, step.toCall, legal?.call]).toEqual([7_170, 4_100, 4_100]);
    expect(Math.round((100 * step.toCall) / (step.money + step.toCall))).toBe(36);
  });
});
