import type { PlayingCard } from '../playing-card.ts';

/** From the deuce to the ace: the letters of English clients, then what clients of other languages write. */
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
  // French and Russian V, Dutch and German B, Swedish Kn; Russian letters also as they look in a Western alphabet.
  ['J', 'V', 'B', 'Kn', 'В', 'Â'],
  // French and Dutch D, Russian Д, Spanish D.
  ['Q', 'D', 'Д', 'Ä'],
  // French R, Dutch H, Russian К.
  ['K', 'R', 'H', 'К', 'Ê'],
  // Swedish E, Russian Т.
  ['A', 'E', 'Т', 'Ò'],
];
const suitNames: readonly (readonly string[])[] = [
  ['s', '♠', 'p', 'п', 'ï'],
  ['h', '♥', 'ч', '÷'],
  ['d', '♦', 'k', 'б', 'á'],
  ['c', '♣', 't', 'т', 'ò'],
];

const cards = new Map<string, PlayingCard>();
rankNames.forEach((names, rank) => {
  suitNames.forEach((suits, suit) => {
    for (const name of names) for (const suitName of suits) cards.set(name + suitName, rank * 4 + suit);
  });
});
/** French clients call hearts c (cœur), which is clubs elsewhere. */
const frenchSuits: Record<string, number> = { p: 0, c: 1, k: 2, t: 3 };

/** Reads `Ah`, `10♠`, `Knd` or `Тh`. @returns undefined for anything else */
export const readCard = (text: string): PlayingCard | undefined => cards.get(text);

/**
 * Reads cards with spaces or commas between them, in the language of the client.
 * @returns undefined unless all can be read
 */
export function readCards(text: string, { isFrench = false } = {}): PlayingCard[] | undefined {
  const found: PlayingCard[] = [];
  let start = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : 32;
    if (code !== 32 && code !== 44) continue;
    if (index > start) {
      const card = isFrench ? frenchCard(text.slice(start, index)) : cards.get(text.slice(start, index));
      if (card === undefined) return undefined;
      found.push(card);
    }
    start = index + 1;
  }
  return found;
}

function frenchCard(text: string): PlayingCard | undefined {
  const suit = frenchSuits[text.slice(-1)];
  const rank = cards.get(`${text.slice(0, -1)}s`);
  return suit === undefined || rank === undefined ? undefined : rank - (rank % 4) + suit;
}
