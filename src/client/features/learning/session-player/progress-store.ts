import { browserStorage, type JsonStorage } from '../../../lib/browser-storage.ts';
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
