import { decodeText } from '../../decode-text.ts';
import { findHands } from './detect.ts';
import { type UnreadableHand, unreadableHand } from './hand-parse-error.ts';
import { linesOf } from './lines.ts';
import { oddityOf } from './oddities.ts';
import { parsers } from './parsers.ts';
import { type ReadHand, readFoundHand, unreadableText } from './read-found-hand.ts';

export { parserVersion } from './assemble-hand.ts';
export type { ReadHand } from './read-found-hand.ts';

/**
 * Reads the hands of a text, or of the bytes of a file, one after the other. For a hand that cannot be read, it yields
 * the reason, and continues with the next; for a text without a hand, it yields one reason.
 */
export function* readHands(text: string | Uint8Array): Generator<ReadHand | UnreadableHand, void, void> {
  const lines = linesOf(typeof text === 'string' ? text : decodeText(text));
  const found = findHands(lines);
  let isPreviousCutOff = false;
  for (const each of found) {
    const result = readFoundHand(lines, each, parsers[each.format]);
    if (isPreviousCutOff && 'hand' in result) result.oddities.push(oddityOf('after_a_cut', each.from));
    isPreviousCutOff = 'code' in result && (result.code === 'unfinished' || result.code === 'no_seats');
    yield result;
  }
  if (found.length === 0) yield unreadableText(lines);
}

/** Reads a text that must be a single hand. */
export function readOneHand(text: string): ReadHand | UnreadableHand {
  const [first, second] = readHands(text);
  if (first === undefined) return unreadableHand('not_a_hand', 0, '');
  return second === undefined ? first : unreadableHand('two_hands_mixed', 0, '');
}
