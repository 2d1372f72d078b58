import type { PlayingCard } from '../playing-card.ts';
import { type DecimalSign, parseAmount } from './amounts.ts';
import { readCards } from './read-card.ts';
import { RefusedHand } from './refusal.ts';

/** @returns units @throws RefusedHand if the text is not exactly one amount */
export function amountAt(text: string | undefined, at: number, decimal?: DecimalSign): number {
  const units = parseAmount(text ?? '', decimal);
  if (units === undefined) throw new RefusedHand('bad_amount', at);
  return units;
}

/** @throws RefusedHand unless all are cards */
export function cardsAt(text: string | undefined, at: number): PlayingCard[] {
  const cards = readCards(text ?? '?');
  if (!cards) throw new RefusedHand('bad_card', at);
  return cards;
}
