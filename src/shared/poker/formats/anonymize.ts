import { findHands } from './detect.ts';
import { linesOf } from './lines.ts';
import { parsers } from './parsers.ts';
import { anonymousText } from './read-found-hand.ts';

/**
 * Removes names, chat, and the numbers of hands and tables from the hands of a text, and drops all other text. The
 * parsers read the same hands from the result.
 */
export function anonymizeText(text: string): string {
  const lines = linesOf(text);
  return findHands(lines)
    .map((found) => anonymousText(lines, found, parsers[found.format]))
    .join('\n\n\n')
    .concat('\n');
}
