import { findHands } from './detect.ts';
import { linesOf } from './lines.ts';
import { parsers } from './parsers.ts';
import { anonymousText } from './read-found-hand.ts';

/**
 * Returns the `anonymousText` of each hand in a text, without the text outside of the hands. The parsers read the same
 * hands from the result.
 */
export function anonymizeText(text: string): string {
  const lines = linesOf(text);
  return findHands(lines)
    .map((found) => anonymousText(lines, found, parsers[found.format]))
    .join('\n\n\n')
    .concat('\n');
}
