import { expect, it } from 'vitest';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { moneyIn, tableStates } from '../../../../shared/poker/table-states.ts';
import { demoDecision, demoOptions } from './demo-decision.ts';

it('the numbers and cards of the decision on the landing page match the hand that is replayed after it', () => {
  const { hand, decision } = findAcademyHand(demoDecision.handId);
  const state = tableStates(hand)[decision ?? 0];
  const hero = state?.seats.find(({ seat }) => seat === hand.hero);
  if (!state || !hero) throw new Error('The hero has no decision.');
  const bigBlinds = (units: number) => units / hand.stakes.big;
  const call = state.bet - hero.bet;
  expect(bigBlinds(moneyIn(state))).toBeCloseTo(demoDecision.pot, 9);
  expect(bigBlinds(call)).toBe(demoDecision.call);
  expect(Math.round((100 * call) / (moneyIn(state) + call))).toBe(demoDecision.neededPercent);
  expect(hand.seats.find(({ seat }) => seat === hand.hero)?.cards).toEqual(demoDecision.heroCards);
  expect(hand.boards).toEqual([demoDecision.board]);
  expect(demoOptions.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
});
