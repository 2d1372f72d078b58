import type { Hand } from '../hand.ts';
import { sumOfAwards, wonBy } from '../hand-result.ts';
import { cardText, type PlayingCard } from '../playing-card.ts';
import { paidBySeat, tableStates } from '../table-states.ts';

/** An action with all values that any room writes about it. Amounts are in hundredths of the hand's unit. */
export type Step = {
  what: 'fold' | 'check' | 'call' | 'bet' | 'raise' | 'small' | 'big' | 'ante' | 'straddle' | 'return';
  seat: number;
  name: string;
  /** What moved from the stack to the table, or back; never negative. */
  added: number;
  /** The seat's total on the street. */
  to: number;
  /** What a raise adds to the bet before it. */
  by: number;
  isAllIn: boolean;
};
type Street = {
  street: 'flop' | 'turn' | 'river';
  /** The board before this street. */
  open: PlayingCard[];
  /** The cards that this street adds to the board. */
  cards: PlayingCard[];
};
export type Event = Step | Street;

export type HandFacts = {
  hand: Hand;
  names: ReadonlyMap<number, string>;
  events: Event[];
  pot: number;
  won: { seat: number; name: string; pot: number; amount: number }[];
  paid: ReadonlyMap<number, number>;
  shown: Hand['shows'];
  folded: ReadonlySet<number>;
};

export function factsOf(hand: Hand, names: ReadonlyMap<number, string>): HandFacts {
  const states = tableStates(hand);
  const board = hand.boards[0] ?? [];
  const events = hand.actions.map((action, index): Event => {
    const [before, after] = [states[index], states[index + 1]];
    if (action.a === 'street') {
      const size = { flop: 3, turn: 4, river: 5 }[action.street];
      const open = action.street === 'flop' ? [] : board.slice(0, size - 1);
      return { street: action.street, open, cards: board.slice(open.length, size) };
    }
    const own = after?.seats.find(({ seat }) => seat === action.seat);
    const added = after?.added ?? 0;
    const what = action.a === 'post' ? (action.what as Step['what']) : action.a;
    return {
      what,
      seat: action.seat,
      name: names.get(action.seat) ?? '',
      added: Math.abs(added),
      to: own?.bet ?? 0,
      by: (own?.bet ?? 0) - (before?.bet ?? 0),
      isAllIn: own?.stack === 0,
    };
  });
  const taken = hand.rake + (hand.fees?.jackpot ?? 0);
  return {
    hand,
    names,
    events,
    pot: sumOfAwards(hand.awards) + taken,
    won: hand.awards.map(({ seat, pot, amount }) => ({ seat, name: names.get(seat) ?? '', pot, amount })),
    paid: paidBySeat(hand),
    shown: hand.shows,
    folded: new Set(hand.actions.flatMap((action) => (action.a === 'fold' ? [action.seat] : []))),
  };
}

export const list = (cards: readonly PlayingCard[], between = ' ') => cards.map(cardText).join(between);
/** An amount without trailing zeros, such as `1.5`. */
export const plain = (units: number) => String(units / 100);
/** An amount with two decimals, such as `1.50`. */
export const fixed = (units: number) => (units / 100).toFixed(2);
/** @returns a function that writes amounts with a dollar sign, or without for chips */
export const money = ({ hand }: HandFacts, write = plain) => {
  const isChips = hand.unit.currency === null;
  return (units: number) => (isChips ? plain(units) : `$${write(units)}`);
};
export const heroCards = ({ hand }: HandFacts) =>
  hand.seats.find(({ seat }) => seat === hand.hero)?.cards ?? [];
export const potName = ({ won }: HandFacts, pot: number) => {
  if (won.every((award) => award.pot === 0)) return 'pot';
  return pot === 0 ? 'main pot' : `side pot-${pot}`;
};
export const boardOf = ({ hand }: HandFacts) => hand.boards[0] ?? [];

/** How a room writes streets and actions. */
export type Wording = {
  street: (event: Street) => string;
  step: (step: Step) => string[];
};
/** The lines of all events for which `isWanted` is true. */
export const written = (
  facts: HandFacts,
  { street, step }: Wording,
  isWanted: (event: Event) => boolean = () => true,
) => facts.events.filter(isWanted).flatMap((event) => ('street' in event ? [street(event)] : step(event)));
export const isPosted = (event: Event) =>
  !('street' in event) && ['small', 'big', 'ante', 'straddle'].includes(event.what);

/** What a seat won, including returned bets, as some rooms write it. */
export function gross(facts: HandFacts, seat: number): number {
  return facts.events.reduce(
    (sum, event) =>
      sum + ('street' in event || event.what !== 'return' || event.seat !== seat ? 0 : event.added),
    wonBy(facts.won, seat),
  );
}
