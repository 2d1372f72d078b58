import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { type Db, rejectInsideTransaction } from './database.ts';

/** Undefined for a key that the read did not find. */
export type DataLoader<Value> = (db: Db, key: string) => Promise<Value | undefined>;

/**
 * Combines concurrent reads into one. Each result comes from a read that began after it was requested, so it is as fresh
 * as that of a separate read: a request during a read waits for the next one. Under load, all requests of an event loop
 * turn share a query; a single request does not wait.
 * @param read takes distinct keys, and fails for all or for none
 */
export function createDataLoader<Value>(
  read: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): DataLoader<Value> {
  type Asked = PromiseWithResolvers<Value | undefined>;
  type Line = { asked: Map<string, Asked>; isMoving: boolean };
  const lines = new WeakMap<Db, Line>();

  async function answer(db: Db, asked: Map<string, Asked>): Promise<void> {
    try {
      const found = await read(db, [...asked.keys()]);
      for (const [key, { resolve }] of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }

  async function move(db: Db, line: Line): Promise<void> {
    line.isMoving = true;
    while (line.asked.size > 0) {
      // Other requests of this turn join the read.
      await turnOfEventLoop();
      const asked = line.asked;
      line.asked = new Map();
      await answer(db, asked);
    }
    line.isMoving = false;
  }

  return (db, key) => {
    rejectInsideTransaction();
    const line = lines.get(db) ?? { asked: new Map<string, Asked>(), isMoving: false };
    lines.set(db, line);
    const asked = line.asked.get(key) ?? Promise.withResolvers<Value | undefined>();
    line.asked.set(key, asked);
    if (!line.isMoving) void move(db, line);
    return asked.promise;
  };
}
