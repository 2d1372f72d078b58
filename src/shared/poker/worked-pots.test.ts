import { describe, expect, it } from 'vitest';
import { outcomeOf, potsAfter } from './testing/worked-deal.ts';

const board = ['flop 2c7d9h', 'turn Js', 'river 3c'];
/** The flop, turn and river, each checked by this many seats. */
const checked = (seats: number) => board.map((street) => `${street}${' x'.repeat(seats)}`);

type Row = [title: string, stakes: string, seats: string, play: string[], pots: string[], outcome: string[]];

const sidePots: Row[] = [
  [
    // Stacks of 100, 250, 1,000 and 600 are all-in. 400 of the 1,000 are returned. The pots: 4 × 100, 3 × 150, 2 × 350.
    'four stacks all-in; the shortest has the best hand, and the second largest has the second best',
    '5/10',
    'SB 100 AsAd, BB 250 5s5d, CO 1000 QsQd, BTN 600 KsKd',
    ['preflop ai c c c', ...board],
    ['400 SB BB CO BTN', '450 BB CO BTN', '700 CO BTN'],
    ['CO gets back 400', 'SB wins 400', 'BTN wins 450', 'BTN wins 700'],
  ],
  [
    // The big blind has paid 250 when it folds on the turn. The pots: 4 × 100, and 3 × 150 (flop) + 2 × 200 (turn).
    'the bets of a player who folds stay in the pots',
    '5/10',
    'SB 100 AsAd, BB 1000, CO 1000 KsKd, BTN 1000 QsQd',
    ['preflop r100 c c c', 'flop 2c7d9h b150 c c', 'turn Js x b200 c f', 'river 3c x x'],
    ['400 SB CO BTN', '850 CO BTN'],
    ['SB wins 400', 'CO wins 850'],
  ],
  [
    // The big blind calls 60 on the flop and folds on the turn. The button is the only contender for these 2 × 60.
    'a side pot with one contender is won without a showdown',
    '5/10',
    'SB 40 AsAd, BB 500, BTN 500 QsQd',
    ['preflop r40 c c', 'flop 2c7d9h x b60 c', 'turn Js x b100 f', 'river 3c'],
    ['120 SB BTN', '120 BTN'],
    ['BTN gets back 100', 'SB wins 120', 'BTN wins 120'],
  ],
  [
    // The small blind has only 5 for the ante of 10. The main pot is 3 × 5, and the side pot 2 × 5 + 2 × 100.
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
    // The button calls 100, but the big blind has only 60: 40 are returned. The pot is 2 × 60 + the small blind's 50.
    'a short big blind, called by one seat',
    '50/100',
    'SB 1000, BB 60 AsAd, BTN 1000 KsKd',
    ['preflop c f', ...board],
    ['170 BB BTN'],
    ['BTN gets back 40', 'BB wins 170'],
  ],
  [
    // Stacks of 5 and 8 are all-in with the blinds. The pot is 2 × 5, and 3 are returned.
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
    // The ante of 200 is dead. The small blind of 100 matches half of the big blind; the other 100 are returned.
    'a walk with a big-blind ante',
    'nlhe tournament chips 100/200, bb-ante 200',
    'SB 5000, BB 5000, BTN 5000',
    ['preflop f f'],
    ['400 BB'],
    ['BB gets back 100', 'BB wins 400'],
  ],
  [
    // The pot is 3 × 2. The raise to 6 adds 4, which are returned.
    'a raise to which everyone folds',
    '1/2',
    'SB 100, BB 100, BTN 100',
    ['preflop c c r6 f f'],
    ['6 BB'],
    ['BB gets back 4', 'BB wins 6'],
  ],
  [
    // The pot is 3 × 6. The river bet of 12 is returned.
    'a bet on the river to which everyone folds',
    '1/2',
    'SB 100, BB 100, BTN 100',
    ['preflop r6 c c', 'flop 2c7d9h x x x', 'turn Js x x x', 'river 3c b12 f f'],
    ['18 SB'],
    ['SB gets back 12', 'SB wins 18'],
  ],
  [
    // The pot is 2 × 6, the small blind's 1, and the dead 1.
    'a dead blind belongs to the main pot',
    '1/2',
    'SB 200, BB 200 KsKd, UTG 200, HJ 200, CO 200 AsAd, BTN 200',
    ['posts CO enter 2, CO dead 1', 'preflop f f r6 f f c', ...checked(2)],
    ['14 BB CO'],
    ['CO wins 14'],
  ],
  [
    // The button's ante of 10 is dead. The pot is 3 × 20 + 10.
    'a button ante',
    '10/20, button-ante 10',
    'SB 500 KsKd, BB 500 QsQd, BTN 500 AsAd',
    ['preflop c c x', ...checked(3)],
    ['70 SB BB BTN'],
    ['BTN wins 70'],
  ],
];

const splits: Row[] = [
  [
    // The pot is 2 × 1 + 0.25 = 2.25. The first winner to the left of the button gets 1.13.
    'an odd cent goes to the left of the button',
    '0.25/0.5',
    'SB 50, BB 50 AsKs, BTN 50 AdKd',
    ['preflop r1 f c', ...checked(2)],
    ['2.25 BB BTN'],
    ['BB wins 1.13', 'BTN wins 1.12'],
  ],
  [
    // Chips are whole, so 225 is split into 113 and 112.
    'an odd chip of a tournament',
    'nlhe tournament chips 25/50',
    'SB 5000, BB 5000 AsKs, BTN 5000 AdKd',
    ['preflop r100 f c', ...checked(2)],
    ['225 BB BTN'],
    ['BB wins 113', 'BTN wins 112'],
  ],
  [
    // The pot is 3 × 0.50 + a dead post of 0.01. Each winner gets 0.50, and the small blind also the odd cent.
    'three winners and one odd cent',
    '0.25/0.5',
    'SB 50 AsKs, BB 50 AhKh, CO 50, BTN 50 AdKd',
    ['posts CO dead 0.01', 'preflop f c c x', ...checked(3)],
    ['1.51 SB BB BTN'],
    ['SB wins 0.51', 'BB wins 0.5', 'BTN wins 0.5'],
  ],
  [
    // The runs share the pot after rake: 2 × 111.50 + 0.25 - 0.08 = 223.17.
    'run twice, and the same seat wins both',
    '0.25/0.5',
    'SB 111.5, BB 111.5 AsAd, BTN 111.5 KsKd',
    ['preflop ai f c', 'flop 2c7d9h', 'turn Js/4c', 'river 3c/5d', 'rake 0.08'],
    ['223.25 BB BTN'],
    ['BB wins 111.59 of run 1', 'BB wins 111.58 of run 2'],
  ],
  [
    // 20.25 is split into 10.13 and 10.12. In the second run, the button makes kings full.
    'run twice, and two seats win one each',
    '0.25/0.5',
    'SB 10, BB 10 AsAd, BTN 10 KsKd',
    ['preflop ai f c', 'flop 2c7d9h', 'turn Js/Kh', 'river 3c/2d'],
    ['20.25 BB BTN'],
    ['BB wins 10.13 of run 1', 'BTN wins 10.12 of run 2'],
  ],
  [
    // The board, a royal flush, is the best hand of both players.
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
    // The pots of 9 and 14 pay 0.09 and 0.15, rounded down, of the rake of 0.25. The larger pot also pays the odd 0.01.
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
