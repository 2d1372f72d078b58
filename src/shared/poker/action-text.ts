import { type AmountUnit, amountText } from './amount-text.ts';
import type { Hand, SeatAction } from './hand.ts';
import type { PostKind } from './hand-limits.ts';
import { cardName, type PlayingCard } from './playing-card.ts';
import { positionsIn } from './positions.ts';
import type { TableState } from './table-states.ts';

const positionPhrases: Record<string, string> = {
  SB: 'the small blind',
  BB: 'the big blind',
  LJ: 'the lojack',
  HJ: 'the hijack',
  CO: 'the cutoff',
  BTN: 'the button',
};

/** How a text about a hand names its seats and writes its amounts. */
export type HandFormat = {
  hand: Hand;
  unit: AmountUnit;
  /** `Hero`, `the button` or `UTG`. */
  nameOf: (seat: number) => string;
  /** Such as `2.5 bb` or `$1.25`. */
  amount: (units: number) => string;
};

export function handFormat(hand: Hand, unit: AmountUnit): HandFormat {
  const positions = positionsIn(hand);
  return {
    hand,
    unit,
    nameOf: (seat) => {
      if (seat === hand.hero) return 'Hero';
      const position = positions.get(seat) ?? `seat ${seat}`;
      return positionPhrases[position] ?? position;
    },
    amount: (units) => amountText(units, hand, unit),
  };
}

/** Such as `UTG, the hijack and the cutoff`. */
export function joinedText(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** Such as `king of spades, eight of spades`. */
export function cardNames(cards: readonly PlayingCard[]): string {
  return cards.map(cardName).join(', ');
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/**
 * The text for an action, without the name of its seat: `raises to 2.5 bb`.
 * @param after - the table state that results from the action
 */
export function actionText(
  { amount }: HandFormat,
  action: SeatAction,
  after: TableState | undefined,
): string {
  const own = after?.seats.find(({ seat }) => seat === action.seat);
  const allIn = own?.stack === 0 ? ', all-in' : '';
  switch (action.a) {
    case 'post':
      return `${postText(action.what, amount(action.amount))}${allIn}`;
    case 'fold':
      return 'folds';
    case 'check':
      return 'checks';
    case 'call':
      return `calls ${amount(after?.added ?? 0)}${allIn}`;
    case 'bet':
      return `bets ${amount(action.to)}${allIn}`;
    case 'raise':
      return `raises to ${amount(action.to)}${allIn}`;
    case 'return':
      return `takes back ${amount(action.amount)}, which nobody called`;
  }
}

function postText(what: PostKind, amount: string): string {
  switch (what) {
    case 'ante':
      return `posts an ante of ${amount}`;
    case 'straddle':
      return `straddles for ${amount}`;
    case 'dead':
      return `posts a dead blind of ${amount}`;
    case 'enter':
      return `posts ${amount} to be dealt in`;
    default:
      return `posts ${amount}`;
  }
}
