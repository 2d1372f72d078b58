import { eight88 } from './eight88.ts';
import { ignition } from './ignition.ts';
import { ipoker } from './ipoker.ts';
import { partypoker } from './partypoker.ts';
import { pokerStars } from './pokerstars.ts';
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
  partypoker,
  ipoker,
];

/** A part of a text that one reader reads: lines `from` to `to`, the latter not included. */
export type FoundHand = { reader: SiteReader; from: number; to: number };

/** Where hands begin and end in a text; what stands before the first is no part of any. */
export function findHands(lines: readonly string[]): FoundHand[] {
  const found: FoundHand[] = [];
  for (const [at, line] of lines.entries()) {
    const reader = line === '' ? undefined : readers.find(({ begins }) => begins(line));
    if (!reader) continue;
    const last = found.at(-1);
    if (last) last.to = at;
    found.push({ reader, from: at, to: lines.length });
  }
  return found;
}

/** Whether a text looks like hands of a room that no reader reads. */
export const looksLikeHands = (lines: readonly string[]): boolean =>
  lines.some((line) => /(?:Hand|Game|Partie|Mano)[^#\d]{0,20}#? ?\d{5,}/i.test(line));
