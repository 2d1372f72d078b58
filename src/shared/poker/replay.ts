import { actionText, cardNames, type HandFormat, handFormat, sentence } from './action-text.ts';
import type { AmountUnit } from './amount-text.ts';
import { type AwardGroup, awardGroups, awardSentence, showSentences } from './award-text.ts';
import { isDecision, openDecision, type StreetName } from './deal.ts';
import type { Hand } from './hand.ts';
import { hasEnded, sumOfAwards, wonBy } from './hand-result.ts';
import type { PlayingCard } from './playing-card.ts';
import type { Pot } from './pots.ts';
import {
  boardSize,
  callBy,
  moneyIn,
  potsBehindBets,
  streetCards,
  type TableSeat,
  type TableState,
  tableStates,
} from './table-states.ts';

type ReplaySeat = TableSeat & {
  /** Still in the hand, without chips behind or won. */
  allIn: boolean;
  /** Whether the seat shows its cards; false before the showdown. */
  shows: boolean;
};

/** The table at one moment of a hand. Amounts are in hundredths of the hand's unit. */
export type ReplayStep = {
  /** Index of the action that led here; null for the deal, the showdown and awards. */
  action: number | null;
  street: StreetName | 'showdown';
  seats: ReplaySeat[];
  /** The pots without the bets in front of seats, the main pot first; an awarded pot has 0 units. */
  pots: Pot[];
  /** All money on the table, bets included. */
  money: number;
  /** The dealt cards of each run; a single board until the runs differ. */
  boards: PlayingCard[][];
  /**
   * The seat that decides next, or null. `toCall` is what a call adds. `toWin` is the part of `money` that the seat can
   * win with the call: without what others bet beyond its stack.
   */
  toAct: number | null;
  toCall: number;
  toWin: number;
  /** A sentence about what happened, which is shown and announced to screen readers. */
  text: string;
};

/**
 * The steps of a hand: the deal, each action, the showdown and the awards. Each step contains the whole state of the
 * table, so that a replayer can go to any step. The last step of an unfinished hand has the open decision.
 */
export function replayHand(hand: Hand, unit: AmountUnit): ReplayStep[] {
  const format = handFormat(hand, unit);
  const states = tableStates(hand);
  const steps = states.map((state, index): ReplayStep => {
    const next = hand.actions[index];
    const toAct = next ? deciderOf(next) : (openDecision(hand)?.seat ?? null);
    const own = state.seats.find(({ seat }) => seat === toAct);
    return {
      action: index === 0 ? null : index - 1,
      street: state.street,
      seats: seatsOf(state, hand, false),
      pots: potsBehindBets(state),
      money: moneyIn(state),
      boards: boardsAt(hand, boardSize(state.street)),
      toAct,
      toCall: own ? callBy(state, own) : 0,
      toWin: own ? moneyFor(state, own) : 0,
      text: index === 0 ? dealSentence(format) : textAfter(format, index - 1, state),
    };
  });
  const last = states.at(-1);
  return last && hasEnded(hand) ? [...steps, ...endSteps(format, last)] : steps;
}

function deciderOf(action: Hand['actions'][number]): number | null {
  return isDecision(action) ? action.seat : null;
}

function moneyFor(state: TableState, own: TableSeat): number {
  const most = own.total + callBy(state, own);
  return state.seats.reduce((sum, { total }) => sum - Math.max(0, total - most), moneyIn(state));
}

function seatsOf({ seats }: TableState, hand: Hand, isShowdown: boolean): ReplaySeat[] {
  const shown = new Set(hand.shows.map(({ seat }) => seat));
  return seats.map((seat) => ({
    ...seat,
    allIn: seat.stack === 0 && !seat.folded,
    shows: isShowdown && shown.has(seat.seat),
  }));
}

function boardsAt({ boards }: Hand, size: number): PlayingCard[][] {
  const open = boards.map((board) => board.slice(0, size));
  const [first = []] = open;
  return open.every((board) => board.join() === first.join()) ? [first] : open;
}

function dealSentence({ hand, nameOf }: HandFormat): string {
  const hero = hand.seats.find(({ seat }) => seat === hand.hero);
  if (!hero?.cards) return 'The cards are dealt.';
  return sentence(`${nameOf(hero.seat)} has ${cardNames(hero.cards)}`);
}

function textAfter(format: HandFormat, index: number, state: TableState): string {
  const action = format.hand.actions[index];
  if (!action) return '';
  if (action.a === 'street') {
    const opened = boardsAt(format.hand, boardSize(action.street)).map((board) =>
      cardNames(streetCards(board, action.street)),
    );
    return sentence(`${action.street}: ${opened.join('; in the next run ')}`);
  }
  return sentence(`${format.nameOf(action.seat)} ${actionText(format, action, state)}`);
}

/** The showdown, and a step for each pot in each run. The rake is taken at the first award. */
function endSteps(format: HandFormat, last: TableState): ReplayStep[] {
  const { hand } = format;
  const groups = awardGroups(hand.awards);
  const pots = potsBehindBets({ ...last, seats: last.seats.map((seat) => ({ ...seat, bet: 0 })) });
  const shows = showSentences(format);
  const base = {
    action: null,
    street: 'showdown' as const,
    boards: boardsAt(hand, 5),
    toAct: null,
    toCall: 0,
    toWin: 0,
  };
  const atShowdown = seatsOf(last, hand, true).map((seat) => ({ ...seat, bet: 0 }));
  const showdown: ReplayStep[] =
    shows.length > 0
      ? [{ ...base, seats: atShowdown, pots, money: moneyIn(last), text: shows.join(' ') }]
      : [];
  return [
    ...showdown,
    ...groups.map((group, index): ReplayStep => {
      const left = potsLeft(pots, groups.slice(index + 1));
      const awarded = groups.slice(0, index + 1).flatMap(({ awards }) => awards);
      return {
        ...base,
        seats: atShowdown.map((seat) => {
          const won = wonBy(awarded, seat.seat);
          return { ...seat, stack: seat.stack + won, allIn: seat.allIn && won === 0 };
        }),
        pots: left,
        money: left.reduce((sum, { units }) => sum + units, 0),
        text: awardSentence(format, group),
      };
    }),
  ];
}

function potsLeft(pots: readonly Pot[], groups: readonly AwardGroup[]): Pot[] {
  return pots.map(({ contenders }, index) => ({
    contenders,
    units: sumOfAwards(groups.filter(({ pot }) => pot === index).flatMap(({ awards }) => awards)),
  }));
}
