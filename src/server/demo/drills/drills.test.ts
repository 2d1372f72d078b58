import { expect, it } from 'vitest';
import { openingCharts } from '../../../shared/poker/opening-charts.ts';
import { combosOf } from '../../../shared/poker/range-combos.ts';
import { afterTheFlop } from './after-the-flop.ts';

it('on the paired river, more hands of the button hold an eight than a three', () => {
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
