import type { PlayingCard } from '../playing-card.ts';

/** From the deuce to the ace: the letter of English clients, then those of other languages. */
const rankNames: readonly (readonly string[])[] = [
  ['2'],
  ['3'],
  ['4'],
  ['5'],
  ['6'],
  ['7'],
  ['8'],
  ['9'],
  ['T', '10'],
  // Dutch and German B, Swedish Kn; Russian letters also as they look if decoded as Windows-1252.
  ['J', 'B', 'Kn', 'В', 'Â'],
  // French, German and Swedish D, Russian Д.
  ['Q', 'D', 'Д', 'Ä'],
  // French R, Dutch H, Russian К.
  ['K', 'R', 'H', 'К', 'Ê'],
  // Swedish E, Russian Т.
  ['A', 'E', 'Т', 'Ò'],
];
const suitNames: readonly (readonly string[])[] = [
  ['s', '♠'],
  ['h', '♥'],
  ['d', '♦'],
  ['c', '♣'],
];
/** The suits of French clients in the order `shdc`: pique, cœur, carreau (k) and trèfle. */
const frenchSuits = 'pckt';
/** German clients write suits as words. */
const germanSuits: Record<string, string> = { Pik: 's', Herz: 'h', Karo: 'd', Kreuz: 'c' };
const withoutGerman = (text: string) =>
  text.replaceAll(/Pik|Herz|Karo|Kreuz/g, (word) => germanSuits[word] ?? word);

const cards = new Map<string, PlayingCard>();
rankNames.forEach((names, rank) => {
  suitNames.forEach((suits, suit) => {
    for (const name of names) for (const suitName of suits) cards.set(name + suitName, rank * 4 + suit);
  });
});

type ReadOne = (text: string) => PlayingCard | undefined;

/** Reads `Ah`, `10♠`, `Knd` or `Тh`. @returns undefined for anything else */
export const readCard: ReadOne = (text) => cards.get(text);

/** Reads cards with spaces or commas between them. @returns undefined unless all can be read */
export function readCards(text: string, readOne: ReadOne = readCard): PlayingCard[] | undefined {
  const found: PlayingCard[] = [];
  let start = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : 32;
    if (code !== 32 && code !== 44) continue;
    if (index > start) {
      const card = readOne(text.slice(start, index));
      if (card === undefined) return undefined;
      found.push(card);
    }
    start = index + 1;
  }
  return found;
}

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
      return cards.get(rank + (hasFrenchSuits ? ('shdc'[frenchSuits.indexOf(suit)] ?? suit) : suit));
    });
  };
}
