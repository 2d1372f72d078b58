import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hand } from '../hand.ts';
import { positionsOf } from '../positions.ts';
import { type RandomTable, randomHandOf, randomTable } from '../testing/random-deal.ts';
import { summaryOf } from '../testing/read-fixtures.ts';
import { type Room, roomNames, writeForRoom } from '../testing/write-rooms.ts';
import { readHands } from './read-hands.ts';

/** The number of deals that are written and parsed for each room. */
const runs = Number(process.env.MODEL_RUNS ?? 60);

const oddNames = [
  'Ada Linde',
  'moss_71',
  'calls',
  'raises 2 to 4',
  'Seat 5',
  '(Pim)',
  'Ø.st-ein',
  '糖醋排骨',
  'shows',
  'x',
];

const euroRooms: readonly Room[] = ['Winamax', 'iPoker'];
/** Rooms that do not always state the rake. A smaller award is then read as a larger rake. */
const roomsWithoutRake: readonly Room[] = ['888poker', 'partypoker', 'iPoker'];
const roomsWithoutStraddles: readonly Room[] = ['Ignition', 'iPoker'];

/**
 * The table, limited to what the room supports. Each stack covers the blinds, because rooms write short blinds
 * differently.
 */
function tableOf(room: Room, table: RandomTable): RandomTable {
  const { setup } = table;
  const ante = Math.max(0, ...Object.values(setup.stakes.ante ?? {}));
  const least = setup.stakes.big + ante;
  return {
    ...table,
    straddles: roomsWithoutStraddles.includes(room) ? 0 : table.straddles,
    setup: {
      ...setup,
      unit: { currency: setup.unit.currency && euroRooms.includes(room) ? 'EUR' : setup.unit.currency },
      seats: setup.seats.map((seat) => ({ ...seat, stack: Math.max(seat.stack, least) })),
    },
  };
}

/** A random hand. If the room does not always state the rake, a hand without a flop is not raked. */
function handOf(room: Room, table: RandomTable): Hand {
  const hand = randomHandOf(table);
  const isUnraked = hand.boards.length === 0 && roomsWithoutRake.includes(room);
  return isUnraked && hand.rake > 0 ? randomHandOf({ ...table, rakePercent: 0 }) : hand;
}

/** The results of all players, sorted, so that seats do not matter. */
const moneyIn = (read: Parameters<typeof summaryOf>[0]) =>
  summaryOf(read).split(' | ')[2]?.replaceAll(/\d+:/g, '').split(' ').sort().join(' ');

function namesFor(room: Room, { seats, button }: Hand): Map<number, string> {
  if (room !== 'Ignition') return new Map(seats.map(({ seat }, index) => [seat, oddNames[index] ?? '']));
  const positions = positionsOf(
    seats.map(({ seat }) => seat),
    button,
  );
  const long: Record<string, string> = { SB: 'Small Blind', BB: 'Big Blind', BTN: 'Dealer' };
  return new Map(seats.map(({ seat }, index) => [seat, long[positions.get(seat) ?? ''] ?? `UTG+${index}`]));
}

describe.each(roomNames)('a deal in the format of %s', (room) => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(randomTable, (table) => {
        const hand = handOf(room, tableOf(room, table));
        const text = writeForRoom(room, hand, namesFor(room, hand));
        const [read] = [...readHands(text)];
        // A hand is rejected if it is unclear whether its award includes an uncalled bet.
        if (room === '888poker' && read && 'code' in read && read.code === 'does_not_balance') return;
        expect(summaryOf(read), text).toBe(summaryOf({ hand, oddities: [], number: '', names: new Map() }));
      }),
      { numRuns: runs },
    );
  });
  it.skipIf(roomsWithoutRake.includes(room))(
    'is rejected, read with an oddity, or read with the same results if one digit is changed',
    () => {
      fc.assert(
        fc.property(randomTable, fc.nat(), fc.nat({ max: 8 }), (table, at, more) => {
          const hand = handOf(room, tableOf(room, table));
          const text = writeForRoom(room, hand, namesFor(room, hand));
          const money = [...text.matchAll(/(?<=[ ($€"])\d[\d.]*/g)];
          const match = money[at % money.length];
          if (!match) return;
          const [figure] = match;
          const digit = match.index + (at % figure.length);
          const changed = (Number(text.charAt(digit)) + 1 + more) % 10;
          if (!/\d/.test(text.charAt(digit))) return;
          const [before] = [...readHands(text)];
          const [after] = [...readHands(text.slice(0, digit) + changed + text.slice(digit + 1))];
          if (!after || !('hand' in after) || after.oddities.length > 0) return;
          expect(moneyIn(after), `${text}\n${match.index}: ${figure}`).toBe(moneyIn(before));
        }),
        { numRuns: runs },
      );
    },
  );
});
