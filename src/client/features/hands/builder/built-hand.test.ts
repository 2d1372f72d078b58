import { expect, it } from 'vitest';
import { type HandSetup, type Move, playMoves } from './built-hand.ts';

const setup: HandSetup = {
  kind: 'cash',
  game: 'nlhe',
  currency: 'USD',
  small: 50,
  big: 100,
  players: 3,
  hero: 3,
  heroCards: [],
  stackBig: 100,
};

it('taking back removes the last move that could be played, and the moves after it that could not', () => {
  // With three players, all three moves can be played. `movesBefore` is what remains after taking back.
  const moves: Move[] = [{ kind: 'call' }, { kind: 'fold' }, { kind: 'check' }];
  expect(playMoves(setup, moves).movesBefore).toEqual(moves.slice(0, 2));
  // With two players, the second move ends the hand.
  expect(playMoves({ ...setup, players: 2, hero: 2 }, moves).movesBefore).toEqual(moves.slice(0, 1));
  expect(playMoves(setup, []).movesBefore).toEqual([]);
});
