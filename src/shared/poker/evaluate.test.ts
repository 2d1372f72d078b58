import { describe, expect, it } from 'vitest';
import { describeRank, rankHand, rankMasks, rankOmaha } from './evaluate.ts';
import { cardSymbols, cardText, fullDeck, parseCard, parseCards, rankOf, suitOf } from './playing-card.ts';

const cards = (text: string) => {
  const parsed = parseCards(text);
  if (!parsed) throw new Error(`not cards: ${text}`);
  return parsed;
};

describe('playing cards', () => {
  it('playing cards are parsed in all usual forms and printed in one form', () => {
    for (const text of ['Th', '10h', 'T♥', 'tH']) expect(cardText(parseCard(text) ?? -1)).toBe('Th');
    expect(fullDeck.map(cardText).map(parseCard)).toEqual(fullDeck);
    expect(cardSymbols(cards('As')[0] ?? 0)).toBe('A♠');
  });

  it.each(['', 'h', '1h', 'Ax', '11s', 'AhK'])('%j is not a card', (text) => {
    expect(parseCard(text)).toBeUndefined();
    if (text !== '') expect(parseCards(text)).toBeUndefined();
  });
});

const royalFlush = rankHand(cards('AhKhQhJhTh'));

/** Counts the hands of `size` cards in each category, royal flushes last, and the different ranks of these hands. */
function countRanks(size: number): { counts: number[]; ranks: number } {
  const counts = new Array<number>(10).fill(0);
  const seen = new Uint8Array(9 << 20);
  const masks = new Int32Array(4);
  const place = (card: number) => {
    masks[suitOf(card)] = (masks[suitOf(card)] as number) ^ (1 << rankOf(card));
  };
  const deal = (from: number, missing: number): void => {
    if (missing === 0) {
      const [s = 0, h = 0, d = 0, c = 0] = masks;
      const rank = rankMasks(s, h, d, c);
      const category = rank === royalFlush ? 9 : rank >> 20;
      counts[category] = (counts[category] as number) + 1;
      seen[rank] = 1;
      return;
    }
    for (let card = from; card <= 52 - missing; card += 1) {
      place(card);
      deal(card + 1, missing - 1);
      place(card);
    }
  };
  deal(0, size);
  return { counts, ranks: seen.reduce((sum, one) => sum + one, 0) };
}

describe('rank of a hand', () => {
  it('the 2,598,960 hands of five cards have 7,462 different ranks, and each category has its known number of hands', () => {
    const { counts, ranks } = countRanks(5);
    expect(counts).toEqual([1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]);
    expect(ranks).toBe(7_462);
  });

  // Only in `npm run test:all`, which sets the variable, because it takes long.
  it.runIf(process.env.MODEL_RUNS)(
    'the 133,784,560 hands of seven cards have 4,824 different ranks, and each category has its known number of hands',
    () => {
      const { counts, ranks } = countRanks(7);
      expect(counts).toEqual([
        23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260,
        4_324,
      ]);
      expect(ranks).toBe(4_824);
    },
  );

  it('the rank of seven cards is the rank of the best of their 21 hands of five cards', () => {
    let seed = 20_261_125;
    const random = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    };
    for (let round = 0; round < 3_000; round += 1) {
      const deck = [...fullDeck];
      const seven = Array.from(
        { length: 7 },
        () => deck.splice(Math.floor(random() * deck.length), 1)[0] ?? 0,
      );
      let best = 0;
      for (let a = 0; a < 7; a += 1)
        for (let b = a + 1; b < 7; b += 1)
          best = Math.max(best, rankHand(seven.filter((_, index) => index !== a && index !== b)));
      expect(rankHand(seven), seven.map(cardText).join(' ')).toBe(best);
    }
  });

  it.each([
    // Two sets make a full house. Of three pairs, only the two highest count.
    ['AhAdAc KsKdKc 2s', 'a full house, aces full of kings'],
    ['KhKd 7s7c 3d3s Ac', 'two pair, kings and sevens'],
    ['5h4d3c2sAh 9c9d', 'a straight, five high'],
    ['6h5d4c3s2h AcKd', 'a straight, six high'],
    ['AhKhQhJhTh 9h2c', 'a royal flush'],
    ['5s4s3s2sAs KsQs', 'a straight flush, five high'],
    ['KhTh7h4h2h KsKd', 'a flush, king high'],
    ['QhQdQcQs AhAdAc', 'four of a kind, queens'],
    ['JhJdJc 9s8d3c2h', 'three of a kind, jacks'],
    ['6h6d Ac9s8d3c2h', 'a pair of sixes'],
    ['AcQs9d7h5c3d2s', 'ace high'],
  ])('%s is %s', (text, words) => {
    expect(describeRank(rankHand(cards(text)))).toBe(words);
  });

  it('hands that differ only in suits, or in cards outside of the best five, have the same rank', () => {
    const board = 'AsKdQh9c4d';
    expect(rankHand(cards(`${board}JcTs`))).toBe(rankHand(cards(`${board}JdTh`)));
    expect(rankHand(cards(`${board}Ac3s`))).toBe(rankHand(cards(`${board}Ad2h`)));
    expect(rankHand(cards(`${board}AcJs`))).toBeGreaterThan(rankHand(cards(`${board}AdTh`)));
  });

  it('a rank in Omaha uses two cards of the hand and three of the board', () => {
    // Four hearts on the board and one in the hand make no flush.
    const board = cards('AhKh9h2hTc');
    expect(describeRank(rankOmaha(cards('QhJs3c3d'), board))).toBe('a straight, ace high');
    expect(describeRank(rankOmaha(cards('Qh8h3c3d'), board))).toBe('a flush, ace high');
  });
});
