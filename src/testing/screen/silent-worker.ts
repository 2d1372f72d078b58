import type { BadHand, GoodHand, ParseResponse } from '../../client/features/hands/list/parse-messages.ts';

/** A worker that records requests, and responds only when a test calls `respond` or `finish`. */
export class SilentWorker {
  static opened: SilentWorker[] = [];
  received: unknown[] = [];
  fail: () => void = () => undefined;
  respond: (event: { data: ParseResponse }) => void = () => undefined;
  constructor() {
    SilentWorker.opened.push(this);
  }
  addEventListener(kind: string, listener: () => void) {
    if (kind === 'error') this.fail = listener;
    else this.respond = listener;
  }
  postMessage(message: unknown) {
    this.received.push(message);
  }
  terminate() {}
  /** Responds with all results of a request. */
  finish(results: ParseResponse['results'], request = 1) {
    this.respond({ data: { request, results, total: results.length, isDone: true } });
  }
}

export const readHand: GoodHand = {
  text: 'x',
  key: 'a'.repeat(64),
  line: 'BTN A♥K♥ · 100bb NL50',
  oddities: [],
};
export const badHand: BadHand = {
  code: 'unknown_line',
  line: 4,
  message: 'Nobody has this name.',
  file: '',
  text: '',
  lineInHand: 4,
  source: '',
  anonymous: '',
};
