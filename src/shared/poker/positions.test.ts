import { describe, expect, it } from 'vitest';
import { buildHand } from './build-hand.ts';
import { positionsIn, positionsOf, seatOrder, viewedSeat } from './positions.ts';
import { walkWithoutSmallBlind } from './testing/sample-hands.ts';

const seatsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('order of seats', () => {
  it('the order begins left of the button, regardless of the order of the input', () => {
    expect(seatOrder([5, 2, 9, 1], 5)).toEqual([9, 1, 2, 5]);
    expect(seatOrder([1, 2], 2)).toEqual([1, 2]);
  });

  it('the order begins left of the button, even if the button’s seat is empty', () => {
    expect(seatOrder([1, 3, 5], 2)).toEqual([3, 5, 1]);
    expect(seatOrder([1, 3, 5], 6)).toEqual([1, 3, 5]);
  });
});

describe('positions', () => {
  it.each([
    [2, 'BB BTN'],
    [3, 'SB BB BTN'],
    [4, 'SB BB CO BTN'],
    [5, 'SB BB HJ CO BTN'],
    [6, 'SB BB UTG HJ CO BTN'],
    [7, 'SB BB UTG LJ HJ CO BTN'],
    [8, 'SB BB UTG UTG+1 LJ HJ CO BTN'],
    [9, 'SB BB UTG UTG+1 UTG+2 LJ HJ CO BTN'],
    [10, 'SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN'],
  ])('the positions of %i players are %s', (count, names) => {
    // With the button in the last seat, seat 1 is left of it.
    expect([...positionsOf(seatsUpTo(count), count)]).toEqual(
      names.split(' ').map((name, index) => [index + 1, name]),
    );
  });

  it('positions move with the button', () => {
    expect(Object.fromEntries(positionsOf(seatsUpTo(6), 2))).toEqual({
      3: 'SB',
      4: 'BB',
      5: 'UTG',
      6: 'HJ',
      1: 'CO',
      2: 'BTN',
    });
  });

  it('there is no button position if the button is dead', () => {
    expect(Object.fromEntries(positionsOf([1, 2, 4, 5, 6], 3))).toEqual({
      4: 'SB',
      5: 'BB',
      6: 'UTG',
      1: 'HJ',
      2: 'CO',
    });
  });

  it('without a small blind, the first seat left of the button is the big blind', () => {
    const hand = buildHand(walkWithoutSmallBlind);
    expect([...positionsIn(hand).values()]).toEqual(['BB', 'HJ', 'CO', 'BTN']);
  });

  it('at a full table without a small blind, every seat has a position, even if the button is dead', () => {
    const names = 'BB UTG UTG+1 UTG+2 UTG+3 UTG+4 LJ HJ CO BTN'.split(' ');
    expect([...positionsOf(seatsUpTo(10), 10, false).values()]).toEqual(names);
    expect([...positionsOf(seatsUpTo(9), 10, false).values()]).toEqual(names.slice(0, -1));
  });

  it('the viewed seat is the hero; without a hero, it is the button or, if the button is dead, the seat before it', () => {
    const seats = [1, 2, 4].map((seat) => ({ seat, stack: 100 }));
    expect(viewedSeat({ seats, button: 2, hero: 1 })).toBe(1);
    expect(viewedSeat({ seats, button: 2, hero: null })).toBe(2);
    expect(viewedSeat({ seats, button: 3, hero: null })).toBe(2);
  });
});
