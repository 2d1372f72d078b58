import { completeHand, type HandDraft, potsIn } from '../../../../shared/poker/complete-hand.ts';
import {
  type DealState,
  type Legal,
  legalActions,
  type StreetName,
  startDeal,
  stepDeal,
  streetNames,
} from '../../../../shared/poker/deal.ts';
import { forcedPosts } from '../../../../shared/poker/forced-posts.ts';
import type { Award, Hand, HandAction } from '../../../../shared/poker/hand.ts';
import type { PlayingCard } from '../../../../shared/poker/playing-card.ts';
import { awardPots } from '../../../../shared/poker/pots.ts';
import { rankIn } from '../../../../shared/poker/settle.ts';
import { boardSize } from '../../../../shared/poker/table-states.ts';

/** What the user enters before the first action. Amounts are in hundredths of the hand's unit. */
export type HandSetup = {
  kind: Hand['kind'];
  game: 'nlhe' | 'plo';
  currency: string | null;
  small: number;
  big: number;
  players: number;
  /** The hero's seat, counted clockwise: 1 is the first after the button, and `players` is the button. */
  hero: number;
  heroCards: PlayingCard[];
  /** The starting stack of every player, in big blinds. */
  stackBig: number;
  /** Who pays antes, and the amount of an ante in tenths of a big blind; undefined without antes. */
  ante?: { from: 'each' | 'bigBlindPays'; tenths: number } | undefined;
};

/** An action, or the cards of a street, as entered after the setup. */
export type Move =
  | { kind: 'fold' | 'check' | 'call' }
  | { kind: 'size'; to: number }
  | { kind: 'cards'; cards: PlayingCard[] };

/** What the user enters after the last action. */
export type Ending = {
  /** Cards that opponents showed, by seat. */
  shown: { readonly [seat: number]: readonly PlayingCard[] };
  /** The seat that won, if the cards do not decide; empty if none is chosen. */
  winner: string;
  /** The seat that won the side pot, if `winner` cannot win it and the cards do not decide. */
  sideWinner?: string;
};

export type BuiltHand = {
  draft: HandDraft;
  state: DealState;
  /** The legal actions of the player to act; null if no action is due. */
  legal: Legal | null;
  /** The street whose cards must be entered next; null if none are due. */
  nextStreet: Exclude<StreetName, 'preflop'> | null;
  /**
   * The moves that remain after an undo: without the last legal move, and without illegal moves that the user entered
   * after it.
   */
  movesBefore: readonly Move[];
};

/**
 * Adds a fold of each player who acts before the hero.
 * @returns undefined if the hero is already next to act, or would not be next after these folds
 */
export function foldsToHero(setup: HandSetup, moves: readonly Move[]): Move[] | undefined {
  const all = [...moves];
  for (let folds = 0; folds < setup.players; folds += 1) {
    const { legal, nextStreet } = playMoves(setup, all);
    if (!legal || nextStreet) return undefined;
    if (legal.seat === setup.hero) return folds === 0 ? undefined : all;
    all.push({ kind: 'fold' });
  }
  return undefined;
}

/** Plays the moves and leaves out those that the rules no longer allow. */
export function playMoves(setup: HandSetup, moves: readonly Move[]): BuiltHand {
  const { players, hero, heroCards } = setup;
  const table: Omit<HandDraft, 'actions' | 'boards'> = {
    v: 1,
    game: setup.game,
    kind: setup.kind,
    unit: { currency: setup.currency },
    stakes: {
      small: setup.small,
      big: setup.big,
      ...(setup.ante && { ante: anteOf(setup.ante, setup.big) }),
    },
    maxSeats: players,
    // Seat 1 is the small blind, except heads-up, where the button posts it.
    button: players,
    seats: Array.from({ length: players }, (_, index) => ({
      seat: index + 1,
      stack: setup.stackBig * setup.big,
      ...(index + 1 === hero && heroCards.length > 0 && { cards: heroCards }),
    })),
    hero,
    rake: 0,
    source: 'builder',
  };
  let state = startDeal(table);
  const actions: HandAction[] = [];
  let board: PlayingCard[] = [];
  const add = (action: HandAction): boolean => {
    const next = stepDeal(state, action);
    if ('violation' in next) return false;
    actions.push(action);
    state = next;
    return true;
  };
  const playMove = (move: Move): boolean => {
    if (move.kind === 'cards') {
      const street = nextStreetOf(state);
      if (street === null || move.cards.length !== cardsOpened(street)) return false;
      board = [...board, ...move.cards];
      return add({ a: 'street', street });
    }
    const legal = legalActions(state);
    if (!legal) return false;
    const { seat } = legal;
    if (move.kind === 'size') return add({ a: state.bet > 0 ? 'raise' : 'bet', seat, to: move.to });
    if (move.kind === 'fold') return add({ a: 'fold', seat });
    return add({ a: legal.call > 0 ? 'call' : 'check', seat });
  };
  for (const post of forcedPosts(table)) add(post);
  let movesBefore: readonly Move[] = [];
  for (const [index, move] of moves.entries()) {
    if (playMove(move)) movesBefore = moves.slice(0, index);
  }
  return {
    draft: { ...table, actions, boards: board.length > 0 ? [board] : [] },
    state,
    legal: legalActions(state),
    nextStreet: nextStreetOf(state),
    movesBefore,
  };
}

