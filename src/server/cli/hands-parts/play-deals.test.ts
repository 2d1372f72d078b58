import { expect, it } from 'vitest';
import { playDeals } from './play-deals.ts';

it('seat 2 posts the straddle, and a straddle with two seats is rejected', () => {
  const deal = { small: 1, big: 2, straddle: 4, hole: ['AhAd', 'KhKd', 'QhQd'], board: '2s7d9c3c4h' };
  const folds = [
    [0, 'fold', null],
    [1, 'fold', null],
  ];
  const three = { ...deal, seats: 3, stacks: [100, 100, 100], actions: folds };
  expect(playDeals({ deals: [three] })).toMatchObject([{ final: [99, 98, 103] }]);
  const two = { ...deal, seats: 2, stacks: [100, 100], actions: [] };
  expect(() => playDeals({ deals: [two] })).toThrow('requires a third seat');
});
