import { masksOf, rankMasks, rankOmaha } from './evaluate.ts';
import { fullDeck, type PlayingCard, rankOf, suitOf } from './playing-card.ts';

export type Equity = {
  /** The fraction of the pot that the hand wins on average, 0…1; a split pot counts in part. */
  share: number;
  /** The fractions of the run-outs in which the hand wins alone, and in which it splits the pot. */
  win: number;
  tie: number;
};

export type HandEquities = { equities: Equity[]; runOuts: number };

/**
 * The exact equities of two or more known hands of hold'em or Omaha, over every run-out of the board.
 * @param hands - two cards each, or four for Omaha; no card twice
 * @param board - three to five cards, or none (hold'em only: Omaha would take minutes before the flop)
 */
export function handEquities(
  hands: readonly (readonly PlayingCard[])[],
  board: readonly PlayingCard[],
): HandEquities {
  const used = new Set([...hands.flat(), ...board]);
  const left = fullDeck.filter((card) => !used.has(card));
  const isOmaha = (hands[0]?.length ?? 2) > 2;
  const count = hands.length;
  const wins = new Float64Array(count);
  const ties = new Float64Array(count);
  const shares = new Float64Array(count);
  const ranks = new Int32Array(count);
  /** For each hand together with the board, four masks: one for each suit. */
  const masks = Int32Array.from(hands.flatMap((hand) => masksOf([...hand, ...board])));
  /** The board; for Omaha, followed by the cards of the current run-out. */
  const drawn = [...board];
  let runOuts = 0;

  // For hold'em, this runs up to 1.7 million times and must not allocate objects.
  function countRunOut(s: number, h: number, d: number, c: number): void {
    runOuts += 1;
    let best = -1;
    let winners = 0;
    for (let index = 0; index < count; index += 1) {
      const at = index * 4;
      const rank = isOmaha
        ? rankOmaha(hands[index] as PlayingCard[], drawn)
        : rankMasks(
            (masks[at] as number) | s,
            (masks[at + 1] as number) | h,
            (masks[at + 2] as number) | d,
            (masks[at + 3] as number) | c,
          );
      ranks[index] = rank;
      if (rank > best) {
        best = rank;
        winners = 1;
      } else if (rank === best) winners += 1;
    }
    for (let index = 0; index < count; index += 1) {
      if (ranks[index] !== best) continue;
      shares[index] = (shares[index] as number) + 1 / winners;
      const counted = winners === 1 ? wins : ties;
      counted[index] = (counted[index] as number) + 1;
    }
  }

  function deal(from: number, missing: number, s: number, h: number, d: number, c: number): void {
    if (missing === 0) {
      countRunOut(s, h, d, c);
      return;
    }
    for (let index = from; index <= left.length - missing; index += 1) {
      const card = left[index] as PlayingCard;
      const bit = 1 << rankOf(card);
      const suit = suitOf(card);
      if (isOmaha) drawn.push(card);
      deal(
        index + 1,
        missing - 1,
        suit === 0 ? s | bit : s,
        suit === 1 ? h | bit : h,
        suit === 2 ? d | bit : d,
        suit === 3 ? c | bit : c,
      );
      if (isOmaha) drawn.pop();
    }
  }

  deal(0, 5 - board.length, 0, 0, 0, 0);
  return {
    runOuts,
    equities: hands.map((_, index) => ({
      share: (shares[index] ?? 0) / runOuts,
      win: (wins[index] ?? 0) / runOuts,
      tie: (ties[index] ?? 0) / runOuts,
    })),
  };
}