function anteOf({ from, tenths }: NonNullable<HandSetup['ante']>, big: number): Hand['stakes']['ante'] {
  const units = (tenths * big) / 10;
  return from === 'each' ? { each: units } : { bigBlindPays: units };
}

function nextStreetOf(state: DealState): BuiltHand['nextStreet'] {
  const { phase, street } = state;
  // Antes and blinds may put all players all-in.
  const waitsForCards = phase === 'dealing' || (phase === 'posting' && legalActions(state) === null);
  const next = waitsForCards ? streetNames[streetNames.indexOf(street) + 1] : undefined;
  return next === undefined || next === 'preflop' ? null : next;
}

/** The number of board cards that a street adds. */
export function cardsOpened(street: Exclude<StreetName, 'preflop'>): number {
  return boardSize(street) - boardSize(streetNames[streetNames.indexOf(street) - 1] ?? 'preflop');
}

/** The hand with the cards that opponents showed. */
function withShown(draft: HandDraft, shown: Ending['shown']): HandDraft {
  const seats = draft.seats.map((seat) => {
    const cards = shown[seat.seat];
    return cards ? { ...seat, cards: [...cards] } : seat;
  });
  return { ...draft, seats };
}

/** The pots of a finished hand, main pot first. `awards` is undefined for a pot that the known cards do not decide. */
export function decidePots({ draft, state }: BuiltHand, shown: Ending['shown']) {
  const { game, seats, boards } = withShown(draft, shown);
  const rank = (seat: number) => rankIn(game, seats.find((each) => each.seat === seat)?.cards, boards[0]);
  return potsIn(state).map((pot, index) => ({
    ...pot,
    awards: awardPots([pot], 1, rank, 1)?.map((award) => ({ ...award, pot: index })),
  }));
}

/**
 * Completes a hand with its result.
 * @param shown - cards that opponents showed, by seat
 * @param winners - seats; the first of them that can win a pot wins it, unless the known cards decide the pot
 * @throws RangeError if the hand is not over, or if a pot has no winner
 */
export function finishHand(built: BuiltHand, shown: Ending['shown'], winners: readonly number[]): Hand {
  const awards = decidePots(built, shown).flatMap(({ units, contenders, awards }, pot): Award[] => {
    if (awards) return awards;
    const seat = winners.find((winner) => contenders.includes(winner));
    if (seat === undefined) throw new RangeError('A pot has no winner.');
    return [{ seat, pot, amount: units }];
  });
  return completeHand(withShown(built.draft, shown), { awards });
}

/**
 * Parses a bet size: `2.5` big blinds, `3x` the bet, `66%` of the pot, `pot`, or `ai` for all-in.
 * @returns the street total in hundredths of the hand's unit; a multiple of the bet and a share of the pot are limited
 * to the legal range. Undefined if the number of big blinds is illegal, if the text has another form, or if no bet or
 * raise is legal
 */
export function readSize(text: string, { state, legal, big, pot }: SizeContext): number | undefined {
  const range = legal.raise;
  if (!range) return undefined;
  const [min, max] = range;
  const typed = text.trim().toLowerCase().replace(',', '.');
  const streetBet = state.seats.find(({ seat }) => seat === legal.seat)?.bet ?? 0;
  const afterCall = streetBet + legal.call;
  const within = (units: number) => Math.min(Math.max(Math.round(units), min), max);
  if (typed === 'ai' || typed === 'all-in') return max;
  if (typed === 'pot') return within(afterCall + pot + legal.call);
  const match = /^(\d+(?:\.\d+)?)(bb|x|%)?$/.exec(typed);
  if (!match) return undefined;
  const number = Number(match[1]);
  if (match[2] === 'x') return within(number * Math.max(state.bet, big));
  if (match[2] === '%') return within(afterCall + ((pot + legal.call) * number) / 100);
  const legalSize = within(number * big);
  // The user sees rounded limits. A size that misses the exact limits by no more than the rounding is accepted.
  return Math.abs(number * big - legalSize) < big / 20 ? legalSize : undefined;
}

export type SizeContext = { state: DealState; legal: Legal; big: number; pot: number };
