import { hasOwnAntes, type StreetName, streetNames } from './deal.ts';
import type { Hand, HandAction, SeatAction } from './hand.ts';
import { isLivePost } from './live-post.ts';
import type { PlayingCard } from './playing-card.ts';
import { dealtSeats } from './positions.ts';
import { type Pot, potsOf } from './pots.ts';

/** A seat that is dealt in. Amounts are in hundredths of the hand's unit. */
export type TableSeat = {
  seat: number;
  stack: number;
  /** Live money of this street, in front of the seat. */
  bet: number;
  /** What the seat paid on all streets: bets, calls, live blinds, and its ante if every seat pays one. */
  total: number;
  folded: boolean;
};

/** The table after some of a hand's actions. */
export type TableState = {
  street: StreetName;
  /** The seats that are dealt in, in the order in which they act after the flop. */
  seats: readonly TableSeat[];
  /** Money in no seat's `total`, such as a missed small blind or an ante paid for all. It belongs to the main pot. */
  dead: number;
  /** The amount on this street that a seat must match to call. */
  bet: number;
  /** What the last action moved from the stack to the table; negative for a returned bet. */
  added: number;
};

/**
 * The table before a hand's first action and after each action. Actions that the rules forbid are counted like others,
 * because poker rooms may have other rules.
 */
export function tableStates(hand: Pick<Hand, 'seats' | 'button' | 'stakes' | 'actions'>): TableState[] {
  let state: TableState = {
    street: 'preflop',
    seats: dealtSeats(hand).map(({ seat, stack }) => ({
      seat,
      stack,
      bet: 0,
      total: 0,
      folded: false,
    })),
    dead: 0,
    bet: 0,
    added: 0,
  };
  return [
    state,
    ...hand.actions.map((action) => {
      state = stateAfter(state, action, hand.stakes);
      return state;
    }),
  ];
}

function stateAfter(state: TableState, action: HandAction, stakes: Hand['stakes']): TableState {
  if (action.a === 'street') {
    const seats = state.seats.map((seat) => ({ ...seat, bet: 0 }));
    return { ...state, street: action.street, seats, bet: 0, added: 0 };
  }
  const index = state.seats.findIndex(({ seat }) => seat === action.seat);
  const own = state.seats[index];
  if (!own) return { ...state, added: 0 };
  const added = addedBy(state, own, action);
  const isPost = action.a === 'post';
  const isLive = !isPost || isLivePost(action.what);
  const isOwn = isLive || (action.what === 'ante' && hasOwnAntes(stakes));
  const bet = Math.max(own.bet + (isLive ? added : 0), 0);
  // The bet to call is the full big blind, even if the blind was posted short.
  const toMatch = isPost && action.what === 'big' ? Math.max(stakes.big, bet) : bet;
  return {
    ...state,
    seats: state.seats.with(index, {
      ...own,
      stack: own.stack - added,
      bet,
      total: own.total + (isOwn ? added : 0),
      folded: own.folded || action.a === 'fold',
    }),
    dead: state.dead + (isOwn ? 0 : added),
    bet: isLive ? Math.max(state.bet, toMatch) : state.bet,
    added,
  };
}

function addedBy(state: TableState, own: TableSeat, action: SeatAction): number {
  switch (action.a) {
    case 'post':
      return action.amount;
    case 'return':
      return -action.amount;
    case 'bet':
    case 'raise':
      return action.to - own.bet;
    case 'call':
      return callBy(state, own);
    default:
      return 0;
  }
}

/** What a call of the seat adds, in hundredths of the hand's unit. */
export function callBy(state: TableState, own: TableSeat): number {
  // A call need not exceed what the others can put in.
  const others = state.seats.filter(({ seat, folded }) => seat !== own.seat && !folded);
  const toMatch = Math.min(state.bet, Math.max(0, ...others.map(({ bet, stack }) => bet + stack)));
  return Math.min(Math.max(toMatch - own.bet, 0), own.stack);
}

/** The sum of all pots and bets, in hundredths of the hand's unit. */
export function moneyIn({ seats, dead }: Pick<TableState, 'seats' | 'dead'>): number {
  return seats.reduce((sum, { total }) => sum + total, dead);
}

/** The money on the table after a hand's last action, in hundredths of the hand's unit. */
export function finalMoney(hand: Pick<Hand, 'seats' | 'button' | 'stakes' | 'actions'>): number {
  const last = tableStates(hand).at(-1);
  return last ? moneyIn(last) : 0;
}

/** The pots without the bets of this street, the main pot first. */
export function potsBehindBets({ seats, dead }: TableState): Pot[] {
  return potsOf(
    seats.map(({ seat, total, bet, folded }) => ({ seat, units: total - bet, folded })),
    dead,
  );
}

/** What each seat paid in a finished hand, in hundredths of the hand's unit. */
export function paidBySeat(hand: Pick<Hand, 'seats' | 'button' | 'stakes' | 'actions'>): Map<number, number> {
  const stacks = new Map(hand.seats.map(({ seat, stack }) => [seat, stack]));
  const last = tableStates(hand).at(-1);
  return new Map(last?.seats.map(({ seat, stack }) => [seat, (stacks.get(seat) ?? 0) - stack]));
}

/** How many cards a board has after a street is dealt. */
export function boardSize(street: StreetName): number {
  return [0, 3, 4, 5][streetNames.indexOf(street)] ?? 0;
}

export function streetCards(board: readonly PlayingCard[], street: StreetName): PlayingCard[] {
  const before = streetNames[streetNames.indexOf(street) - 1] ?? 'preflop';
  return board.slice(boardSize(before), boardSize(street));
}
