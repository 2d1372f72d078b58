import type { Hand, HandAction, PokerGame, PostAction } from './hand.ts';
import { isLivePost } from './live-post.ts';
import { dealtSeats } from './positions.ts';
import type { Contribution } from './pots.ts';

/** Amounts are in hundredths of the hand's unit. */
type DealSeat = {
  seat: number;
  stack: number;
  /** Live money that the seat has put in on this street. */
  bet: number;
  /** Live money on all streets, and the ante if the seat pays its own. */
  total: number;
  folded: boolean;
  /** The bet that the seat faced or made when it last acted on this street; null before that. */
  actedAt: number | null;
};

export const streetNames = ['preflop', 'flop', 'turn', 'river'] as const;
export type StreetName = (typeof streetNames)[number];
/** A street that begins with new cards on the board. */
export type BoardStreet = Exclude<StreetName, 'preflop'>;

export type DealState = {
  /** `fixed` is played like `none`: the sizes of fixed-limit bets are not checked. */
  limit: 'none' | 'pot' | 'fixed';
  /** Whether each seat pays its own ante (`hasOwnAntes`). */
  antesAreOwn: boolean;
  big: number;
  /** Whether players must call the full big blind even if it was posted short, as in card rooms. */
  callsWholeBlind: boolean;
  /** In the order in which they act after the flop. */
  seats: readonly DealSeat[];
  street: StreetName;
  /** `posting` ends with the first decision; `dealing` waits for the next street. */
  phase: 'posting' | 'betting' | 'dealing' | 'over';
  /** Index of the last seat that posted a big blind or a straddle; -1 before that. */
  lastPost: number;
  /** The street total that must be matched. */
  bet: number;
  /** Size of the last full bet or raise, which is the minimum size of the next one. */
  fullRaise: number;
  /** Dead money. It belongs to the main pot, and does not count as paid by the seat that posted it. */
  dead: number;
  /** Index of the seat whose turn it is; null if no seat has to act. */
  toAct: number | null;
  /** Returned bets, which no other seat matched. */
  returned: readonly { seat: number; amount: number }[];
};

type ViolationCode =
  | 'unknown_seat'
  | 'posted_late'
  | 'not_its_turn'
  | 'cannot_check'
  | 'nothing_to_call'
  | 'nothing_to_raise'
  | 'faces_a_bet'
  | 'cannot_raise'
  | 'too_small'
  | 'too_large'
  | 'wrong_street'
  | 'nothing_to_return';

export type Violation = { violation: ViolationCode };

export type Legal = {
  seat: number;
  /** What a call adds, at most the stack, in hundredths of the hand's unit; 0 for a check. */
  call: number;
  /** The smallest and the largest street total of a bet or raise; null if none is allowed. */
  raise: readonly [number, number] | null;
};

const potLimit: readonly PokerGame[] = ['plhe', 'plo', 'plo5', 'plo6', 'plo8'];

/**
 * Whether each seat pays its own ante; such antes are divided among side pots. An ante that one seat pays for all
 * belongs to the main pot.
 */
export const hasOwnAntes = ({ ante }: Pick<Hand['stakes'], 'ante'>): boolean =>
  ante !== undefined && 'each' in ante;

/** The state before the first post: each seat that is dealt in has its whole stack. */
export function startDeal(
  hand: Pick<Hand, 'game' | 'stakes' | 'button' | 'seats'>,
  { callsWholeBlind = true }: { callsWholeBlind?: boolean } = {},
): DealState {
  const { big } = hand.stakes;
  return {
    limit: potLimit.includes(hand.game) ? 'pot' : hand.game === 'flhe' ? 'fixed' : 'none',
    antesAreOwn: hasOwnAntes(hand.stakes),
    big,
    callsWholeBlind,
    seats: dealtSeats(hand).map(({ seat, stack }) => ({
      seat,
      stack,
      bet: 0,
      total: 0,
      folded: false,
      actedAt: null,
    })),
    street: 'preflop',
    phase: 'posting',
    lastPost: -1,
    bet: 0,
    fullRaise: big,
    dead: 0,
    toAct: null,
    returned: [],
  };
}

/** What the next seat may do; null while no seat has a decision. A fold is always allowed. */
export function legalActions(state: DealState): Legal | null {
  const index = state.phase === 'posting' ? firstToAct(state) : state.toAct;
  const own = index === null ? undefined : state.seats[index];
  if (index === null || !own) return null;
  const { seat, stack, bet, actedAt } = own;
  const others = highestOfOthers(state, index);
  // A call need not exceed what the others can put in. Heads-up, a call therefore matches only the posted part of a
  // short big blind.
  const toMatch = Math.min(state.bet, others);
  const call = Math.min(Math.max(toMatch - bet, 0), stack);
  const isOpen = actedAt === null || state.bet - actedAt >= state.fullRaise;
  const all = bet + stack;
  // A raise is not allowed if no other seat can put in more than the bet.
  if (!isOpen || all <= state.bet || others <= state.bet) return { seat, call, raise: null };
  // A big blind that was posted short does not lower the minimum raise.
  const raisedFrom = state.street === 'preflop' ? Math.max(state.bet, state.big) : state.bet;
  const most = state.limit === 'pot' ? Math.min(all, potSizedTo(state, own)) : all;
  return { seat, call, raise: [Math.min(raisedFrom + state.fullRaise, most), most] };
}

