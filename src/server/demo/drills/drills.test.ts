import { expect, it } from 'vitest';
import { legalActions, playActions, startDeal } from '../../../shared/poker/deal.ts';
import { openingCharts } from '../../../shared/poker/opening-charts.ts';
import { combosOf } from '../../../shared/poker/range-combos.ts';
import { afterTheFlop } from './after-the-flop.ts';

it('in the drill “The paired three”, the opening range of the button has more than twice as many eights as threes', () => {
  const drill = afterTheFlop.find(({ reason }) => reason.includes('The paired three'));
  if (drill?.body.kind !== 'decision') throw new Error('there is no such decision');
  const { boards, seats, hero } = drill.body.hand;
  const dead = [...(boards[0] ?? []), ...(seats.find(({ seat }) => seat === hero)?.cards ?? [])];
  const range = openingCharts.find(({ seat }) => seat === 'BTN')?.range ?? [];
  const holding = (rank: number) =>
    combosOf(range, dead)
      .filter(({ cards }) => cards.some((card) => card >> 2 === rank))
      .reduce((sum, { weight }) => sum + weight, 0);
  const [three, eight] = ['3', '8'].map((rank) => holding('23456789TJQKA'.indexOf(rank)));
  expect(eight).toBeGreaterThan(2 * (three ?? 0));
});

it('in the drill about the straight draw, the odds and the amount that a hit must win are right', () => {
  const drill = afterTheFlop.find(({ leak }) => leak === 'draws');
  if (drill?.body.kind !== 'decision') throw new Error('there is no such decision');
  const { hand } = drill.body;
  const played = playActions(startDeal(hand), hand.actions);
  if ('violation' in played) throw new Error(played.violation);
  const pot = played.state.seats.reduce((sum, { total }) => sum + total, 0) / 100;
  const call = (legalActions(played.state)?.call ?? 0) / 100;
  expect([call, pot + call]).toEqual([6, 21.1]);
  expect(Math.round((100 * call) / (pot + call))).toBe(28);
  expect(Math.round(400 / 46)).toBe(9);
  expect((42 * call) / 4).toBe(63);
  expect(Math.round((42 * call) / 4 - pot)).toBe(48);
});
