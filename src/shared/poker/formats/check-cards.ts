import { holeCardCount } from '../hole-cards.ts';
import { hasRepeatedCard } from '../repeated-card.ts';
import { HandReadError } from './hand-read-error.ts';
import type { ParsedHand } from './parsed-hand.ts';

/**
 * @param end the index of the last line of the hand, at which errors are reported
 * @throws HandReadError if a card is in two places, or if a seat has or shows too many cards or was dealt too few
 */
export function checkCards(parsed: ParsedHand, end: number): void {
  const most = holeCardCount(parsed.game.game);
  for (const { seat, cards } of parsed.seats) {
    const shown = parsed.shows.find((show) => show.seat === seat)?.cards ?? [];
    const own = cards ?? [];
    if (own.length > most || shown.length > most) throw new HandReadError('bad_card', end);
    if (own.length > 0 && own.length < most) throw new HandReadError('bad_card', end);
  }
  if (hasRepeatedCard(parsed)) throw new HandReadError('duplicate_card', end);
}
