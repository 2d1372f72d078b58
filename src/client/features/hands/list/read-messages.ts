import type { Refusal } from '../../../../shared/poker/formats/refusal.ts';
import type { Hand } from '../../../../shared/poker/hand.ts';

export type ReadRequest = {
  /** Answers to earlier requests are out of date. */
  request: number;
  /** The bytes of files are decoded one by one, because each has its own encoding. */
  text: string | Uint8Array[];
  /** Makes the key of a hand differ between accounts. */
  account: string;
};

/** How many hands of a text are listed, and can be opened before they are saved. */
export const shownHands = 20;

/** A hand without names, ready to be sent. */
export type GoodHand = {
  text: string;
  key: string;
  line: string;
  oddities: string[];
  /** Absent from the hands that are not listed. */
  hand?: Hand;
};

/** What cannot be read: its line and its own text, which stay in the browser, and what may be sent of it. */
export type BadHand = Refusal & { source: string; anonymous: string };

export type ReadResult = GoodHand | BadHand;

export type ReadResponse = {
  request: number;
  /** The next results, in the order of the text. */
  results: ReadResult[];
  total: number;
  isDone?: true;
};
