import type { Hand } from '../hand.ts';
import { assembleHand } from './assemble-hand.ts';
import { type FoundHand, looksLikeHands } from './detect.ts';
import { HandParseError, type UnreadableHand, unreadableHand } from './hand-parse-error.ts';
import { maskLine } from './mask-line.ts';
import type { Oddity } from './oddities.ts';
import type { ParsedHand } from './parsed-hand.ts';
import type { SiteParser } from './site-parser.ts';

/**
 * A hand as it was read. `names` and `number` are those of the text. A browser sends neither to the server, only a hash
 * that includes the number, so that a hand that was saved before is recognized.
 */
export type ReadHand = {
  hand: Hand;
  /** Empty for a sound hand. */
  oddities: Oddity[];
  number: string;
  /** The name of each seat. */
  names: Map<number, string>;
};

/** Reads one of the hands of a text, with the parser of its format. */
export function readFoundHand(
  lines: readonly string[],
  found: FoundHand,
  parser: SiteParser,
): ReadHand | UnreadableHand {
  return handOf(lines, found, parseHand(lines, found, parser));
}

/**
 * A hand in the format of its poker room without personal data: players are `Hero` and `Seat 3`, and chat, names of
 * tables, and numbers of hands and tournaments are removed. Reading the result gives the same hand. In a hand that
 * cannot be read, all words are masked except the usual ones of hand histories, such as `raises`.
 */
export function anonymousText(lines: readonly string[], found: FoundHand, parser: SiteParser): string {
  return anonymousLines(lines, found, parser, parseHand(lines, found, parser)).join('\n');
}

/** Parses a hand once, and returns it with its anonymous text. */
export function readAndAnonymize(
  lines: readonly string[],
  found: FoundHand,
  parser: SiteParser,
): { read: ReadHand | UnreadableHand; anonymous: string } {
  const parsed = parseHand(lines, found, parser);
  const anonymous = anonymousLines(lines, found, parser, parsed).join('\n');
  return { read: handOf(lines, found, parsed), anonymous };
}

function handOf(
  lines: readonly string[],
  { site, from, to }: FoundHand,
  parsed: ParsedHand | HandParseError,
): ReadHand | UnreadableHand {
  try {
    if (parsed instanceof HandParseError) throw parsed;
    const { hand, oddities } = assembleHand(parsed, site, lastLine(lines, from, to));
    return { hand, oddities, number: parsed.number, names: namesOf(parsed) };
  } catch (error) {
    if (!(error instanceof HandParseError)) throw error;
    const at = lines[error.at] === '' ? lastLine(lines, from, to) : error.at;
    return unreadableHand(error.code, at, maskLine(lines[at] ?? ''));
  }
}

/** The result for a text in which no hand was found. */
export function unreadableText(lines: readonly string[]): UnreadableHand {
  const first = Math.max(
    lines.findIndex((line) => line !== ''),
    0,
  );
  const code = looksLikeHands(lines) ? 'unknown_site' : 'not_a_hand';
  return unreadableHand(code, first, maskLine(lines[first] ?? ''));
}

function anonymousLines(
  lines: readonly string[],
  { from, to }: FoundHand,
  parser: SiteParser,
  parsed: ParsedHand | HandParseError,
): string[] {
  if (parsed instanceof HandParseError) {
    const [head = '', ...others] = lines.slice(from, to);
    const first = firstLine(parser.anonymousHead(head.slice(0, longestLine)));
    return [first, ...others.map(maskLine)];
  }
  if (parser.anonymousText) return parser.anonymousText(lines, from, to, parsed);
  return parsed.anonymousLines
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, name }) => {
      const line = lines[at] ?? '';
      if (name) {
        const player = name.seat === parsed.hero ? 'Hero' : `Seat ${name.seat}`;
        return `${line.slice(0, name.from)}${player}${line.slice(name.to)}`;
      }
      return at === from ? firstLine(parser.anonymousHead(line)) : parser.anonymousHead(line);
    });
}

/** Matches where the second line of a hand begins, in the formats of all rooms. */
const laterLine = /Table|Seat #?\d|Game ID|<(?!game )/;

/** Stakes such as `10000000/20000000`, or a number that is long enough to identify a hand or a tournament. */
const stakesOrNumber = /(\d[\d.,]*(?:\/\d[\d.,]*)+)|\d{8,}/g;

/**
 * The first line of a hand, with 0 in place of long numbers other than stakes. If line breaks were lost, cuts off the
 * lines that follow it, which may contain names.
 */
function firstLine(line: string): string {
  const end = line.search(laterLine);
  return (end === -1 ? line : line.slice(0, end)).replaceAll(
    stakesOrNumber,
    (_all, stakes?: string) => stakes ?? '0',
  );
}

/**
 * In characters. Some patterns take time that grows with the square of a line's length, so parsers get no longer line:
 * a hand ends before it, and the line may be a paragraph that stands after the hand. Only XML may be longer, because a
 * whole session may be a single line.
 */
const longestLine = 600;

/** @returns the reason if the hand cannot be parsed */
function parseHand(
  lines: readonly string[],
  { format, from, to }: FoundHand,
  parser: SiteParser,
): ParsedHand | HandParseError {
  let end = from;
  while (end < to && (format === 'ipoker' || (lines[end] ?? '').length <= longestLine)) end += 1;
  if (end === from) return new HandParseError('too_large', from);
  try {
    return parser.read(end < to ? lines.slice(0, end) : lines, from, end);
  } catch (error) {
    if (!(error instanceof HandParseError)) throw error;
    return end < to ? new HandParseError('too_large', end) : error;
  }
}

function lastLine(lines: readonly string[], from: number, to: number): number {
  let last = to - 1;
  while (last > from && lines[last] === '') last -= 1;
  return last;
}

const namesOf = ({ seats }: ParsedHand) => new Map(seats.map(({ seat, name }) => [seat, name]));
