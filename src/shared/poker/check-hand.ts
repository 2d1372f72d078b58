import { type DealState, startDeal, stepDeal, type ViolationCode } from './deal.ts';
import type { Award, Hand, HandAction, PokerGame } from './hand.ts';
import type { PlayingCard } from './playing-card.ts';
import { settleDeal } from './settle.ts';

export type CheckedHand = {
  /** Units in the pot after uncalled bets went back, rake included. */
  pot: number;
  /** What each seat has at the end more than at the start; cash-outs and bounties are outside of the pot. */
  net: ReadonlyMap<number, number>;
  /** What the rules or the cards contradict, in words; empty for a sound hand. */
  oddities: string[];
};

export type HandProblem = 'unknown_player' | 'over_stack' | 'duplicate_card' | 'does_not_balance';

/**
 * Compares a hand with the rules. Money must be conserved to the unit; an action or award that the rules would not give
 * is named, because some sites play differently.
 * @returns a problem when the hand cannot be what was played; `action` is the index at which it shows, if at one
 */
export function checkHand(hand: Hand): CheckedHand | { problem: HandProblem; action?: number } {
  if (holdsCardTwice(hand)) return { problem: 'duplicate_card' };
  const money = countMoney(hand);
  if ('problem' in money) return money;
  const { pot, paid } = money;
  const awarded = hand.awards.reduce((sum, { amount }) => sum + amount, 0);
  const { jackpot = 0, other = 0 } = hand.fees ?? {};
  if (pot !== awarded + hand.rake + jackpot + other) return { problem: 'does_not_balance' };

  const net = new Map(hand.seats.map(({ seat }) => [seat, -(paid.get(seat) ?? 0)]));
  for (const { seat, amount } of hand.awards) net.set(seat, (net.get(seat) ?? 0) + amount);
  return { pot, net, oddities: findOddities(hand) };
}

function holdsCardTwice(hand: Hand): boolean {
  const ownCards = new Map<number, readonly PlayingCard[]>();
  for (const { seat, cards } of hand.seats) if (cards) ownCards.set(seat, cards);
  const shared = Math.max(0, commonLength(hand.boards));
  const cards = [
    ...[...ownCards.values()].flat(),
    ...hand.boards.flatMap((board, run) => (run === 0 ? board : board.slice(shared))),
  ];
  return new Set(cards).size !== cards.length;
}

/** How many cards all boards begin with. */
function commonLength(boards: Hand['boards']): number {
  const [first = [], ...others] = boards;
  const differing = first.findIndex((card, index) => others.some((board) => board[index] !== card));
  return differing === -1 ? first.length : differing;
}

/** What each seat paid into the pot, counted from the actions alone. */
function countMoney(
  hand: Hand,
): { pot: number; paid: Map<number, number> } | { problem: HandProblem; action: number } {
  const stacks = new Map(hand.seats.map(({ seat, stack }) => [seat, stack]));
  const paid = new Map<number, number>();
  let street = new Map<number, number>();
  let bet = 0;
  let pot = 0;
  for (const [index, action] of hand.actions.entries()) {
    if (action.a === 'street') {
      street = new Map();
      bet = 0;
      continue;
    }
    const { seat } = action;
    const stack = stacks.get(seat);
    if (stack === undefined) return { problem: 'unknown_player', action: index };
    const own = street.get(seat) ?? 0;
    const added = addedBy(action, { stack, own, bet });
    if (added > stack) return { problem: 'over_stack', action: index };
    stacks.set(seat, stack - added);
    paid.set(seat, (paid.get(seat) ?? 0) + added);
    pot += added;
    if (action.a === 'post' && (action.what === 'ante' || action.what === 'dead')) continue;
    street.set(seat, own + added);
    // A big blind that is posted short is called with the whole blind.
    const asked = action.a === 'post' && action.what === 'big' ? hand.stakes.big : own + added;
    bet = Math.max(bet, asked);
  }
  return { pot, paid };
}

function addedBy(
  action: Exclude<HandAction, { a: 'street' }>,
  { stack, own, bet }: { stack: number; own: number; bet: number },
): number {
  switch (action.a) {
    case 'post':
      return action.amount;
    case 'call':
      return Math.min(stack, Math.max(bet - own, 0));
    case 'bet':
    case 'raise':
      return action.to - own;
    case 'return':
      return -action.amount;
    default:
      return 0;
  }
}

const violationTexts: Record<ViolationCode, string> = {
  unknown_seat: 'somebody acts who was not dealt in',
  posted_late: 'a blind is posted after the first decision',
  not_its_turn: 'somebody acts out of turn',
  cannot_check: 'somebody checks who faces a bet',
  nothing_to_call: 'somebody calls where there is no bet',
  nothing_to_raise: 'somebody raises where there is no bet',
  faces_a_bet: 'somebody bets who faces a bet',
  cannot_raise: 'somebody raises who may only call or fold',
  too_small: 'a bet or raise is below the least that the rules allow',
  too_large: 'a bet or raise is above the most that the rules allow',
  wrong_street: 'a street begins before the betting is over',
  nothing_to_return: 'a bet is returned that was called',
};

/** What the rules of the game contradict, in words. */
function findOddities(hand: Hand): string[] {
  let state: DealState = startDeal(hand);
  for (const [index, action] of hand.actions.entries()) {
    const next = stepDeal(state, action);
    if ('violation' in next) return [`Action ${index + 1}: ${violationTexts[next.violation]}.`];
    state = next;
  }
  const shown = new Map(hand.seats.map(({ seat, cards }) => [seat, cards]));
  for (const { seat, cards } of hand.shows) {
    const known = cards.filter((card) => card !== null);
    if (known.length === cards.length) shown.set(seat, known);
  }
  if (unsettledGames.includes(hand.game)) return [];
  const expected = settleDeal(state, hand.game, (seat) => shown.get(seat), hand.boards, 1);
  if (!expected) return [];
  return agree(expected, hand) ? [] : ['The pots were not awarded as the cards decide.'];
}

/** Games whose pots the engine does not award: the low half, and other ranks of hands. */
const unsettledGames: readonly PokerGame[] = ['plo8', 'shortdeck'];

/**
 * Whether each seat got what the cards give it. Rake and fees may come out of any pot, and sites give the odd chip to
 * different seats.
 */
function agree(expected: readonly Award[], { awards, rake, fees, unit }: Hand): boolean {
  const taken = rake + (fees?.jackpot ?? 0) + (fees?.other ?? 0);
  const oddChips = (unit.currency === null ? 100 : 1) * Math.max(expected.length, awards.length);
  const [given, due] = [sumBySeat(awards), sumBySeat(expected)];
  return [...new Set([...given.keys(), ...due.keys()])].every((seat) => {
    const more = (given.get(seat) ?? 0) - (due.get(seat) ?? 0);
    return more <= oddChips && more >= -taken - oddChips;
  });
}

function sumBySeat(awards: readonly Award[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { seat, amount } of awards) sums.set(seat, (sums.get(seat) ?? 0) + amount);
  return sums;
}
