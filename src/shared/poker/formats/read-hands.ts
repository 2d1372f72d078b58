import type { Hand } from '../hand.ts';
import { assembleHand } from './assemble-hand.ts';
import { type FoundHand, findHands, looksLikeHands, parseHand } from './detect.ts';
import { decodeText, linesOf } from './lines.ts';
import { maskLine } from './mask-line.ts';
import { type Oddity, oddityOf } from './oddities.ts';
import type { ParsedHand } from './parsed-hand.ts';
import { type Refusal, RefusedHand, refusalOf } from './refusal.ts';

export { readerVersion } from './assemble-hand.ts';

/** A hand as it was read. `names` and `number` are what the text says; they never leave the place where it was read. */
export type ReadHand = {
  hand: Hand;
  /** None when the hand is sound. */
  oddities: Oddity[];
  number: string;
  /** Names of seats. */
  names: Map<number, string>;
};

/**
 * Reads the hands of a text, or of the bytes of a file, one after the other, each for itself: a hand that cannot be read
 * is refused with its line, and the next is read.
 */
export function* readHands(text: string | Uint8Array): Generator<ReadHand | Refusal, void, void> {
  const lines = linesOf(typeof text === 'string' ? text : decodeText(text));
  const found = findHands(lines);
  let isAfterCut = false;
  for (const each of found) {
    const result = readFound(lines, each);
    if (isAfterCut && 'hand' in result) result.oddities.push(oddityOf('after_a_cut', each.from));
    isAfterCut = 'code' in result && (result.code === 'unfinished' || result.code === 'no_seats');
    yield result;
  }
  if (found.length > 0) return;
  const first = Math.max(
    lines.findIndex((line) => line !== ''),
    0,
  );
  const code = looksLikeHands(lines) ? 'unknown_site' : 'not_a_hand';
  yield refusalOf(code, first, maskLine(lines[first] ?? ''));
}

/** The only hand of a text. */
export function readOneHand(text: string): ReadHand | Refusal {
  const [first, second] = readHands(text);
  if (first === undefined) return refusalOf('not_a_hand', 0, '');
  return second === undefined ? first : refusalOf('two_hands_mixed', 0, '');
}

function readFound(lines: readonly string[], found: FoundHand): ReadHand | Refusal {
  const { reader, from, to } = found;
  try {
    const parsed = parseHand(lines, found);
    const { hand, oddities } = assembleHand(
      parsed,
      reader.siteOf(lines[from] ?? ''),
      lastLine(lines, from, to),
    );
    return { hand, oddities, number: parsed.number, names: namesOf(parsed) };
  } catch (error) {
    if (!(error instanceof RefusedHand)) throw error;
    const at = lines[error.at] === '' ? lastLine(lines, from, to) : error.at;
    return refusalOf(error.code, at, maskLine(lines[at] ?? ''));
  }
}

function lastLine(lines: readonly string[], from: number, to: number): number {
  let last = to - 1;
  while (last > from && lines[last] === '') last -= 1;
  return last;
}

const namesOf = ({ seats }: ParsedHand) => new Map(seats.map(({ seat, name }) => [seat, name]));
