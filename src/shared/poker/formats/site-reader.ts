import type { ParsedHand } from './parsed-hand.ts';

/** How the hands of a format are read. Lines are trimmed; `from` and `to` are indexes in the whole text. */
export type SiteReader = {
  /** @throws RefusedHand */
  read: (lines: readonly string[], from: number, to: number) => ParsedHand;
  /** A line without names, also without numbers and names of hand, table and tournament. */
  anonymousHead: (line: string) => string;
  /** The whole hand without names, where names are not at places that the hand keeps. */
  anonymousText?: (lines: readonly string[], from: number, to: number, parsed: ParsedHand) => string[];
};
