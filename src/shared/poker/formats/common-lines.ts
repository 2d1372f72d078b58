import type { BoardStreet } from '../deal.ts';
import type { PlayingCard } from '../playing-card.ts';
import { HandParseError } from './hand-parse-error.ts';
import type { ParsedHand } from './parsed-hand.ts';
import { cardsAt } from './parsed-values.ts';

/** The text in the first square brackets. */
export const inBrackets = (text: string) => text.slice(text.indexOf('[') + 1, text.indexOf(']'));

/** The index of the next line with text, or `to`. Forums and phones may put an empty line after every line. */
export function nextLine(lines: readonly string[], at: number, to: number): number {
  let next = at + 1;
  while (next < to && lines[next] === '') next += 1;
  return next;
}

/** Whether a line after the awards belongs to another hand. */
export const isOfAnotherHand = (line: string) =>
  / posts (?:small|big) blind| is the button$|^\*\* Dealing /.test(line);

/** Whether a line that begins with no player's name is a sentence, and not an action of a player without a seat. */
export const isSentence = (line: string) => !/[[$€£]| (?:folds|checks)\.?$| wins .*\d/.test(line);

/** The error for a line that a parser does not know. If the line is an action, the cause is a player without a seat. */
export function unknownLine(line: string, at: number): HandParseError {
  const isAction = / (?:folds|checks|calls|bets|raises|posts|collected)\b/.test(line);
  return new HandParseError(isAction ? 'unknown_player' : 'unknown_line', at);
}

/**
 * Reads the hero's cards from `Dealt to Ada [Ah Kd]`.
 * @param cardsIn - reads the cards from the rest of the line, which begins with the last opening bracket
 */
export function readDealt(
  parsed: ParsedHand,
  line: string,
  at: number,
  cardsIn: (text: string) => PlayingCard[] = (text) => cardsAt(text.slice(1, -1), at),
): void {
  const open = line.lastIndexOf(' [');
  const name = line.slice(9, open);
  const seat = parsed.seatNamed(name);
  if (seat === undefined) throw new HandParseError('unknown_player', at);
  parsed.deal(seat, cardsIn(line.slice(open + 1)), at);
  parsed.hero ??= seat;
  parsed.keepName(at, 9, 9 + name.length, seat);
}

/** How the line of each street begins in hand histories of partypoker. */
export const partyStreets: readonly (readonly [string, BoardStreet])[] = [
  ['** Dealing Flop **', 'flop'],
  ['** Dealing Turn **', 'turn'],
  ['** Dealing River **', 'river'],
];

const boardSizes: Record<BoardStreet, number> = { flop: 3, turn: 4, river: 5 };

/** Begins a street whose line has only the cards that are new on the board. */
export function dealStreet(
  parsed: ParsedHand,
  street: BoardStreet,
  cards: readonly PlayingCard[],
  at: number,
): void {
  const board = [...(parsed.boards[0] ?? []), ...cards];
  if (board.length !== boardSizes[street]) throw new HandParseError('bad_card', at);
  parsed.beginStreet(street, at);
  parsed.openBoard(0, board, at);
}
