import { findHands } from './detect.ts';
import { linesOf } from './lines.ts';
import { anonymousText } from './read-found-hand.ts';
import { readers } from './readers.ts';

/**
 * Removes names, chat, and the numbers of hands and tables from the hands of a text, and drops all other text. The
 * readers read the same hands from the result.
 */
export function anonymizeText(text: string): string {
  const lines = linesOf(text);
  return findHands(lines)
    .map((found) => anonymousText(lines, found, readers[found.format]))
    .join('\n\n\n')
    .concat('\n');
}
