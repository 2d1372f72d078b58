import { findHands } from './detect.ts';
import { decodeText, linesOf } from './lines.ts';
import { oddityOf } from './oddities.ts';
import { type ReadHand, readFoundHand, refusalOfText } from './read-found-hand.ts';
import { readers } from './readers.ts';
import { type Refusal, refusalOf } from './refusal.ts';

export { readerVersion } from './assemble-hand.ts';
export type { ReadHand } from './read-found-hand.ts';

/**
 * Reads the hands of a text, or of the bytes of a file, one after the other. A hand that cannot be read gives a
 * refusal, and reading continues with the next.
 */
export function* readHands(text: string | Uint8Array): Generator<ReadHand | Refusal, void, void> {
  const lines = linesOf(typeof text === 'string' ? text : decodeText(text));
  const found = findHands(lines);
  let isAfterCut = false;
  for (const each of found) {
    const result = readFoundHand(lines, each, readers[each.format]);
    if (isAfterCut && 'hand' in result) result.oddities.push(oddityOf('after_a_cut', each.from));
    isAfterCut = 'code' in result && (result.code === 'unfinished' || result.code === 'no_seats');
    yield result;
  }
  if (found.length === 0) yield refusalOfText(lines);
}

/** Reads a text that must be a single hand. */
export function readOneHand(text: string): ReadHand | Refusal {
  const [first, second] = readHands(text);
  if (first === undefined) return refusalOf('not_a_hand', 0, '');
  return second === undefined ? first : refusalOf('two_hands_mixed', 0, '');
}
