import type { ParsedHand } from './parsed-hand.ts';
import { RefusedHand } from './refusal.ts';

const holeCards = { nlhe: 2, plhe: 2, flhe: 2, shortdeck: 2, plo: 4, plo8: 4, plo5: 5, plo6: 6 } as const;

/**
 * No card is in two places, but for the cards that runs share, and no seat has more cards than the game deals.
 * @throws RefusedHand
 */
export function checkCards(parsed: ParsedHand, end: number): void {
  const seen = new Set<number>();
  const add = (card: number | null) => {
    if (card === null) return;
    if (seen.has(card)) throw new RefusedHand('duplicate_card', end);
    seen.add(card);
  };
  const most = holeCards[parsed.game.game];
  for (const { seat, cards } of parsed.seats) {
    const shown = parsed.shows.find((show) => show.seat === seat)?.cards ?? [];
    const own = cards ?? [];
    if (own.length > most || shown.length > most) throw new RefusedHand('bad_card', end);
    if (own.length > 0 && own.length < most) throw new RefusedHand('bad_card', end);
    for (const card of own) add(card);
    for (const card of shown) if (card === null || !own.includes(card)) add(card);
  }
  const [first = [], ...others] = parsed.boards;
  for (const card of first) add(card);
  for (const board of others) {
    const shared = board.findIndex((card, index) => card !== first[index]);
    for (const card of shared === -1 ? [] : board.slice(shared)) add(card);
  }
}
