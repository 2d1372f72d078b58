import type { AttemptInput, Solution } from '../../../../shared/practice/drills.ts';
import { tabStorage } from '../../../lib/browser-storage.ts';
import { describeError } from '../../../lib/error-text.ts';
import type { TrpcClient } from '../../../trpc.ts';

type QueuedItem =
  /** `at` is when the student answered or took the answer back, in milliseconds of this browser's clock. */
  | { kind: 'attempt'; input: Omit<AttemptInput, 'agoMs'>; at: number }
  | { kind: 'takeBack'; id: string; at: number }
  | { kind: 'markEasy'; id: string };

export type AttemptQueue = {
  add: (item: QueuedItem) => void;
  /** Sends the queued items one after the other, until one has to wait. */
  flush: () => Promise<void>;
  waiting: () => Waiting;
};

/** The number of answers with queued items, and whether they wait until the user logs in again. */
export type Waiting = { count: number; isLoggedOut: boolean };

/** An item that the server has stored. Only an answer has a solution. */
type Stored = { solution: Solution | undefined };

/** An item that the server rejected, with the reason. */
type Rejection = { kind: QueuedItem['kind']; attemptId: string; reason: string };

/**
 * A queue of answers to drills, with changes to them, sent in order. Items stay in the tab's storage, also after a
 * reload, until the server has accepted or rejected them. An answer that is sent twice is stored once.
 */
export function openAttemptQueue(
  client: TrpcClient,
  userId: string,
  onResult: (result: Stored | Rejection) => void,
): AttemptQueue {
  // Change the number whenever the type of the items changes, because stored items are not validated.
  const key = `drill-tries-2:${userId}`;
  let items = (tabStorage.read(key) ?? []) as QueuedItem[];
  let sending: Promise<void> | undefined;
  let isLoggedOut = false;

  function store(next: readonly QueuedItem[]): void {
    items = [...next];
    tabStorage.write(key, items);
  }

  async function sendAll(): Promise<void> {
    for (let item = items[0]; item; item = items[0]) {
      try {
        const solution = await send(client, item);
        isLoggedOut = false;
        store(items.slice(1));
        onResult({ solution });
      } catch (error) {
        const { status, message } = describeError(error);
        isLoggedOut = status === 401;
        // Without a response, with a temporary error, or if the user is logged out, the item stays in the queue.
        if (isLoggedOut || status === undefined || status >= 500 || status === 429) return;
        const attemptId = attemptIdOf(item);
        // The changes to a rejected answer would be rejected, too.
        const isObsolete = (each: QueuedItem) => item.kind === 'attempt' && attemptIdOf(each) === attemptId;
        store(items.slice(1).filter((each) => !isObsolete(each)));
        onResult({ kind: item.kind, attemptId, reason: message });
      }
    }
  }

  return {
    add(item) {
      // Taking back an answer that was not sent removes the answer from the queue. The first item stays: it may already
      // have reached the server.
      const [first] = items;
      const takesBackUnsent =
        item.kind === 'takeBack' &&
        items.some((each) => each !== first && each.kind === 'attempt' && each.input.id === item.id);
      store(takesBackUnsent ? items.filter((each) => attemptIdOf(each) !== item.id) : [...items, item]);
    },
    flush() {
      sending ??= sendAll().finally(() => {
        sending = undefined;
      });
      return sending;
    },
    waiting: () => ({ count: new Set(items.map(attemptIdOf)).size, isLoggedOut }),
  };
}

const attemptIdOf = (item: QueuedItem) => (item.kind === 'attempt' ? item.input.id : item.id);

async function send({ drills }: TrpcClient, item: QueuedItem): Promise<Solution | undefined> {
  const agoMs = 'at' in item ? Math.max(0, Date.now() - item.at) : 0;
  if (item.kind === 'attempt') return drills.attempt.mutate({ ...item.input, agoMs });
  if (item.kind === 'takeBack') await drills.takeBack.mutate({ id: item.id, agoMs });
  else await drills.markEasy.mutate({ id: item.id });
  return undefined;
}
