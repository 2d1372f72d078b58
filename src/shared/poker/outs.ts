import { rankHand, rankOmaha } from './evaluate.ts';
import { fullDeck, type PlayingCard } from './playing-card.ts';

/** Cards of the next street that change who is ahead. */
export type Outs = {
  /** Whether the first hand is ahead of all others. If so, `cards` put it behind; otherwise they put it ahead. */
  isAhead: boolean;
  cards: PlayingCard[];
};

/**
 * The outs of the first hand or, if it is ahead, the outs against it.
 * @param hands - known cards, two each, or four for Omaha
 * @returns null unless one or two cards are to come
 */
export function outsOf(
  hands: readonly (readonly PlayingCard[])[],
  board: readonly PlayingCard[],
): Outs | null {
  if (board.length < 3 || board.length > 4) return null;
  const used = new Set([...hands.flat(), ...board]);
  const isAhead = leadOf(hands, board) > 0;
  const cards = fullDeck.filter((card) => {
    if (used.has(card)) return false;
    const lead = leadOf(hands, [...board, card]);
    return isAhead ? lead < 0 : lead > 0;
  });
  return { isAhead, cards };
}

/** Positive if the first hand is the best, 0 if it ties with another, negative if it is behind. */
function leadOf(hands: readonly (readonly PlayingCard[])[], board: readonly PlayingCard[]): number {
  const [own = 0, ...others] = hands.map((hand) =>
    hand.length > 2 ? rankOmaha(hand, board) : rankHand([...hand, ...board]),
  );
  return own - Math.max(...others);
}