/** The street total of a pot-sized raise: the seat's own money of the street, the call, and the pot after the call. */
function potSizedTo(state: DealState, own: DealSeat): number {
  const inPot = state.seats.reduce((sum, { total }) => sum + total, state.dead);
  const call = Math.max(state.bet - own.bet, 0);
  return own.bet + call + inPot + call;
}

/** The largest street total that another seat which is still in the hand can reach. */
function highestOfOthers({ seats }: DealState, index: number): number {
  return seats.reduce(
    (most, { folded, bet, stack }, place) => (place === index || folded ? most : Math.max(most, bet + stack)),
    0,
  );
}

/** Plays an action. Does not change `state`. @returns the next state, or the rule that the action breaks */
export function stepDeal(state: DealState, action: HandAction): DealState | Violation {
  switch (action.a) {
    case 'post':
      return post(state, action);
    case 'street':
      return dealStreet(state, action.street);
    case 'return': {
      const ended = endPosting(state);
      const isGiven = ended.returned.some(
        ({ seat, amount }) => seat === action.seat && amount === action.amount,
      );
      return isGiven ? ended : { violation: 'nothing_to_return' };
    }
    default:
      return decide(state, action);
  }
}

function post(state: DealState, { seat, what, amount }: PostAction): DealState | Violation {
  if (state.phase !== 'posting') return { violation: 'posted_late' };
  const index = state.seats.findIndex((each) => each.seat === seat);
  const own = state.seats[index];
  if (!own) return { violation: 'unknown_seat' };
  if (amount > own.stack) return { violation: 'too_large' };
  const isLive = isLivePost(what);
  const isOwn = isLive || (what === 'ante' && state.antesAreOwn);
  const posted = {
    ...state,
    seats: state.seats.with(index, {
      ...own,
      stack: own.stack - amount,
      bet: own.bet + (isLive ? amount : 0),
      total: own.total + (isOwn ? amount : 0),
    }),
    dead: state.dead + (isOwn ? 0 : amount),
  };
  const bet = Math.max(state.bet, isLive ? own.bet + amount : 0);
  if (what === 'big') {
    return { ...posted, lastPost: index, bet: state.callsWholeBlind ? Math.max(bet, state.big) : bet };
  }
  if (what === 'straddle') {
    return { ...posted, lastPost: index, bet, fullRaise: Math.max(state.fullRaise, bet) };
  }
  return { ...posted, bet };
}

function decide(before: DealState, action: DecisionAction): DealState | Violation {
  const state: DealState =
    before.phase === 'posting' ? { ...before, phase: 'betting', toAct: firstToAct(before) } : before;
  const legal = legalActions(state);
  const own = state.toAct === null ? undefined : state.seats[state.toAct];
  if (!legal || !own || state.toAct === null || legal.seat !== action.seat)
    return { violation: 'not_its_turn' };
  const { toAct } = state;
  const decided = (changed: DealSeat, bet = state.bet, fullRaise = state.fullRaise): DealState =>
    afterDecision({ ...state, seats: state.seats.with(toAct, changed), bet, fullRaise }, toAct);
  const paid = (added: number, actedAt = state.bet): DealSeat => ({
    ...own,
    actedAt,
    stack: own.stack - added,
    bet: own.bet + added,
    total: own.total + added,
  });
  switch (action.a) {
    case 'fold':
      return decided({ ...own, actedAt: state.bet, folded: true });
    case 'check':
      return legal.call > 0 ? { violation: 'cannot_check' } : decided(paid(0));
    case 'call':
      return legal.call === 0 ? { violation: 'nothing_to_call' } : decided(paid(legal.call));
    default: {
      if (action.a === 'raise' && state.bet === 0) return { violation: 'nothing_to_raise' };
      if (action.a === 'bet' && state.bet > 0) return { violation: 'faces_a_bet' };
      if (!legal.raise) return { violation: 'cannot_raise' };
      const [least, most] = legal.raise;
      if (action.to > most) return { violation: 'too_large' };
      if (action.to < least || action.to <= state.bet) return { violation: 'too_small' };
      const size = action.to - state.bet;
      const seat = paid(action.to - own.bet, action.to);
      return decided(seat, action.to, Math.max(state.fullRaise, size));
    }
  }
}

/** The index of the seat with the first decision before the flop: left of the last big blind or straddle. */
function firstToAct(state: DealState): number | null {
  return nextToAct(state, state.lastPost);
}

/** The next seat after `index` that has a decision; null if the betting round is complete. */
function nextToAct(state: DealState, index: number): number | null {
  const { seats } = state;
  for (let step = 1; step <= seats.length; step += 1) {
    const candidate = (index + step + seats.length) % seats.length;
    if (hasDecision(state, candidate)) return candidate;
  }
  return null;
}

