import { expect, it } from 'vitest';
import { resultOf, sumOfAwards } from '../../../../shared/poker/hand-result.ts';
import { finishHand, type HandSetup, type Move, playMoves, readSize } from './built-hand.ts';

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

it('taking back a move removes the last move that was played, and the moves after it, which could not be played', () => {
  // With three players, all three moves are played. `movesBefore` contains the moves that remain after taking one back.
  const moves: Move[] = [{ kind: 'call' }, { kind: 'fold' }, { kind: 'check' }];
  expect(playMoves(setup, moves).movesBefore).toEqual(moves.slice(0, 2));
  // With two players, the second move ends the hand.
  expect(playMoves({ ...setup, players: 2, hero: 2 }, moves).movesBefore).toEqual(moves.slice(0, 1));
  expect(playMoves(setup, []).movesBefore).toEqual([]);
});

it('if more players make the betting of a street last longer, cards that would be dealt before its new end are left out', () => {
  const cards = (...dealt: number[]): Move => ({ kind: 'cards', cards: dealt });
  const call: Move = { kind: 'call' };
  const check: Move = { kind: 'check' };
  const moves = [call, check, cards(1, 2, 3), check, check, cards(4), check];
  expect(playMoves({ ...setup, players: 2, hero: 2 }, moves).draft.boards).toEqual([[1, 2, 3, 4]]);
  // With three players, the betting before the flop ends one move later, after the cards of the flop.
  const built = playMoves(setup, moves);
  expect(built.draft.boards).toEqual([]);
  expect(built.nextStreet).toBe('flop');
});

it.each([
  // Before the raise, the pot contains three antes of 20, the big blind of 100 and the small blind of 50.
  ['each', 2, 3 * 20 + 100 + 50, 20 + 20 + 50 + 100],
  // Before the raise, the pot contains the ante of 100 that the big blind pays for all players, and the blinds.
  ['bigBlindPays', 10, 100 + 100 + 50, 50 + 100 + 100],
] as const)('antes (%s) are in the pot, and are won with it', (from, tenths, pot, gain) => {
  const built = playMoves({ ...setup, ante: { from, tenths } }, [
    { kind: 'size', to: 250 },
    { kind: 'fold' },
    { kind: 'fold' },
  ]);
  const hand = finishHand(built, {}, []);
  expect(sumOfAwards(hand.awards)).toBe(pot + 100);
  expect(resultOf(hand, 3).net).toBe(gain);
});

it('a big blind that is all-in for less than the others, because it paid the ante, cannot win the side pot', () => {
  const withAnte: HandSetup = { ...setup, ante: { from: 'bigBlindPays', tenths: 10 } };
  const cards = [[1, 6, 23], [30], [40]].map((dealt): Move => ({ kind: 'cards', cards: dealt }));
  const allIn: Move[] = [{ kind: 'size', to: 10_000 }, { kind: 'call' }, { kind: 'call' }, ...cards];
  const built = playMoves(withAnte, allIn);
  const main = { pot: 0, amount: 3 * 9_900 + 100 };
  const side = { pot: 1, amount: 2 * 100 };
  expect(finishHand(built, {}, [3]).awards).toEqual([
    { seat: 3, ...main },
    { seat: 3, ...side },
  ]);
  expect(finishHand(built, {}, [2, 1]).awards).toEqual([
    { seat: 2, ...main },
    { seat: 1, ...side },
  ]);
  expect(() => finishHand(built, {}, [2])).toThrow('A pot has no winner.');
  // The winner of the side pot is not given, but the shown cards decide it: aces beat kings.
  const shown = { 1: [51, 50], 3: [46, 45] };
  expect(finishHand(built, shown, [2]).awards).toEqual([
    { seat: 2, ...main },
    { seat: 1, ...side },
  ]);
});

it('if the antes put all players all-in, no player acts, and the flop, the turn and the river are dealt', () => {
  const allIn = playMoves({ ...setup, stackBig: 1, ante: { from: 'each', tenths: 10 } }, []);
  expect(allIn).toMatchObject({ legal: null, nextStreet: 'flop' });
  const cards = [[1, 6, 23], [30], [40]];
  const built = playMoves(
    { ...setup, stackBig: 1, ante: { from: 'each', tenths: 10 } },
    cards.map((dealt): Move => ({ kind: 'cards', cards: dealt })),
  );
  expect(built.state.phase).toBe('over');
  expect(resultOf(finishHand(built, {}, [3]), 3).net).toBe(200);
});

it.each([
  ['2', 200],
  ['1.96', 200],
  ['1.9', undefined],
  ['20.1', undefined],
  ['25bb', undefined],
  ['20', 2_000],
  ['99x', 2_000],
  ['1%', 200],
])('preflop, with stacks of 20 big blinds, “%s” is read as %s cents (undefined: rejected)', (text, to) => {
  const { state, legal } = playMoves({ ...setup, stackBig: 20 }, []);
  expect(legal && readSize(text, { state, legal, big: setup.big, pot: 150 })).toBe(to);
});
