import type { AttemptInput, Solution, TakeBackInput } from '../../../../shared/practice/drills.ts';
import { type JsonStorage, tabStorage } from '../../../lib/browser-storage.ts';
import { describeError } from '../../../lib/error-text.ts';

type QueuedItem =
  /** `at` is when it was answered or taken back, in milliseconds of this browser's clock. */
  | { kind: 'attempt'; input: Omit<AttemptInput, 'agoMs'>; at: number }
  | { kind: 'takeBack'; id: string; at: number }
  | { kind: 'markEasy'; id: string };

/** The calls that the queue sends. */
export type TryCalls = {
  attempt: (input: AttemptInput) => Promise<Solution>;
  markEasy: (input: { id: string }) => Promise<unknown>;
  takeBack: (input: TakeBackInput) => Promise<unknown>;
};

export type TryQueue = {
  add: (item: QueuedItem) => void;
  /** Sends what waits, one after the other, until one cannot reach the academy. */
  flush: () => Promise<void>;
  waiting: () => Waiting;
};

/** How many answers wait, and whether for a login instead of a connection. */
export type Waiting = { count: number; isLoggedOut: boolean };

/**
 * Answers to drills on their way to the academy, in the order in which they were given. They stay in the tab, also over a
 * reload, until the academy has responded; sending one twice stores it once.
 */
export function openTryQueue(
  userId: string,
  calls: TryCalls,
  onChange: (result?: { solution: Solution } | { tryId: string; failure: string }) => void,
  storage: Pick<JsonStorage, 'read' | 'write'> = tabStorage,
): TryQueue {
  // Must change with the form of the items, which are read unchecked: another version may have stored them.
  const key = `drill-tries-2:${userId}`;
  let items = (storage.read(key) ?? []) as QueuedItem[];
  let sending: Promise<void> | undefined;
  let isLoggedOut = false;

  function keep(next: readonly QueuedItem[]): void {
    items = [...next];
    storage.write(key, items);
  }

  async function sendAll(): Promise<void> {
    for (let item = items[0]; item; item = items[0]) {
      try {
        const solution = await send(calls, item);
        isLoggedOut = false;
        keep(items.slice(1));
        onChange(solution && { solution });
      } catch (error) {
        const { status, message } = describeError(error);
        isLoggedOut = status === 401;
        // Without a response, or with one that may be different later, the answer waits.
        if (isLoggedOut || status === undefined || status >= 500 || status === 429) return onChange();
        keep(items.slice(1));
        onChange({ tryId: item.kind === 'attempt' ? item.input.id : item.id, failure: message });
      }
    }
  }

  return {
    add(item) {
      // A try that was not sent yet is taken back by not sending it. The first one may have arrived without a response.
      const [first] = items;
      const isUnsent =
        item.kind === 'takeBack' &&
        items.some((each) => each !== first && each.kind === 'attempt' && each.input.id === item.id);
      keep(
        isUnsent
          ? items.filter((each) => (each.kind === 'attempt' ? each.input.id : each.id) !== item.id)
          : [...items, item],
      );
      onChange();
    },
    flush() {
      sending ??= sendAll().finally(() => {
        sending = undefined;
      });
      return sending;
    },
    waiting: () => ({ count: items.length, isLoggedOut }),
  };
}

async function send(calls: TryCalls, item: QueuedItem): Promise<Solution | undefined> {
  const agoMs = 'at' in item ? Math.max(0, Date.now() - item.at) : 0;
  if (item.kind === 'attempt') return calls.attempt({ ...item.input, agoMs });
  if (item.kind === 'takeBack') await calls.takeBack({ id: item.id, agoMs });
  else await calls.markEasy({ id: item.id });
  return undefined;
}
