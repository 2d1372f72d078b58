import { type AmountUnit, amountText } from '../../../../shared/poker/amount-text.ts';
import { isDecision, openDecision } from '../../../../shared/poker/deal.ts';
import type { Hand, HandAction } from '../../../../shared/poker/hand.ts';
import {
  moneyIn,
  type TableSeat,
  type TableState,
  tableStates,
} from '../../../../shared/poker/table-states.ts';
import { maxOptions } from '../../../../shared/practice/drill-rules.ts';

/**
 * A choice of the hero at the open decision of a hand. `to` is the street total of a bet or raise, in hundredths of the
 * hand's unit.
 */
export type GuessOption = { kind: 'fold' | 'check' | 'call' | 'bet' | 'raise'; to?: number; label: string };

/**
 * The options at the open decision: fold, check or call, and legal bet sizes, at most five in all. Preflop, the sizes
 * are the usual raises; postflop, a third, two thirds and all of the pot after the call, and the largest legal size if
 * it is at most twice that pot. Sizes in chips are whole chips. Fixed limit has one size on each street, and with three
 * or more players none after the fourth bet.
 * @returns an empty list if no decision is open, or if an action breaks the rules, as in hands of some sites
 */
export function guessOptions(hand: Hand, unit: AmountUnit): GuessOption[] {
  const legal = openDecision(hand);
  const state = tableStates(hand).at(-1);
  if (!legal || !state) return [];
  const heroSeat = state.seats.find(({ seat }) => seat === legal.seat);
  const passive: GuessOption[] =
    legal.call > 0
      ? [
          { kind: 'fold', label: 'Fold' },
          { kind: 'call', label: `Call ${amountText(legal.call, hand, unit)}` },
        ]
      : [{ kind: 'check', label: 'Check' }];
  if (!legal.raise || !heroSeat) return passive;
  const [min, max] = legal.raise;
  const raiseSizes = sizesOf(hand, state, heroSeat, legal.call, max);
  const smallest = smallestUnit(hand);
  const allowed = raiseSizes.map((to) => Math.min(Math.max(Math.round(to / smallest) * smallest, min), max));
  const kind = state.bet > 0 ? 'raise' : 'bet';
  const sized = [...new Set(allowed)].map((to) => sizedOption(hand, unit, heroSeat, { kind, to }));
  const options = [...passive, ...sized];
  // Removes the second-largest size.
  return options.length > maxOptions ? options.toSpliced(-2, 1) : options;
}

/** One chip if the blinds are whole chips, otherwise a hundredth of the hand's unit, such as a cent. */
function smallestUnit({ unit, stakes }: Hand): number {
  return unit.currency === null && stakes.big % 100 === 0 ? 100 : 1;
}

/** The options for a coach. They include the action that was taken, unless no options are offered. */
export function coachOptions(hand: Hand, played: HandAction | undefined): GuessOption[] {
  const options = guessOptions(hand, 'bb');
  const state = tableStates(hand).at(-1);
  if (options.length === 0 || !state || !played || !isDecision(played)) return options;
  const heroSeat = state.seats.find(({ seat }) => seat === played.seat);
  if (played.a === 'fold' && options[0]?.kind !== 'fold')
    return [{ kind: 'fold' as const, label: 'Fold' }, ...options].slice(0, maxOptions);
  if (!('to' in played) || !heroSeat) return options;
  const playedOption = sizedOption(hand, 'bb', heroSeat, { kind: played.a, to: played.to });
  // Two options with the same label count as one.
  if (options.some(({ label }) => label === playedOption.label)) return options;
  const others =
    options.length < maxOptions ? options : options.filter((each) => each !== nearest(options, played.to));
  return [...others, playedOption].toSorted((one, other) => (one.to ?? 0) - (other.to ?? 0));
}

type Sized = { kind: 'bet' | 'raise'; to: number };

