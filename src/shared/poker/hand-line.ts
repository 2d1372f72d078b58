import { bigBlindText } from './amount-text.ts';
import type { StreetName } from './deal.ts';
import type { Hand, PokerGame, SeatAction } from './hand.ts';
import { hasEnded, resultOf } from './hand-result.ts';
import { showsStakes } from './neutral-unit.ts';
import { cardSymbols, type PlayingCard } from './playing-card.ts';
import { dealtSeats, positionsIn, viewedSeat } from './positions.ts';
import { streetCards, type TableState, tableStates } from './table-states.ts';

/** A part of a hand line, which the client styles by its kind. */
type LinePart =
  | { kind: 'position' | 'depth' | 'stakes' | 'result'; text: string }
  | { kind: 'hole' | 'board'; cards: PlayingCard[] }
  /** `index`: the action's index in the hand; for several folds in one part, the index of the first. */
  | { kind: 'action'; text: string; isHero: boolean; index: number };

/** The sections of a hand line, each a list of parts. When the line is shown, ` · ` separates the sections. */
export type HandLine = LinePart[][];

/**
 * A hand in one line: position and cards of the hero, effective stack, stakes, each street's actions in big blinds, and
 * the result. Without a hero, position and stack are those of `viewedSeat`.
 */
export function handLine(hand: Hand): HandLine {
  const states = tableStates(hand);
  const seat = viewedSeat(hand);
  const cards = hand.seats.find((each) => each.seat === hand.hero)?.cards;
  const head: LinePart[] = [
    { kind: 'position', text: positionsIn(hand).get(seat) ?? '' },
    ...(cards ? [{ kind: 'hole' as const, cards }] : []),
  ];
  const depth = bigBlindText(effectiveStack(hand, seat, states), hand.stakes.big);
  const table: LinePart[] = [
    { kind: 'depth', text: `${depth}bb` },
    ...(showsStakes(hand) ? [{ kind: 'stakes' as const, text: stakesText(hand) }] : []),
  ];
  const result: LinePart[] = hasEnded(hand) ? [{ kind: 'result', text: resultText(hand) }] : [];
  return [head, table, ...streetSections(hand, states), result].filter((section) => section.length > 0);
}

/**
 * A hand line as text: `BTN A♠5♠ · 100bb NL50 · f×3 R2.5 f c · [K♠ 8♠ 3♦] x B1.8 c`, the hero's actions in capitals.
 */
export function handLineText(line: HandLine): string {
  return line.map((section) => section.map(partText).join(' ')).join(' · ');
}

/** The beginning of a stored line: position, cards, effective stack and stakes, without actions. */
export const lineStart = (line: string): string => line.split(' · ').slice(0, 2).join(' · ');

function partText(part: LinePart): string {
  switch (part.kind) {
    case 'hole':
      return part.cards.map(cardSymbols).join('');
    case 'board':
      return `[${part.cards.map(cardSymbols).join(' ')}]`;
    case 'action':
      return part.isHero ? part.text.toUpperCase() : part.text;
    default:
      return part.text;
  }
}

/**
 * The seat's stack, or the largest stack of the other seats if that is smaller. Seats that had folded when the flop was
 * dealt (without a flop, when the hand ended) do not count, unless all others had folded.
 */
function effectiveStack(hand: Hand, viewed: number, states: readonly TableState[]): number {
  const flop = hand.actions.findIndex(({ a }) => a === 'street');
  const beforeFlop = states[flop === -1 ? states.length - 1 : flop];
  const isFolded = (seat: number) => beforeFlop?.seats.find((each) => each.seat === seat)?.folded ?? true;
  const dealt = dealtSeats(hand);
  const own = dealt.find(({ seat }) => seat === viewed)?.stack ?? 0;
  const others = dealt.filter(({ seat }) => seat !== viewed);
  const inside = others.filter(({ seat }) => !isFolded(seat));
  return Math.min(own, Math.max(...(inside.length > 0 ? inside : others).map(({ stack }) => stack)));
}