function hasDecision(state: DealState, index: number): boolean {
  const { seats, bet } = state;
  const own = seats[index];
  if (!own || own.folded || own.stack === 0) return false;
  if (own.bet < bet) return own.bet < highestOfOthers(state, index);
  return (
    own.actedAt === null && seats.some(({ folded, stack }, place) => place !== index && !folded && stack > 0)
  );
}

/** The state after a decision of the seat at `index`: the next decision, or the end of the street or of the hand. */
function afterDecision(state: DealState, index: number): DealState {
  if (state.seats.filter(({ folded }) => !folded).length === 1) {
    return { ...returnUnmatched(state), phase: 'over', toAct: null };
  }
  const toAct = nextToAct(state, index);
  return toAct === null ? endStreet(state) : { ...state, toAct };
}

function endStreet(state: DealState): DealState {
  const phase = state.street === 'river' ? 'over' : 'dealing';
  return { ...returnUnmatched(state), phase, toAct: null };
}

/** Returns to the seat with the highest total what exceeds the second-highest total. Folded seats count, too. */
function returnUnmatched(state: DealState): DealState {
  const highest = highestOf(state.seats);
  const index = state.seats.findIndex(({ total }) => total === highest);
  const second = highestOf(state.seats, index);
  const amount = highest - second;
  const own = state.seats[index];
  if (amount === 0 || !own) return state;
  return {
    ...state,
    seats: state.seats.with(index, {
      ...own,
      stack: own.stack + amount,
      bet: Math.max(own.bet - amount, 0),
      total: second,
    }),
    returned: [...state.returned, { seat: own.seat, amount }],
  };
}

/** The largest total of the seats, except the seat at index `without`. */
const highestOf = (seats: readonly DealSeat[], without = -1) =>
  seats.reduce((most, { total }, place) => (place === without ? most : Math.max(most, total)), 0);

/** Ends the preflop street if no seat has a decision, such as when the blinds put all players all-in. */
function endPosting(state: DealState): DealState {
  return state.phase === 'posting' && firstToAct(state) === null ? endStreet(state) : state;
}

function dealStreet(before: DealState, street: BoardStreet): DealState | Violation {
  const state = endPosting(before);
  const next = streetNames[streetNames.indexOf(state.street) + 1];
  if (state.phase !== 'dealing' || street !== next) return { violation: 'wrong_street' };
  const dealt: DealState = {
    ...state,
    seats: state.seats.map((seat) => ({ ...seat, bet: 0, actedAt: null })),
    street,
    phase: 'betting',
    bet: 0,
    fullRaise: state.big,
  };
  const toAct = nextToAct(dealt, -1);
  return toAct === null ? endStreet(dealt) : { ...dealt, toAct };
}

/** Plays an action like `stepDeal`. @throws RangeError if the action breaks a rule */
export function stepOrThrow(state: DealState, action: HandAction): DealState {
  const next = stepDeal(state, action);
  if ('violation' in next) throw new RangeError(`${next.violation}: ${JSON.stringify(action)}`);
  return next;
}

/**
 * Plays `actions`, which must not contain returned bets, and adds the returned bets to them.
 * @returns the last state and all actions, or the rule that the action at `index` breaks
 */
export function playActions(
  start: DealState,
  actions: readonly HandAction[],
): { state: DealState; actions: HandAction[] } | (Violation & { index: number }) {
  let state = start;
  const played: HandAction[] = [];
  for (const [index, action] of actions.entries()) {
    const next = stepDeal(state, action);
    if ('violation' in next) return { ...next, index };
    const returns = next.returned
      .slice(state.returned.length)
      .map((given): HandAction => ({ a: 'return', ...given }));
    // If the blinds put all players all-in, the unmatched part is returned before the flop.
    played.push(...(action.a === 'street' ? [...returns, action] : [action, ...returns]));
    state = next;
  }
  return { state, actions: played };
}

/**
 * The decision that is open after a hand's last action.
 * @returns null if no decision is open, if the hand has awards, or if it breaks the rules
 */
export function openDecision(
  hand: Pick<Hand, 'game' | 'stakes' | 'button' | 'seats' | 'actions' | 'awards'>,
): Legal | null {
  if (hand.awards.length > 0) return null;
  const played = playActions(
    startDeal(hand),
    hand.actions.filter(({ a }) => a !== 'return'),
  );
  return 'violation' in played ? null : legalActions(played.state);
}

/** What each seat has in the pots, in the order in which odd chips are given. */
export function contributionsOf(state: DealState): Contribution[] {
  return state.seats.map(({ seat, total, folded }) => ({ seat, units: total, folded }));
}

export type DecisionAction = Exclude<HandAction, { a: 'street' | 'post' | 'return' }>;

/** Whether an action is a decision of a player. */
export const isDecision = (action: HandAction): action is DecisionAction =>
  action.a !== 'street' && action.a !== 'post' && action.a !== 'return';

/** The indexes of the hero's decisions. */
export function decisionsOf({ actions, hero }: Pick<Hand, 'actions' | 'hero'>): number[] {
  return actions.flatMap((action, index) => (isDecision(action) && action.seat === hero ? [index] : []));
}
