import type { BoardStreet } from '../deal.ts';
import type { PokerGame } from '../hand.ts';
import type { PlayingCard } from '../playing-card.ts';
import { type DecimalSign, parseAmount } from './amounts.ts';
import { HandParseError } from './hand-parse-error.ts';
import type { ParsedHand } from './parsed-hand.ts';
import { readCards } from './read-card.ts';

/** @returns hundredths of the hand's unit @throws HandParseError if the text is not exactly one amount */
export function amountAt(text: string | undefined, at: number, decimal?: DecimalSign): number {
  const units = parseAmount(text ?? '', decimal);
  if (units === undefined) throw new HandParseError('bad_amount', at);
  return units;
}

/**
 * The blinds, from the two amounts in the first line of a hand. In a fixed-limit game, the two amounts are the small
 * bet and the big bet, and the big blind is as large as the small bet.
 */
export function blindsOf(game: PokerGame, small: number, big: number): { small: number; big: number } {
  return game === 'flhe' ? { small: Math.floor(small / 2), big: small } : { small, big };
}

/** @throws HandParseError if any part of the text is not a card */
export function cardsAt(text: string | undefined, at: number): PlayingCard[] {
  const cards = readCards(text ?? '?');
  if (!cards) throw new HandParseError('bad_card', at);
  return cards;
}

/** Streets by their names in lines such as `*** FLOP *** [2c 7d Kh]`. */
export const streetsByName: Record<string, BoardStreet> = { FLOP: 'flop', TURN: 'turn', RIVER: 'river' };

/** Reads `Uncalled bet ($3) returned to Ada`. */
export function readUncalled(parsed: ParsedHand, line: string, at: number): void {
  const match = /^Uncalled bet \((\S+)\) returned to (.*)$/.exec(line);
  const name = match?.[2] ?? '';
  const seat = parsed.seatNamed(name);
  if (!match || seat === undefined) throw new HandParseError('unknown_player', at);
  parsed.returnUncalled(seat, amountAt(match[1], at), at);
  parsed.keepName(at, line.length - name.length, line.length, seat);
}
