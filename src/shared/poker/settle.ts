import { contributionsOf, type DealState } from './deal.ts';
import { rankHand, rankOmaha } from './evaluate.ts';
import type { Award, PokerGame } from './hand.ts';
import type { PlayingCard } from './playing-card.ts';
import { awardPots, potsOf, rakedPots } from './pots.ts';

const omaha: readonly PokerGame[] = ['plo', 'plo5', 'plo6'];
/**
 * Games that split the pot with a low hand or rank hands in another order: only pots with one contender are awarded.
 */
const unranked: readonly PokerGame[] = ['plo8', 'shortdeck'];

/**
 * The rank of a hand at showdown; higher wins.
 * @returns undefined if cards are unknown, the board is incomplete, or we do not rank hands of the game
 */
export function rankIn(
  game: PokerGame,
  cards: readonly PlayingCard[] | undefined,
  board: readonly PlayingCard[] | undefined,
): number | undefined {
  if (!cards || board?.length !== 5 || unranked.includes(game)) return undefined;
  return omaha.includes(game) ? rankOmaha(cards, board) : rankHand([...cards, ...board]);
}

/**
 * Awards the pots of a finished deal by the cards.
 * @param boards - one for each run, or a single one
 * @param increment - the smallest amount that is paid, in hundredths of the hand's unit: 1, or 100 if chips are not
 *   divided
 * @param taken - rake and fees, in hundredths of the hand's unit
 * @returns undefined if a pot depends on unknown cards, or on a rank that `rankIn` does not know
 */
export function settleDeal(
  state: DealState,
  game: PokerGame,
  cardsOf: (seat: number) => readonly PlayingCard[] | undefined,
  boards: readonly (readonly PlayingCard[])[],
  increment: number,
  taken = 0,
): Award[] | undefined {
  const rank = (seat: number, run: number) => rankIn(game, cardsOf(seat), boards[run]);
  const pots = rakedPots(potsOf(contributionsOf(state), state.dead), taken);
  return awardPots(pots, Math.max(boards.length, 1), rank, increment);
}
