import { compare, equityHoldem, evaluateHoldem } from '@poker-apprentice/hand-evaluator';
import { describe, expect, it } from 'vitest';
import { handEquities } from './equity.ts';
import { rankHand } from './evaluate.ts';
import { cardText, fullDeck, type PlayingCard } from './playing-card.ts';

/** Fifty pairs of hands for each of the `MODEL_RUNS`: a million in `npm run test:all`. */
const pairs = 50 * Number(process.env.MODEL_RUNS ?? 40);
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);

function randomFrom(start: number): () => number {
  let value = start;
  return () => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return value / 2 ** 32;
  };
}

type Card = Parameters<typeof evaluateHoldem>[0]['holeCards'][number];
const cardNames = (cards: readonly PlayingCard[]) => cards.map((card) => cardText(card) as Card);

function draw(random: () => number, count: number): PlayingCard[] {
  const drawn = new Set<PlayingCard>();
  while (drawn.size < count) drawn.add(Math.floor(random() * fullDeck.length));
  return [...drawn];
}

describe('comparison with another evaluator', () => {
  it(`the other evaluator orders random hands in the same way (MODEL_SEED=${seed})`, () => {
    const random = randomFrom(seed);
    const wrong: string[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const drawn = draw(random, 9);
      const [one, other, board] = [drawn.slice(0, 2), drawn.slice(2, 4), drawn.slice(4)];
      const order = Math.sign(rankHand([...one, ...board]) - rankHand([...other, ...board]));
      const [first, second] = [one, other].map((hole) =>
        evaluateHoldem({ holeCards: cardNames(hole), communityCards: cardNames(board) }),
      );
      // `compare` sorts the better hand first.
      if (first && second && order !== -compare(first, second)) wrong.push(cardNames(drawn).join(' '));
    }
    expect(wrong).toEqual([]);
  });

  it('the other evaluator gives the same equities on a flop', () => {
    const random = randomFrom(seed);
    for (let round = 0; round < 5; round += 1) {
      const drawn = draw(random, 9);
      const hands = [drawn.slice(0, 2), drawn.slice(2, 4), drawn.slice(4, 6)];
      const board = drawn.slice(6);
      const theirs = equityHoldem(hands.map(cardNames), cardNames(board));
      handEquities(hands, board).equities.forEach(({ share }, index) => {
        expect(share, cardNames(drawn).join(' ')).toBeCloseTo(theirs[index]?.equity ?? -1, 9);
      });
    }
  });
});
