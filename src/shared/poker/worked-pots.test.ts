import { describe, expect, it } from 'vitest';
import { outcomeOf, potsAfter } from './testing/worked-deal.ts';

const board = ['flop 2c7d9h', 'turn Js', 'river 3c'];
/** The flop, turn and river, each checked by this many seats. */
const checked = (seats: number) => board.map((street) => `${street}${' x'.repeat(seats)}`);

/** Title, stakes, seats, play, pots with their contenders, and returned bets and awards. */
type Row = [string, string, string, string[], string[], string[]];

const sidePots: Row[] = [
  [
    // 100, 250, 1,000 and 600 are all-in: 400 of the 1,000 are returned; 4 × 100, 3 × 150, 2 × 350.
    'four stacks all-in; the shortest has the best hand, and the second largest has the second best',
    '5/10',
    'SB 100 AsAd, BB 250 5s5d, CO 1000 QsQd, BTN 600 KsKd',
    ['preflop ai c c c', ...board],
    ['400 SB BB CO BTN', '450 BB CO BTN', '700 CO BTN'],
    ['CO gets back 400', 'SB wins 400', 'BTN wins 450', 'BTN wins 700'],
  ],
  [
    // The big blind folds after it has paid 250: 4 × 100, then 150 × 3 on the flop and 200 × 2 on the turn.
    'folded money stays in the pots that it reached',
    '5/10',
    'SB 100 AsAd, BB 1000, CO 1000 KsKd, BTN 1000 QsQd',
    ['preflop r100 c c c', 'flop 2c7d9h b150 c c', 'turn Js x b200 c f', 'river 3c x x'],
    ['400 SB CO BTN', '850 CO BTN'],
    ['SB wins 400', 'CO wins 850'],
  ],
  [
    // On the flop the button bets 60, the big blind calls and folds the turn: 2 × 60 for the button alone.
    'a side pot with one contender is won without cards',
    '5/10',
    'SB 40 AsAd, BB 500, BTN 500 QsQd',
    ['preflop r40 c c', 'flop 2c7d9h x b60 c', 'turn Js x b100 f', 'river 3c'],
    ['120 SB BTN', '120 BTN'],
    ['BTN gets back 100', 'SB wins 120', 'BTN wins 120'],
  ],
  [
    // 10 each; the small blind's stack of 5 is its whole ante: 3 × 5, then 2 × 5 + 2 × 100 of the others.
    'a short ante makes a side pot',
    '50/100, ante 10',
    'SB 5 AsAd, BB 1000 KsKd, BTN 1000 QsQd',
    ['preflop c x', ...checked(2)],
    ['15 SB BB BTN', '210 BB BTN'],
    ['SB wins 15', 'BB wins 210'],
  ],
  [
    // The big blind has only 60, which the button calls.
    'a short big blind heads-up',
    '50/100',
    'BB 60 AsAd, BTN 1000 KsKd',
    ['preflop c', ...board],
    ['120 BB BTN'],
    ['BB wins 120'],
  ],
  [
    // The button calls the whole blind, but the big blind has 60: 40 are returned. 50 of the small blind and 2 × 60.
    'a short big blind, called by one seat',
    '50/100',
    'SB 1000, BB 60 AsAd, BTN 1000 KsKd',
    ['preflop c f', ...board],
    ['170 BB BTN'],
    ['BTN gets back 40', 'BB wins 170'],
  ],
  [
    // Blinds of 5 and 8 put both all-in: 2 × 5, and 3 are returned.
    'blinds that put all players all-in',
    '5/10',
    'BB 8 KsKd, BTN 5 AsAd',
    [...board],
    ['10 BB BTN'],
    ['BB gets back 3', 'BTN wins 10'],
  ],
];

const returns: Row[] = [
  [
    'a walk: half of the big blind is returned',
    '1/2',
    'SB 100, BB 100, BTN 100',
    ['preflop f f'],
    ['2 BB'],
    ['BB gets back 1', 'BB wins 2'],
  ],
  [
    // The ante of 200 is dead. The small blind matches 100 of the blind of 200, and 100 are returned.
    'a walk with an ante of the big blind',
    'nlhe tournament chips 100/200, bb-ante 200',
    'SB 5000, BB 5000, BTN 5000',
    ['preflop f f'],
    ['400 BB'],
    ['BB gets back 100', 'BB wins 400'],
  ],
  [
    // 3 × 2 before the raise; 6 - 2 = 4 of the raise are returned.
    'a raise that all fold to',
    '1/2',
    'SB 100, BB 100, BTN 100',
    ['preflop c c r6 f f'],
    ['6 BB'],
    ['BB gets back 4', 'BB wins 6'],
  ],
  [
    // 3 × 6, and the river bet of 12.
    'a bet on the river that all fold to',
    '1/2',
    'SB 100, BB 100, BTN 100',
    ['preflop r6 c c', 'flop 2c7d9h x x x', 'turn Js x x x', 'river 3c b12 f f'],
    ['18 SB'],
    ['SB gets back 12', 'SB wins 18'],
  ],
  [
    // 6 live each, the small blind's 1, and the dead 1.
    'a dead blind belongs to the main pot',
    '1/2',
    'SB 200, BB 200 KsKd, UTG 200, HJ 200, CO 200 AsAd, BTN 200',
    ['posts CO enter 2, CO dead 1', 'preflop f f r6 f f c', ...checked(2)],
    ['14 BB CO'],
    ['CO wins 14'],
  ],
  [
    // 10 of the button are dead: 3 × 20 + 10.
    'an ante of the button',
    '10/20, button-ante 10',
    'SB 500 KsKd, BB 500 QsQd, BTN 500 AsAd',
    ['preflop c c x', ...checked(3)],
    ['70 SB BB BTN'],
    ['BTN wins 70'],
  ],
];

