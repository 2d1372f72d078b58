import { describe, expect, it } from 'vitest';
import { playNotation } from '../build-hand.ts';
import { completeHand } from '../complete-hand.ts';
import { fixtureText, summaryOf } from '../testing/read-fixtures.ts';
import { type Room, roomNames, writeForRoom } from '../testing/write-rooms.ts';
import { readHands } from './read-hands.ts';

/**
 * A feature, a hand with this feature, its summary, and rooms whose hand histories lack the feature. The summary has
 * the net result of each seat as `seat:amount`. The comments calculate the amounts.
 */
type Trait = [what: string, notation: string, summary: string, not?: readonly Room[]];

/** 3 × 10 in the main pot, 2 × 10 in the side pot, and the big blind gets 20 back. */
const sidePot = `
  nlhe cash USD 0.5/1, 6-max, button 1
  1 BTN 20 KsKd
  2 SB 10 AsAd hero
  3 BB 40 QsQd
  preflop ai ai ai
  flop 2c7d9h
  turn Js
  river 3c
`;

const traits: Trait[] = [
  [
    // The button gets 4 of the raise back, and wins the blinds of 1 + 2 and its own 2.
    'all fold to a raise',
    'nlhe cash USD 1/2, 6-max, button 1\n1 BTN 100 AhKh hero\n2 SB 100\n3 BB 100\npreflop r6 f f',
    'nlhe USD 1/2 | pot 5 | 1:3 2:-1 3:-2 | hero 1 AhKh',
  ],
  [
    // The big blind gets 1 back and wins 1 + 1.
    'a walk',
    'nlhe cash USD 1/2, 6-max, button 1\n1 BTN 100\n2 SB 100\n3 BB 100 7c2d hero\npreflop f f',
    'nlhe USD 1/2 | pot 2 | 1:0 2:-1 3:1 | hero 3 7c2d',
  ],
  [
    // 6 each before the flop, 8 each on the flop; 28 less 1.4.
    'heads-up, with rake',
    'nlhe cash USD 1/2, 2-max, button 1\n1 BTN 100 AhKh hero\n2 BB 100 QsQd\npreflop r6 c\nflop 2c7dKd x b8 c\nturn 3s x x\nriver 9s x x\nrake 1.4',
    'nlhe USD 1/2 | pot 28 | 1:12.6 2:-14 | hero 1 AhKh | 2c7dKd3s9s',
  ],
  [
    'a side pot, and a bet that is partly returned',
    sidePot,
    'nlhe USD 0.5/1 | pot 50 | 1:0 2:20 3:-20 | hero 2 AsAd | 2c7d9hJs3c',
  ],
  [
    // 2 × 2 + 0.5 of the small blind = 4.5: 2.25 each, 0.25 more than each of the two paid.
    'a split pot',
    'nlhe cash USD 0.5/1, 6-max, button 1\n1 BTN 50 AsKs hero\n2 SB 50\n3 BB 50 AdKd\npreflop r2 f c\nflop 2c7d9h x x\nturn Js x x\nriver 3c x x',
    'nlhe USD 0.5/1 | pot 4.5 | 1:0.25 2:-0.5 3:0.25 | hero 1 AsKs | 2c7d9hJs3c',
  ],
  [
    // 2 × 1 + 0.25 = 2.25: the first of the two winners left of the button gets 1.13.
    'a split pot with an odd cent',
    'nlhe cash USD 0.25/0.5, 6-max, button 1\n1 BTN 50 AsKs hero\n2 SB 50\n3 BB 50 AdKd\npreflop r1 f c\nflop 2c7d9h x x\nturn Js x x\nriver 3c x x',
    'nlhe USD 0.25/0.5 | pot 2.25 | 1:0.12 2:-0.25 3:0.13 | hero 1 AsKs | 2c7d9hJs3c',
  ],
  [
    // Antes of 3 × 10; the raise to 250 is called by the big blind: 30 + 50 + 500.
    'antes of a tournament',
    'nlhe tournament chips 50/100, 9-max, button 1, ante 10, level 2\n1 BTN 5000 AhKh hero\n2 SB 5000\n3 BB 5000 QsQd\npreflop r250 f c\nflop 2c7dKd x b300 f',
    'nlhe chips 50/100 | pot 580 | 1:320 2:-60 3:-260 | hero 1 AhKh | 2c7dKd',
  ],
  [
    // The big blind pays 100 for all: 100 + 50 + 500.
    'an ante that the big blind pays',
    'nlhe tournament chips 50/100, 9-max, button 1, bb-ante 100, level 2\n1 BTN 5000 AhKh hero\n2 SB 5000\n3 BB 5000 QsQd\npreflop r250 f c\nflop 2c7dKd x b300 f',
    'nlhe chips 50/100 | pot 650 | 1:400 2:-50 3:-350 | hero 1 AhKh | 2c7dKd',
  ],
  [
    // 3 × 150 and 20 of the small blind in the main pot, 2 × 110 in the side pot.
    'an all-in that is raised',
    'nlhe cash USD 20/40, 6-max, button 4\n1 SB 1000\n2 BB 1000 QsQd\n3 CO 150 AsAd hero\n4 BTN 1000 KsKd\npreflop ai r260 f c\nflop 2c7d9h x x\nturn Js x x\nriver 3c x x',
    'nlhe USD 20/40 | pot 690 | 1:-20 2:-260 3:320 4:-40 | hero 3 AsAd | 2c7d9hJs3c',
  ],
  [
    // All-in for 150 over a raise to 100 does not reopen the betting: 3 × 150 and 20 of the small blind.
    'an all-in below a full raise',
    'nlhe cash USD 20/40, 6-max, button 4\n1 SB 1000\n2 BB 1000 QsQd\n3 CO 1000 KsKd\n4 BTN 150 AsAd hero\npreflop r100 ai f c c\nflop 2c7d9h x x\nturn Js x x\nriver 3c x x',
    'nlhe USD 20/40 | pot 470 | 1:-20 2:-150 3:-150 4:320 | hero 4 AsAd | 2c7d9hJs3c',
  ],
  [
    // Seat 4 has the button but is empty: 2 × 6 + 2 of the big blind.
    'a dead button',
    'nlhe cash USD 1/2, 6-max, button 4\n1 BB 100\n2 CO 100 AhKh hero\n6 SB 100 QsQd\npreflop r6 c f\nflop 2c7d3d x b7 f',
    'nlhe USD 1/2 | pot 14 | 1:-2 2:8 6:-6 | hero 2 AhKh | 2c7d3d',
    ['Ignition'],
  ],
  [
    // The raise to 7 is pot-sized and called: 14 + 1. The bet of 15 on the flop is pot-sized and not called.
    'Omaha with a bet of the pot',
    'plo cash USD 1/2, 6-max, button 1\n1 BTN 200 AhKhQs2d hero\n2 SB 200\n3 BB 200 JsTs9d8d\npreflop r7 f c\nflop 2c7dKd x b15 f',
    'plo USD 1/2 | pot 15 | 1:8 2:-1 3:-7 | hero 1 AhKhQs2d | 2c7dKd',
  ],
  [
    // The straddle of 4 is raised to 12; all fold: 1 + 2 + 4 + 4 of the raise.
    'a straddle',
    'nlhe cash USD 1/2, 6-max, button 4\n1 SB 200\n2 BB 200\n3 CO 200\n4 BTN 200 AhKh hero\nposts CO straddle 4\npreflop r12 f f f',
    'nlhe USD 1/2 | pot 11 | 1:-1 2:-2 3:-4 4:7 | hero 4 AhKh',
    ['Ignition', 'iPoker'],
  ],
];

