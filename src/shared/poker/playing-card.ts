/** One of the 52 cards: `rank * 4 + suit`, with rank 0 the deuce and rank 12 the ace. */
export type PlayingCard = number;

const ranks = '23456789TJQKA';
const suits = 'shdc';
const suitSymbols = '♠♥♦♣';

const suitNames = ['spades', 'hearts', 'diamonds', 'clubs'] as const;

// The annotations let bundlers leave out these values where nothing uses them, such as in the worker that parses hands.
export const rankNames =
  /* @__PURE__ */ 'deuce three four five six seven eight nine ten jack queen king ace'.split(' ');

export const rankOf = (card: PlayingCard): number => card >> 2;
export const suitOf = (card: PlayingCard): number => card & 3;

export const fullDeck: readonly PlayingCard[] = /* @__PURE__ */ Array.from({ length: 52 }, (_, card) => card);

/** Reads a card such as `Ah`, `10s` or `A♥`. @returns undefined if the text is not a card */
export function parseCard(text: string): PlayingCard | undefined {
  const rankText = text.slice(0, -1).toUpperCase();
  const rank = rankText === '10' ? ranks.indexOf('T') : rankText.length === 1 ? ranks.indexOf(rankText) : -1;
  const last = text.slice(-1);
  const suit = Math.max(suits.indexOf(last.toLowerCase()), suitSymbols.indexOf(last));
  return rank === -1 || suit === -1 || last === '' ? undefined : rank * 4 + suit;
}

/** Reads cards with or without spaces between them: `AhKd`, `Ah 10d`. @returns undefined unless all can be read */
export function parseCards(text: string): PlayingCard[] | undefined {
  const parts = text.replaceAll(/\s+/g, '').match(/(10|.)./gu) ?? [];
  if (parts.join('').length !== text.replaceAll(/\s+/g, '').length) return undefined;
  const cards = parts.map(parseCard);
  return cards.every((card) => card !== undefined) ? cards : undefined;
}

/** Reads cards like `parseCards`. @throws RangeError unless all can be read */
export function readCards(text: string): PlayingCard[] {
  const cards = parseCards(text);
  if (!cards) throw new RangeError(`Not cards: ${text}`);
  return cards;
}

/** Such as `Ah`. */
export function cardText(card: PlayingCard): string {
  return `${ranks[rankOf(card)]}${suits[suitOf(card)]}`;
}

/** Such as `A♥`. */
export function cardSymbols(card: PlayingCard): string {
  return `${ranks[rankOf(card)]}${suitSymbols[suitOf(card)]}`;
}

/** Such as `ace of hearts`. */
export function cardName(card: PlayingCard): string {
  return `${rankNames[rankOf(card)]} of ${suitNames[suitOf(card)]}`;
}
