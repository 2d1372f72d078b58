import type { UnreadableHand } from '../../../../shared/poker/formats/hand-parse-error.ts';
import type { Hand } from '../../../../shared/poker/hand.ts';

/** A file of the user. Its name stays in the browser. */
export type NamedFile = { name: string; bytes: Uint8Array };

export type ParseRequest = {
  /** The number of the request. Responses to earlier requests are ignored. */
  request: number;
  text: string;
  /** The hands of the files follow the hands of the text. */
  files: readonly NamedFile[];
  /** Part of the key of each hand, so that the same hand has a different key in each account. */
  account: string;
};

/** The maximum number of listed hands. Only a listed hand can be opened before it is saved. */
export const shownHands = 20;

/** A hand without names, ready to be sent. */
export type GoodHand = {
  text: string;
  /** A hash by which the server recognizes a hand that the account has already saved. */
  key: string;
  /** A summary in one line, such as `BTN A♥K♥ · 100bb NL50`. */
  line: string;
  /** What is odd about the hand, such as an action against the rules, as sentences. */
  oddities: string[];
  /** Absent from the hands that are not listed. */
  hand?: Hand;
};

/**
 * A hand that cannot be parsed, or a text or file without a hand. `line` is a line number in the file or the pasted
 * text. `text` and `source` are as pasted, may contain names and stay in the browser.
 */
export type BadHand = UnreadableHand & {
  /** The name of the file; empty for the pasted text. */
  file: string;
  /** The number, within the hand and from 1, of the line that could not be parsed. */
  lineInHand: number;
  /** The whole hand. */
  source: string;
  /** The hand without names, which may be sent; empty if no hand was found. */
  anonymous: string;
};

export type ParseResult = GoodHand | BadHand;

export type ParseResponse = {
  request: number;
  /**
   * The next results: the hands in the given order, each once, then one result for the text if it contains no hand, and
   * one for each file that contains none.
   */
  results: ParseResult[];
  /** The number of results: the hands without the repetitions found so far, plus the text and files without a hand. */
  total: number;
  isDone: boolean;
};
