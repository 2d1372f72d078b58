import type { Hand } from './hand.ts';

type Cards = Pick<Hand, 'seats' | 'boards'> & { shows?: Hand['shows'] };

/**
 * Whether a card occurs more than once. A card that the boards of several runs share counts once, and so does a card
 * that a seat was dealt and shows.
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
