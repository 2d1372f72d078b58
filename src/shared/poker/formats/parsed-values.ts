import type { PokerGame } from '../hand.ts';
import type { PlayingCard } from '../playing-card.ts';
import { type DecimalSign, parseAmount } from './amounts.ts';
import { HandReadError } from './hand-read-error.ts';
import { readCards } from './read-card.ts';

/** @returns hundredths of the hand's unit @throws HandReadError if the text is not exactly one amount */
export function amountAt(text: string | undefined, at: number, decimal?: DecimalSign): number {
  const units = parseAmount(text ?? '', decimal);
  if (units === undefined) throw new HandReadError('bad_amount', at);
  return units;
}

/**
 * The blinds, from the two amounts in the first line of a hand. In a fixed-limit game, these are the small and the big
 * bet, and the big blind is as large as the small bet.
 */
export function blindsOf(game: PokerGame, small: number, big: number): { small: number; big: number } {
  return game === 'flhe' ? { small: Math.floor(small / 2), big: small } : { small, big };
}

/** @throws HandReadError unless all are cards */
export function cardsAt(text: string | undefined, at: number): PlayingCard[] {
  const cards = readCards(text ?? '?');
  if (!cards) throw new HandReadError('bad_card', at);
  return cards;
}