const splits: Row[] = [
  [
    // 2 × 1 + 0.25 = 2.25: 1.13 for the seat left of the button.
    'an odd cent goes to the left of the button',
    '0.25/0.5',
    'SB 50, BB 50 AsKs, BTN 50 AdKd',
    ['preflop r1 f c', ...checked(2)],
    ['2.25 BB BTN'],
    ['BB wins 1.13', 'BTN wins 1.12'],
  ],
  [
    // Chips are whole: 225 is 113 and 112.
    'an odd chip of a tournament',
    'nlhe tournament chips 25/50',
    'SB 5000, BB 5000 AsKs, BTN 5000 AdKd',
    ['preflop r100 f c', ...checked(2)],
    ['225 BB BTN'],
    ['BB wins 113', 'BTN wins 112'],
  ],
  [
    // 3 × 0.50 + 0.01 of a dead post = 1.51: 0.50 each, and the odd cent.
    'three winners and one odd cent',
    '0.25/0.5',
    'SB 50 AsKs, BB 50 AhKh, CO 50, BTN 50 AdKd',
    ['posts CO dead 0.01', 'preflop f c c x', ...checked(3)],
    ['1.51 SB BB BTN'],
    ['SB wins 0.51', 'BB wins 0.5', 'BTN wins 0.5'],
  ],
  [
    // 2 × 111.50 + 0.25 - 0.08 = 223.17.
    'run twice, and the same seat wins both',
    '0.25/0.5',
    'SB 111.5, BB 111.5 AsAd, BTN 111.5 KsKd',
    ['preflop ai f c', 'flop 2c7d9h', 'turn Js/4c', 'river 3c/5d', 'rake 0.08'],
    ['223.25 BB BTN'],
    ['BB wins 111.59 of run 1', 'BB wins 111.58 of run 2'],
  ],
  [
    // 20.25 is 10.13 and 10.12; the second run makes kings full.
    'run twice, and two seats win one each',
    '0.25/0.5',
    'SB 10, BB 10 AsAd, BTN 10 KsKd',
    ['preflop ai f c', 'flop 2c7d9h', 'turn Js/Kh', 'river 3c/2d'],
    ['20.25 BB BTN'],
    ['BB wins 10.13 of run 1', 'BTN wins 10.12 of run 2'],
  ],
  [
    // The board is the best hand of both.
    'the board plays',
    '1/2',
    'SB 100, BB 100 2s2d, BTN 100 3s3d',
    ['preflop r6 f c', 'flop AhKhQh x x', 'turn Jh x x', 'river Th x x'],
    ['13 BB BTN'],
    ['BB wins 6.5', 'BTN wins 6.5'],
  ],
  [
    // The board has four hearts. A flush needs two hearts in the hand, so the ace of hearts alone makes none.
    'Omaha uses exactly two hole cards',
    'plo cash USD 1/2',
    'SB 100, BB 100 Ah2s3s4d, BTN 100 5h6hJdJc',
    ['preflop r6 f c', 'flop KhQh9h x x', 'turn 8h x x', 'river Td x x'],
    ['13 BB BTN'],
    ['BTN wins 13'],
  ],
  [
    // 9 / 23 of 0.25 are 0.09, 14 / 23 are 0.15, and 0.01 more from the larger pot.
    'rake comes out of each pot in proportion',
    '0.05/0.1',
    'SB 3 AsAd, BB 10 KsKd, BTN 10 QsQd',
    ['preflop ai c c', ...board, 'rake 0.25'],
    ['9 SB BB BTN', '14 BB BTN'],
    ['SB wins 8.91', 'BB wins 13.84'],
  ],
];

describe.each([
  ['side pots', sidePots],
  ['returned bets', returns],
  ['split pots and rake', splits],
])('worked examples: %s', (_name, rows) => {
  it.each(rows)('%s', (_title, stakes, seats, play, pots, outcome) => {
    expect(potsAfter({ stakes, seats, play })).toEqual(pots);
    expect(outcomeOf({ stakes, seats, play })).toEqual(outcome);
  });
});
