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
 * A hand that cannot be parsed, or a text or file without a hand. `file` is the name of the file, and empty if the hand
 * is in the text; `line` is the line's number in the file or text. `text` is the line that could not be parsed, `lineInHand` the number of this line in
 * the hand, from 1, and `source` the whole hand. The texts are as pasted, may contain names and stay in the browser.
 * `anonymous` is the hand without names, and may be sent; it is empty if no hand was found in the text.
 */
export type BadHand = UnreadableHand & {
  file: string;
  lineInHand: number;
  source: string;
  anonymous: string;
};

export type ParseResult = GoodHand | BadHand;

export type ParseResponse = {
  request: number;
  /** The next results, in the order of the text, each hand once; then the text and the files without a hand. */
  results: ParseResult[];
  /** The number of results: the hands, minus the repeated ones found so far, and the text and files without a hand. */
  total: number;
  isDone: boolean;
};