const euroRooms: readonly Room[] = ['Winamax', 'iPoker'];
const names = ['Ada Linde', 'moss_71', 'calls', 'Seat 5', '(Pim)', '糖醋排骨'];

function handOf(notation: string, room: Room) {
  const { draft } = playNotation(notation);
  const isEuro = euroRooms.includes(room) && draft.unit.currency !== null;
  return completeHand({ ...draft, ...(isEuro && { unit: { currency: 'EUR' } }) });
}

describe.each(traits)('%s', (_what, notation, summary, not = []) => {
  it.each(roomNames.filter((room) => !not.includes(room)))('the hand is read from the text of %s', (room) => {
    const hand = handOf(notation.trim(), room);
    // Ignition's hand histories name players by their position.
    const isPosition = room === 'Ignition';
    const seatNames = new Map(
      hand.seats.map(({ seat }, index) => [
        seat,
        isPosition ? (seat === hand.button ? 'Dealer' : `UTG+${index}`) : (names[index] ?? ''),
      ]),
    );
    const [read] = [...readHands(writeForRoom(room, hand, seatNames))];
    const expected = euroRooms.includes(room) ? summary.replace(' USD ', ' EUR ') : summary;
    expect(summaryOf(read)).toBe(expected);
  });
});

describe('variants of the fixtures', () => {
  it.each([
    [
      'the header of the current Full Tilt client',
      'pokerstars.txt',
      'PokerStars Hand #1001',
      'Full Tilt Hand #1001',
    ],
    [
      'a player who sits out',
      'pokerstars.txt',
      '*** FLOP *** [2c 7d Kh]',
      '*** FLOP *** [2c 7d Kh]\nPim sits out',
    ],
    ['a small blind that is not paid', 'winamax.txt', '*** PRE-FLOP ***', 'Bo deny SB\n*** PRE-FLOP ***'],
    [
      'a fast-fold table of partypoker',
      'partypoker.txt',
      '0.10/0.25 Omaha',
      '0.10/0.25 USD fastforward Omaha',
    ],
  ])('a text with %s gives the same hands as the fixture', (_what, file, plain, changed) => {
    const text = fixtureText(file);
    expect(text).toContain(plain);
    const all = (each: string) => [...readHands(each)].map(summaryOf);
    expect(all(text.replace(plain, changed))).toEqual(all(text));
  });
});
