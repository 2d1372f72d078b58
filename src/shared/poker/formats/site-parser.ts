import type { ParsedHand } from './parsed-hand.ts';

/**
 * How the hands of a format are read. `lines` are the trimmed lines of the whole text; the hand is the lines from
 * `from` up to, but not including, `to`.
 */
export type SiteParser = {
  /** @throws HandParseError */
  read: (lines: readonly string[], from: number, to: number) => ParsedHand;
  /** In a line that names no player, replaces the numbers of the hand and the tournament, and the table's name. */
  anonymousHead: (line: string) => string;
  /** The whole hand without names, for a format whose lines cannot be described by `ParsedHand.anonymousLines`. */
  anonymousText?: (lines: readonly string[], from: number, to: number, parsed: ParsedHand) => string[];
};
