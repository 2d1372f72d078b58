import { browserStorage, type JsonStorage, tabStorage } from '../../../lib/browser-storage.ts';
import type { ProgressStore, UnsentProgress } from './progress-reporter.ts';

/** Stores unsent progress in this browser, separately for each user and session. */
export function browserProgressStore(
  userId: string,
  sessionId: number,
  storage: JsonStorage = browserStorage,
): ProgressStore {
  const key = `progress:${userId}:${sessionId}`;
  return {
    load: () => readStored(storage.read(key)),
    save: (unsent) => storage.write(key, unsent),
    clear: () => storage.remove(key),
  };
}

/** Milliseconds for which the stored position is used: enough for a reload. */
const usedForMs = 60_000;

/**
 * The position at which this tab left a session. After a reload, the server may not have stored this position yet,
 * because the last report from before the reload may still be in progress.
 */
export function lastPositionStore(userId: string, sessionId: number, storage: JsonStorage = tabStorage) {
  const key = `left-position:${userId}:${sessionId}`;
  return {
    save: (position: number, now: number) => storage.write(key, { seconds: 0, position, at: now }),
    /** @returns the position; undefined if it was stored more than a minute ago */
    load(now: number): number | undefined {
      const last = readStored(storage.read(key));
      return last && now - last.at < usedForMs ? last.position : undefined;
    },
  };
}

function readStored(stored: unknown): UnsentProgress | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const number = (name: string) => {
    const value: unknown = Reflect.get(stored, name);
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const seconds = number('seconds');
  const at = number('at');
  if (seconds === undefined || at === undefined) return undefined;
  const position = number('position');
  return { seconds, at, ...(position !== undefined && { position }) };
}
