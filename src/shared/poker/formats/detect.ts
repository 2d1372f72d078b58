import { eight88 } from './eight88.ts';
import { ignition } from './ignition.ts';
import { ipoker } from './ipoker.ts';
import type { ParsedHand } from './parsed-hand.ts';
import { partyEmail } from './party-email.ts';
import { partypoker } from './partypoker.ts';
import { pokerStars } from './pokerstars.ts';
import { RefusedHand } from './refusal.ts';
import type { SiteReader } from './site-reader.ts';
import { winamax } from './winamax.ts';
import { wpn } from './wpn.ts';
import { wpnOld } from './wpn-old.ts';

const readers: readonly SiteReader[] = [
  ignition,
  pokerStars,
  winamax,
  wpn,
  wpnOld,
  eight88,
  partyEmail,
  partypoker,
  ipoker,
];

/** A part of a text that one reader reads: lines `from` to `to`, the latter not included. */
export type FoundHand = { reader: SiteReader; from: number; to: number };

/** Where hands begin and end in a text; what stands before the first is no part of any. */
export function findHands(lines: readonly string[]): FoundHand[] {
  const found: FoundHand[] = [];
  for (const [at, line] of lines.entries()) {
    const reader = line === '' ? undefined : readers.find(({ begins }) => begins(line, lines[at + 1] ?? ''));
    if (!reader) continue;
    const last = found.at(-1);
    if (last) last.to = at;
    found.push({ reader, from: at, to: lines.length });
  }
  return found;
}

/** No line of a hand is longer, but for XML, which may stand in one line. */
const longestLine = 2_000;

/**
 * What the text of a hand tells.
 * @throws RefusedHand
 */
export function parseHand(lines: readonly string[], { reader, from, to }: FoundHand): ParsedHand {
  const long = reader === ipoker ? -1 : lines.slice(from, to).findIndex(({ length }) => length > longestLine);
  if (long !== -1) throw new RefusedHand('too_large', from + long);
  return reader.read(lines, from, to);
}

/** Whether a text looks like hands of a room that no reader reads. */
export const looksLikeHands = (lines: readonly string[]): boolean =>
  lines.some((line) => /(?:Hand|Game|Partie|Mano)[^#\d]{0,20}#? ?\d{5,}/i.test(line));
