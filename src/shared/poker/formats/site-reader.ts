import type { ParsedHand } from './parsed-hand.ts';

/** How the hands of a format are read. Lines are trimmed; `from` and `to` are indexes in the whole text. */
export type SiteReader = {
  /** @throws HandReadError */
  read: (lines: readonly string[], from: number, to: number) => ParsedHand;
  /** Replaces numbers and names of hand, table and tournament in a line without players' names. */
  anonymousHead: (line: string) => string;
  /** The whole hand without names, for a format whose lines cannot be described by `ParsedHand.anonymousParts`. */
  anonymousText?: (lines: readonly string[], from: number, to: number, parsed: ParsedHand) => string[];
};
