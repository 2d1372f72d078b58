import type { ProgressStore, UnsentProgress } from './progress-reporter.ts';

type KeepStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores unsent progress in this browser, separately for each user and session. */
export function browserProgressStore(
  userId: string,
  sessionId: number,
  storage: KeepStorage = localStorage,
): ProgressStore {
  const key = `progress:${userId}:${sessionId}`;
  return {
    load() {
      try {
        return readStored(JSON.parse(storage.getItem(key) ?? 'null'));
      } catch {
        // Storage is not available, or another version of the app wrote the entry. Both count as empty.
        return undefined;
      }
    },
    save(unsent) {
      try {
        storage.setItem(key, JSON.stringify(unsent));
      } catch (error) {
        console.warn('The progress could not be stored in this browser', error);
      }
    },
    clear() {
      try {
        storage.removeItem(key);
      } catch (error) {
        console.warn('The stored progress could not be cleared', error);
      }
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
