import type { Hand } from './hand.ts';

type Cards = Pick<Hand, 'seats' | 'boards'> & { shows?: Hand['shows'] };

/**
 * Whether a card is in two places. A card counts once if several boards share it because the hand is run more than
 * once, or if a seat was dealt it and shows it.
 */
export function hasRepeatedCard({ seats, boards, shows = [] }: Cards): boolean {
  const seatCards = seats.flatMap(({ seat, cards = [] }) => {
    const shown = shows.find((show) => show.seat === seat)?.cards ?? [];
    return [...cards, ...shown.filter((card) => card !== null && !cards.includes(card))];
  });
  const [first = [], ...others] = boards;
  const ownOfRuns = others.flatMap((board) => {
    const shared = board.findIndex((card, index) => card !== first[index]);
    return shared === -1 ? [] : board.slice(shared);
  });
  const all = [...seatCards, ...first, ...ownOfRuns];
  return new Set(all).size < all.length;
}
