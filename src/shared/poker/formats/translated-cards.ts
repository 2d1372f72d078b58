import type { PlayingCard } from '../playing-card.ts';
import { readCard, readCards } from './read-card.ts';

/** The suits of French clients in the order `shdc`: pique, cœur, carreau (k) and trèfle. */
const frenchSuits = 'pckt';

/** German clients write suits as words. */
const germanSuits: Record<string, string> = { Pik: 's', Herz: 'h', Karo: 'd', Kreuz: 'c' };
const withoutGerman = (text: string) =>
  text.replaceAll(/Pik|Herz|Karo|Kreuz/g, (word) => germanSuits[word] ?? word);

/** @param isDealt - whether these are the user's own cards, not a board or cards that were shown */
export type ReadCards = (text: string, isDealt?: boolean) => PlayingCard[] | undefined;

const hasFrenchSuit = (text: string) => /[pkt](?:[\s,]|$)/.test(text);
const hasEnglishSuit = (text: string) => /[shd](?:[\s,]|$)/.test(text);

/** The suit that the letter c means: hearts among French suits, clubs among English suits, undefined if unknown. */
function meaningOfC(text: string): 'h' | 'c' | undefined {
  if (hasFrenchSuit(text) === hasEnglishSuit(text)) return undefined;
  return hasFrenchSuit(text) ? 'h' : 'c';
}

/**
 * Reads cards of a client that writes them in its own language. The letter V is the French jack or the Dutch queen,
 * depending on the other cards of the hand. If the client may be French and no card shows whether the letter c means
 * hearts or clubs, the cards cannot be read.
 * @param dealt - the texts of the user's own cards
 * @param others - the texts of the boards and of cards that were shown, whose suits may be English in a French hand
 */
export function cardsOfClient(dealt: string, others: string): ReadCards {
  const hand = withoutGerman(`${dealt} ${others}`);
  const isFrench = hasFrenchSuit(hand) || /(?:^|[\s,])R[a-z]/.test(hand);
  const isDutch = /(?:^|[\s,])[HB][a-z]/.test(hand);
  const isSwedish = /(?:^|[\s,])(?:Kn|E)[a-z]/.test(hand);
  // A D before the letter of a suit is a French or Swedish queen. German suits are words (`DKreuz`) and do not match.
  const isOfD = /(?:^|[\s,])D[a-z]/.test(`${dealt} ${others}`) && !isDutch && !isSwedish;
  const jackOrQueen = isFrench ? 'J' : isDutch ? 'Q' : 'V';
  return (text, isDealt = false) => {
    const plain = withoutGerman(text);
    const c = isFrench || isOfD ? (meaningOfC(plain) ?? meaningOfC(isDealt ? dealt : others)) : 'c';
    return readCards(plain, (card) => {
      const rank = card.slice(0, -1).replace('V', jackOrQueen);
      const written = card.slice(-1);
      const suit = written === 'c' ? c : ('shdc'[frenchSuits.indexOf(written)] ?? written);
      return suit === undefined ? undefined : readCard(rank + suit);
    });
  };
}
