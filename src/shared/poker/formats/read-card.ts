import type { PlayingCard } from '../playing-card.ts';

/** The ranks from deuce to ace, each with its letter in English clients and then those in other languages. */
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
  // Dutch and German B, Swedish Kn, Russian В. Â is the В of Windows-1251 text that was decoded as Windows-1252; the
  // ranks below have such letters, too.
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
