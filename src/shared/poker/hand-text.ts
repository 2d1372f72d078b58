import { actionText, cardNames, type HandFormat, handFormat, joinedText, sentence } from './action-text.ts';
import type { AmountUnit } from './amount-text.ts';
import { awardGroups, awardSentence, resultSentences, showSentences } from './award-text.ts';
import { type StreetName, streetNames } from './deal.ts';
import type { Hand, PokerGame, SeatAction } from './hand.ts';
import { hasEnded } from './hand-result.ts';
import { moneyIn, streetCards, type TableState, tableStates } from './table-states.ts';

/** A hand in words. Every sentence can be read alone. */
export type HandText = {
  intro: string;
  /** Streets that were played; `cards` are the cards that are dealt on the street, in words. */
  streets: { street: StreetName; name: string; cards: string; sentences: string[] }[];
  /** Shown cards, awards and results; empty for an unfinished hand. */
  end: string[];
};

const gameNames: Record<PokerGame, string> = {
  nlhe: "no-limit hold'em",
  plhe: "pot-limit hold'em",
  flhe: "fixed-limit hold'em",
  plo: 'pot-limit Omaha',
  plo5: 'five-card pot-limit Omaha',
  plo6: 'six-card pot-limit Omaha',
  plo8: 'pot-limit Omaha high-low',
  shortdeck: "short-deck hold'em",
};

/**
 * A hand as sentences by street, for screen readers and plain text. Stakes are mentioned only if amounts are in money.
 */
export function handText(hand: Hand, unit: AmountUnit): HandText {
  const format = handFormat(hand, unit);
  const states = tableStates(hand);
  const starts = [0, ...hand.actions.flatMap(({ a }, index) => (a === 'street' ? [index + 1] : []))];
  const streets = starts.map((start, index) => {
    const end = (starts[index + 1] ?? hand.actions.length + 1) - 1;
    const street = streetNames[index] ?? 'river';
    return {
      street,
      name: `${street.charAt(0).toUpperCase()}${street.slice(1)}`,
      cards: openedText(hand, street),
      sentences: streetSentences(format, states, start, end),
    };
  });
  const awards = awardGroups(hand.awards).map((group) => awardSentence(format, group));
  return {
    intro: introOf(format, states[0]?.seats.length ?? 0),
    streets,
    end: hasEnded(hand) ? [...showSentences(format), ...awards, ...resultSentences(format)] : [],
  };
}

/** The text of a hand as one string, with a paragraph for each street. */
export function handPlainText({ intro, streets, end }: HandText): string {
  const paragraphs = streets.map(({ name, cards, sentences }) =>
    [`${name}${cards === '' ? '' : `: ${cards}`}.`, ...sentences].join(' '),
  );
  return [intro, ...paragraphs, end.join(' ')].filter((paragraph) => paragraph !== '').join('\n\n');
}

function introOf({ hand, unit, nameOf, amount }: HandFormat, players: number): string {
  const { game, stakes } = hand;
  const name = gameNames[game];
  const table = `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${players} players`;
  const amounts =
    stakes.small === 0
      ? `blind ${amount(stakes.big)}`
      : `blinds ${amount(stakes.small)} and ${amount(stakes.big)}`;
  const blinds = unit === 'money' ? `, ${amounts}` : '';
  const hero = hand.seats.find(({ seat }) => seat === hand.hero);
  if (!hero) return `${table}${blinds}.`;
  const { nameOf: positionOf } = handFormat({ ...hand, hero: null }, unit);
  const cards = hero.cards ? ` with ${cardNames(hero.cards)}` : '';
  return `${table}${blinds}. ${nameOf(hero.seat)} is ${positionOf(hero.seat)}${cards} and has ${amount(hero.stack)}.`;
}

/** The cards that a street deals; if a hand is run several times, the different cards of each run. */
function openedText({ boards }: Hand, street: StreetName): string {
  const opened = boards.map((board) => cardNames(streetCards(board, street)));
  return [...new Set(opened)].filter((cards) => cards !== '').join('; in the next run ');
}

/** Consecutive folds, checks or antes become one sentence. The last sentence ends with the pot. */
function streetSentences(
  format: HandFormat,
  states: readonly TableState[],
  start: number,
  end: number,
): string[] {
  const groups: { seats: number[]; does: string }[] = [];
  for (let index = start; index < end; index += 1) {
    const action = format.hand.actions[index] as SeatAction;
    const does = actionText(format, action, states[index + 1]);
    const group = groups.at(-1);
    if (group && group.does === does && canShare(action)) group.seats.push(action.seat);
    else groups.push({ seats: [action.seat], does });
  }
  const last = states[end];
  return groups.map(({ seats, does }, index) => {
    const pot = index === groups.length - 1 && last ? `; pot ${format.amount(moneyIn(last))}` : '';
    const verb = seats.length > 1 ? pluralOf(does) : does;
    return sentence(`${joinedText(seats.map(format.nameOf))} ${verb}${pot}`);
  });
}

const canShare = (action: SeatAction) =>
  action.a === 'fold' || action.a === 'check' || (action.a === 'post' && action.what === 'ante');

/** The plural form of a verb: `folds` becomes `fold`. */
const pluralOf = (does: string) => does.replace(/^(\w+)s\b/, '$1');