const gamePrefixes: Record<PokerGame, string> = {
  nlhe: 'NL',
  plhe: 'PL',
  flhe: 'FL',
  plo: 'PLO',
  plo5: 'PLO5 ',
  plo6: 'PLO6 ',
  plo8: 'PLO8 ',
  shortdeck: 'SD',
};

/** `NL50` if a hundred big blinds are 50 of the currency; for tournaments and chips, the blinds, such as `200/400`. */
function stakesText({ game, kind, unit, stakes }: Hand): string {
  if (kind === 'cash' && unit.currency !== null) return `${gamePrefixes[game]}${stakes.big}`;
  const blinds = `${stakes.small / 100}/${stakes.big / 100}`;
  return game === 'nlhe' ? blinds : `${gamePrefixes[game].trim()} ${blinds}`;
}

function streetSections(hand: Hand, states: readonly TableState[]): LinePart[][] {
  const sections: LinePart[][] = [[]];
  let folds: (LinePart & { kind: 'action' }) | undefined;
  let foldCount = 0;
  for (const [index, action] of hand.actions.entries()) {
    if (action.a === 'street') {
      sections.push(boardParts(hand, action.street));
      folds = undefined;
      continue;
    }
    const text = actionText(hand, action, states[index], states[index + 1]);
    if (text === undefined) continue;
    const isHero = action.seat === hand.hero;
    if (action.a === 'fold' && !isHero && folds) {
      foldCount += 1;
      folds.text = `f×${foldCount}`;
      continue;
    }
    const part = { kind: 'action' as const, text, isHero, index };
    folds = action.a === 'fold' && !isHero ? part : undefined;
    foldCount = 1;
    sections.at(-1)?.push(part);
  }
  return sections;
}

/** The cards of a street, for each run if the runs differ. */
function boardParts({ boards }: Hand, street: StreetName): LinePart[] {
  const opened = boards.map((board) => streetCards(board, street));
  const [first = []] = opened;
  const isShared = opened.every((cards) => cards.join() === first.join());
  return (isShared ? [first] : opened)
    .filter((cards) => cards.length > 0)
    .map((cards) => ({ kind: 'board', cards }));
}

/** @returns undefined for the small and the big blind, antes and returned bets */
function actionText(
  { stakes }: Hand,
  action: SeatAction,
  before: TableState | undefined,
  after: TableState | undefined,
): string | undefined {
  const size = (units: number) => bigBlindText(units, stakes.big);
  const isAllIn = after?.seats.find(({ seat }) => seat === action.seat)?.stack === 0;
  switch (action.a) {
    case 'post':
      return ['straddle', 'dead', 'enter'].includes(action.what) ? `p${size(action.amount)}` : undefined;
    case 'fold':
      return 'f';
    case 'check':
      return 'x';
    case 'call':
      return isAllIn ? 'ai' : 'c';
    case 'bet':
    case 'raise':
      return `${isAllIn ? 'ai' : (before?.bet ?? 0) > 0 ? 'r' : 'b'}${size(action.to)}`;
    case 'return':
      return undefined;
  }
}

/** A gain or loss in big blinds: `+24.3bb`, `−12bb`, `0bb`. */
export function signedBigBlinds(units: number, bigBlind: number): string {
  const text = bigBlindText(Math.abs(units), bigBlind);
  return `${text === '0' ? '' : units > 0 ? '+' : '−'}${text}bb`;
}

/**
 * The hero's result, such as `+24.3bb`; of several runs, such as `+24.3bb / −12bb`; or `split`. Without a hero, the
 * result of the only winner, `won unseen` if no cards were shown, or `split` if several seats won.
 */
function resultText(hand: Hand): string {
  const signed = (units: number) => signedBigBlinds(units, hand.stakes.big);
  if (hand.hero !== null) {
    const { net, runs, isSplit } = resultOf(hand, hand.hero);
    if (runs.length > 1) return runs.map(signed).join(' / ');
    return isSplit ? 'split' : signed(net);
  }
  const winners = [...new Set(hand.awards.map(({ seat }) => seat))];
  const [first] = winners;
  if (first === undefined) return signed(0);
  if (winners.length > 1) return 'split';
  return hand.shows.length === 0 ? 'won unseen' : signed(resultOf(hand, first).net);
}