function sizedOption(hand: Hand, unit: AmountUnit, heroSeat: TableSeat, { kind, to }: Sized): GuessOption {
  const size = amountText(to, hand, unit);
  const verb = kind === 'bet' ? 'Bet' : 'Raise to';
  return { kind, to, label: to === heroSeat.bet + heroSeat.stack ? `All-in, ${size}` : `${verb} ${size}` };
}

function sizesOf(hand: Hand, state: TableState, heroSeat: TableSeat, call: number, max: number): number[] {
  if (hand.game === 'flhe') return fixedSizes(hand, state);
  return state.street === 'preflop'
    ? preflopSizes(hand, state, heroSeat)
    : potSizes(state, heroSeat, call, max);
}

/**
 * The maximum number of bets on a street of fixed limit with three or more players. Before the flop, the big blind
 * counts as the first bet.
 */
const fixedBets = 4;

/** The bet size of fixed limit: one big blind before the flop and on the flop, two on the turn and the river. */
function fixedSizes({ actions, stakes }: Hand, { street, bet, seats }: TableState): number[] {
  const streetStart = actions.findLastIndex(({ a }) => a === 'street') + 1;
  const bets = actions.slice(streetStart).filter(({ a }) => a === 'bet' || a === 'raise').length;
  const isCapped = bets + (street === 'preflop' ? 1 : 0) >= fixedBets;
  if (isCapped && seats.filter(({ folded }) => !folded).length > 2) return [];
  return [bet + stakes.big * (street === 'turn' || street === 'river' ? 2 : 1)];
}

/**
 * Opens of 2, 2.5 and 3 big blinds, three-bets of 3 and 4 times the raise, and later raises of 2.2 and 2.7 times the
 * last raise. Each caller adds one bet to these sizes. A raise of more than a third of the stack becomes all-in. With a
 * stack of up to 25 big blinds, all-in is also an option.
 */
function preflopSizes(hand: Hand, state: TableState, heroSeat: TableSeat): number[] {
  const raises = hand.actions.flatMap(({ a }, index) => (a === 'raise' || a === 'bet' ? [index] : []));
  const callers = hand.actions.slice((raises.at(-1) ?? -1) + 1).filter(({ a }) => a === 'call').length;
  const multiples = [
    [2, 2.5, 3],
    [3, 4],
  ][raises.length] ?? [2.2, 2.7];
  const allIn = heroSeat.bet + heroSeat.stack;
  const sizes = multiples.map((multiple) => {
    const to = (multiple + callers) * state.bet;
    return to > allIn / 3 ? allIn : to;
  });
  return allIn <= 25 * hand.stakes.big ? [...sizes, allIn] : sizes;
}

function potSizes(state: TableState, heroSeat: TableSeat, call: number, max: number): number[] {
  const pot = moneyIn(state) + call;
  const sizes = [1 / 3, 2 / 3, 1].map((fraction) => heroSeat.bet + call + pot * fraction);
  return max - heroSeat.bet <= 2 * pot ? [...sizes, max] : sizes;
}

/** A decision that the user made, with the options and the pot before it. */
export type GuessedDecision = { option: GuessOption; offered: readonly GuessOption[]; pot: number };

/**
 * Whether a choice matches the action that was taken. A bet or raise matches if no offered size is nearer to the actual
 * size, and the difference is at most a quarter of the pot or of the actual size, whichever is more.
 */
export function isSameDecision({ option, offered, pot }: GuessedDecision, action: HandAction): boolean {
  if (!isDecision(action) || action.a !== option.kind) return false;
  if (!('to' in action) || option.to === undefined) return true;
  const difference = distance(option, action.to);
  const isNearest = offered.every(
    (other) => other.to === undefined || distance(other, action.to) >= difference,
  );
  return isNearest && difference <= Math.max(pot, action.to) / 4;
}

const distance = ({ to = 0 }: GuessOption, played: number) => Math.abs(to - played);

const nearest = (options: readonly GuessOption[], played: number) =>
  options
    .filter(({ to }) => to !== undefined)
    .toSorted((one, other) => distance(one, played) - distance(other, played))[0];
