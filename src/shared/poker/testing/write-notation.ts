import { type DecisionAction, isDecision, type StreetName } from '../deal.ts';
import { forcedPosts } from '../forced-posts.ts';
import type { Hand } from '../hand.ts';
import { cardText } from '../playing-card.ts';
import { hasSmallBlind, positionsIn } from '../positions.ts';
import { streetCards } from '../table-states.ts';

/**
 * Writes a hand in the notation that `buildHand` reads. Awards and shown cards are omitted, because `buildHand`
 * computes them. Bounties, the day and the source are lost.
 */
export function writeNotation(hand: Hand): string {
  const positions = positionsIn(hand);
  const nameOf = (seat: number) => positions.get(seat) ?? 'out';
  const posts = hand.actions.filter((action) => action.a === 'post');
  const hasSmall = hasSmallBlind(hand);
  const others = posts.slice(forcedPosts(hand, { hasSmall }).length);
  const { rake, fees = {}, cashOuts = [] } = hand;
  return [
    headOf(hand, hasSmall),
    ...hand.seats.map(({ seat, stack, cards }) =>
      [
        seat,
        nameOf(seat),
        stack / 100,
        ...(cards && cards.length > 0 ? [cards.map(cardText).join('')] : []),
        ...(seat === hand.hero ? ['hero'] : []),
      ].join(' '),
    ),
    ...(others.length > 0
      ? [
          `posts ${others.map(({ seat, what, amount }) => `${nameOf(seat)} ${what} ${amount / 100}`).join(', ')}`,
        ]
      : []),
    ...streetLines(hand),
    ...(rake > 0 ? [`rake ${rake / 100}`] : []),
    ...Object.entries(fees).map(([kind, units]) => `fees ${kind} ${units / 100}`),
    ...cashOuts.map(({ seat, amount, fee }) => `cashout ${nameOf(seat)} ${amount / 100} fee ${fee / 100}`),
  ].join('\n');
}

function headOf({ game, kind, unit, stakes, maxSeats, button }: Hand, hasSmall: boolean): string {
  const [anteKind, ante = 0] = Object.entries(stakes.ante ?? {})[0] ?? [];
  const anteWords: Record<string, string> = { each: 'ante', bigBlindPays: 'bb-ante', button: 'button-ante' };
  return [
    `${game} ${kind} ${unit.currency ?? 'chips'} ${stakes.small / 100}/${stakes.big / 100}`,
    `${maxSeats}-max`,
    `button ${button}`,
    ...(anteKind === undefined ? [] : [`${anteWords[anteKind]} ${ante / 100}`]),
    ...(stakes.level === undefined ? [] : [`level ${stakes.level}`]),
    ...(hasSmall ? [] : ['no small blind']),
  ].join(', ');
}

function streetLines(hand: Hand): string[] {
  const lines: string[][] = [['preflop']];
  for (const action of hand.actions) {
    if (action.a === 'street') lines.push([action.street, cardsOn(hand, action.street)]);
    else if (isDecision(action)) lines.at(-1)?.push(decisionText(action));
  }
  return lines.filter((words) => words.length > 1).map((words) => words.join(' '));
}

function decisionText(action: DecisionAction): string {
  if (action.a === 'bet' || action.a === 'raise') return `${action.a[0]}${action.to / 100}`;
  return { fold: 'f', check: 'x', call: 'c' }[action.a];
}

/** The cards dealt on a street. If the hand was run more than once with different cards, a slash separates the runs. */
function cardsOn({ boards }: Hand, street: StreetName): string {
  const opened = boards.map((board) => streetCards(board, street).map(cardText).join(''));
  const [first = ''] = opened;
  return opened.every((cards) => cards === first) ? first : opened.join('/');
}
