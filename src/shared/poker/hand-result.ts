import type { Award, Hand } from './hand.ts';
import { holeCardCount } from './hole-cards.ts';
import type { PlayingCard } from './playing-card.ts';
import { finalMoney, paidBySeat } from './table-states.ts';

type Cards = Pick<Hand, 'game' | 'seats' | 'shows'>;

/** The hole cards of a seat: each card that the seat was dealt or showed, and null for each unknown card. */
export function cardsOf({ game, seats, shows }: Cards, seat: number): (PlayingCard | null)[] {
  const ofSeat = (each: { seat: number }) => each.seat === seat;
  const cards = seats.find(ofSeat)?.cards ?? shows.find(ofSeat)?.cards ?? [];
  return Array.from({ length: holeCardCount(game) }, (_, index) => cards[index] ?? null);
}

/** The cards that a seat was dealt or showed; undefined if some are unknown, because players may show a single card. */
export function knownCardsOf(hand: Cards, seat: number): PlayingCard[] | undefined {
  const cards = cardsOf(hand, seat).filter((card) => card !== null);
  return cards.length === holeCardCount(hand.game) ? cards : undefined;
}

/**
 * Whether the hand is over. A hand may end without an award: if no small blind is posted and all fold, the big blind is
 * returned.
 */
export const hasEnded = (hand: Hand): boolean => hand.awards.length > 0 || finalMoney(hand) === 0;

/** Whether more than one seat was left at the end, so that the cards decided who won. */
export function hasShowdown({ seats, actions }: Pick<Hand, 'seats' | 'actions'>): boolean {
  const folded = new Set(actions.flatMap((action) => (action.a === 'fold' ? [action.seat] : [])));
  return seats.filter(({ seat, sitsOut }) => !sitsOut && !folded.has(seat)).length > 1;
}

/** The sum of awards, in hundredths of the hand's unit. */
export function sumOfAwards(awards: readonly Pick<Award, 'amount'>[]): number {
  return awards.reduce((sum, { amount }) => sum + amount, 0);
}

/** What a seat gets of these awards, in hundredths of the hand's unit. */
export function wonBy(awards: readonly Pick<Award, 'seat' | 'amount'>[], seat: number): number {
  return sumOfAwards(awards.filter((award) => award.seat === seat));
}

export type SeatResult = {
  /** What the seat gained, in hundredths of the hand's unit; negative for a loss. */
  net: number;
  /**
   * The gain on each board; one entry if the hand is run once. What the seat paid is divided equally among the boards.
   */
  runs: number[];
  /** Whether the seat shared every pot that it won with another seat. */
  isSplit: boolean;
};

/** What a seat won or lost in a finished hand, without cash-outs and bounties. */
export function resultOf(hand: Hand, seat: number): SeatResult {
  const paid = paidBySeat(hand).get(seat) ?? 0;
  const own = hand.awards.filter((award) => award.seat === seat);
  const count = Math.max(1, ...hand.awards.map(({ run = 1 }) => run));
  // A seat that wins the high and the low half of a pot has two awards of the pot.
  const sharesPot = (one: Award) => (other: Award) =>
    other.seat !== seat && other.pot === one.pot && other.run === one.run;
  const shared = own.filter((award) => hand.awards.some(sharesPot(award)));
  return {
    net: sumOfAwards(own) - paid,
    runs: Array.from({ length: count }, (_, index) => {
      const ofRun = own.filter(({ run }) => run === index + 1);
      const ofAll = own.filter(({ run }) => run === undefined);
      return sumOfAwards(ofRun) + (sumOfAwards(ofAll) - paid) / count;
    }),
    isSplit: own.length > 0 && shared.length === own.length,
  };
}
