import type { PlayingCard } from '../playing-card.ts';
import { readCard, readCards } from './read-card.ts';

/** The suits of French clients in the order `shdc`: pique, cœur, carreau (k) and trèfle. */
const frenchSuits = 'pckt';

/** German clients write suits as words. */
const germanSuits: Record<string, string> = { Pik: 's', Herz: 'h', Karo: 'd', Kreuz: 'c' };
const withoutGerman = (text: string) =>
  text.replaceAll(/Pik|Herz|Karo|Kreuz/g, (word) => germanSuits[word] ?? word);

/** @param isDealt the user's own cards, as opposed to a board or cards that were shown */
export type ReadCards = (text: string, isDealt?: boolean) => PlayingCard[] | undefined;

/**
 * Reads cards of a client that writes them in its own language. A V is the French jack or the Dutch queen, depending on
 * the other cards of the hand.
 * @param written the texts of all cards of the hand
 */
export function cardsOfClient(written: string): ReadCards {
  const hand = withoutGerman(written);
  const isFrench = /[pkt](?:[\s,]|$)/.test(hand) || /(?:^|[\s,])R[a-z]/.test(hand);
  const isDutch = /(?:^|[\s,])[HB][a-z]/.test(hand);
  const jackOrQueen = isFrench ? 'J' : isDutch ? 'Q' : 'V';
  return (text, isDealt = false) => {
    const plain = withoutGerman(text);
    // In a French hand, the user's own cards have French suits, in which c is hearts. Boards and the cards that others
    // show may have English suits, in which c is clubs.
    const hasFrenchSuits = /[pkt](?:[\s,]|$)/.test(plain) || (isFrench && isDealt);
    return readCards(plain, (card) => {
      const rank = card.slice(0, -1).replace('V', jackOrQueen);
      const suit = card.slice(-1);
      return readCard(rank + (hasFrenchSuits ? ('shdc'[frenchSuits.indexOf(suit)] ?? suit) : suit));
    });
  };
}
