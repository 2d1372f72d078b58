import type { Hand } from '../hand.ts';
import { factsOf, type HandFacts } from './room-text.ts';
import { eight88, ignition, wpnOld } from './write-old-rooms.ts';
import { ipoker, party, partyEmail } from './write-party-rooms.ts';
import { stars, winamax, wpn } from './write-stars-rooms.ts';

const rooms = {
  PokerStars: (facts: HandFacts) => stars(facts, { isGg: false }),
  GGPoker: (facts: HandFacts) => stars(facts, { isGg: true }),
  Winamax: winamax,
  Ignition: ignition,
  'Winning Poker Network': wpn,
  'Winning Poker Network, old format': wpnOld,
  '888poker': eight88,
  partypoker: party,
  'partypoker with balances': partyEmail,
  iPoker: ipoker,
} as const;
export type Room = keyof typeof rooms;
export const roomNames = Object.keys(rooms) as Room[];

/** A hand history as the poker room writes it, for tests of the code that reads such texts. */
export const writeForRoom = (room: Room, hand: Hand, names: ReadonlyMap<number, string>): string =>
  `${rooms[room](factsOf(hand, names))}\n`;
