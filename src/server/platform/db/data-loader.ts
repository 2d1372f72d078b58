import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { type Db, rejectInsideTransaction } from './database.ts';

/** Undefined for a key that the read did not find. */
export type DataLoader<Value> = (db: Db, key: string) => Promise<Value | undefined>;

/**
 * Combines concurrent reads into one. Each result comes from a read that began after it was requested, so it is as
 * fresh as that of a separate read: a request during a read waits for the next one. Under load, all requests of an
 * event loop turn share a query; a single request waits only for the end of its turn.
 * @param read - takes distinct keys, and fails for all or for none
 */
export function createDataLoader<Value>(
  read: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): DataLoader<Value> {
  type Pending = PromiseWithResolvers<Value | undefined>;
  type Queue = { pending: Map<string, Pending>; isDraining: boolean };
  const queues = new WeakMap<Db, Queue>();

  async function settle(db: Db, pending: Map<string, Pending>): Promise<void> {
    try {
      const found = await read(db, [...pending.keys()]);
      for (const [key, { resolve }] of pending) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of pending.values()) reject(error);
    }
  }

  async function drain(db: Db, queue: Queue): Promise<void> {
    queue.isDraining = true;
    while (queue.pending.size > 0) {
      // Other requests of this turn join the read.
      await turnOfEventLoop();
      const pending = queue.pending;
      queue.pending = new Map();
      await settle(db, pending);
    }
    queue.isDraining = false;
  }

  return (db, key) => {
    rejectInsideTransaction();
    const queue = queues.get(db) ?? { pending: new Map<string, Pending>(), isDraining: false };
    queues.set(db, queue);
    const pending = queue.pending.get(key) ?? Promise.withResolvers<Value | undefined>();
    queue.pending.set(key, pending);
    if (!queue.isDraining) void drain(db, queue);
    return pending.promise;
  };
}
