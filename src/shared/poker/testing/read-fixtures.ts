import { readFileSync } from 'node:fs';
import type { UnreadableHand } from '../formats/hand-parse-error.ts';
import { type ReadHand, readHands } from '../formats/read-hands.ts';
import { sumOfAwards, wonBy } from '../hand-result.ts';
import { cardText } from '../playing-card.ts';
import { paidBySeat } from '../table-states.ts';

export const fixtureNames = [
  'pokerstars.txt',
  'ggpoker.txt',
  'winamax.txt',
  'ignition.txt',
  'wpn.txt',
  '888.txt',
  'partypoker.txt',
  'ipoker.xml',
] as const;

export const fixtureText = (name: string): string =>
  readFileSync(new URL(`../formats/fixtures/${name}`, import.meta.url), 'utf8');

/** The hand with this number in a fixture, or the first unreadable hand if one comes before it. */
export function fixtureHand(name: string, number: string): ReadHand | UnreadableHand | undefined {
  return [...readHands(fixtureText(name))].find((each) => 'code' in each || each.number === number);
}

/**
 * A hand in one line: stakes, pot, the result of each seat, the hero's seat and cards, boards, and oddities (what
 * contradicts the rules of poker). Amounts are in the hand's unit.
 */
export function summaryOf(read: ReadHand | UnreadableHand | undefined): string {
  if (!read || 'code' in read) return read ? `${read.code} at line ${read.line}` : 'nothing';
  const { hand, oddities } = read;
  const paid = paidBySeat(hand);
  const pot = sumOfAwards(hand.awards) + hand.rake + (hand.fees?.jackpot ?? 0) + (hand.fees?.other ?? 0);
  const hero = hand.seats.find(({ seat }) => seat === hand.hero);
  return [
    `${hand.game} ${hand.unit.currency ?? 'chips'} ${hand.stakes.small / 100}/${hand.stakes.big / 100}`,
    `pot ${pot / 100}`,
    hand.seats
      .map(({ seat }) => `${seat}:${(wonBy(hand.awards, seat) - (paid.get(seat) ?? 0)) / 100}`)
      .join(' '),
    hero ? `hero ${hero.seat} ${(hero.cards ?? []).map(cardText).join('')}` : 'no hero',
    ...hand.boards.map((board) => board.map(cardText).join('')),
    ...oddities.map(({ code }) => code),
  ].join(' | ');
}
