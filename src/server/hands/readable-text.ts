import { handBounds } from '../../shared/hands/hand-bounds.ts';
import type { SavedHand } from '../../shared/hands/hands.ts';
import { anonymizeText } from '../../shared/poker/formats/anonymize.ts';
import { type UnreadableHand, unreadableHand } from '../../shared/poker/formats/hand-parse-error.ts';
import type { ReadHand } from '../../shared/poker/formats/read-found-hand.ts';
import { readOneHand } from '../../shared/poker/formats/read-hands.ts';
import { handSchema } from '../../shared/poker/hand.ts';
import { fitsNeutralUnit } from '../../shared/poker/neutral-unit.ts';
import { handColumns } from './hands.present.ts';

export type ReadableText = {
  outcome: 'readable';
  key: string;
  columns: { source_text: string } & ReturnType<typeof handColumns>;
};

/** Parses a text, and computes the columns of its row. */
export function prepareText(sent: string, key: string): SavedHand | ReadableText {
  const text = anonymizeText(sent);
  const result = readSavable(text);
  if ('code' in result) {
    const { code, line, message } = result;
    return { outcome: 'unreadable', code, line, message };
  }
  const oddities = result.oddities.map(({ message }) => message);
  return { outcome: 'readable', key, columns: { source_text: text, ...handColumns(result.hand, oddities) } };
}

/**
 * Parses a hand. Also rejects a readable hand if its text is too long to be stored, if the hand exceeds a limit of
 * `handSchema`, or if its stakes cannot be hidden without rounding (coaches see hands without stakes).
 */
export function readSavable(text: string): ReadHand | UnreadableHand {
  const result = readOneHand(text);
  if ('code' in result) return result;
  const isTooLong = Buffer.byteLength(text) > handBounds.textBytes;
  if (isTooLong || !handSchema.safeParse(result.hand).success) return unreadableHand('too_large', 0, '');
  return fitsNeutralUnit(result.hand) ? result : unreadableHand('bad_amount', 0, '');
}
