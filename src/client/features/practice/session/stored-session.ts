import type { DrillView, Solution } from '../../../../shared/practice/drills.ts';
import { tabStorage } from '../../../lib/browser-storage.ts';
import type { GivenAnswer } from './session-types.ts';

export type StoredSession = {
  drills: readonly DrillView[];
  index: number;
  answers: readonly GivenAnswer[];
  /** The solutions of the drills whose answers the server has stored. */
  solutions: readonly Solution[];
};

/** The unfinished session that this tab stored today. An older one is ignored, because today other drills are due. */
export function readSession(key: string): StoredSession | undefined {
  const stored = tabStorage.read(key);
  return isStoredSession(stored) && stored.day === today() ? stored : undefined;
}

export function storeSession(key: string, session: StoredSession): void {
  tabStorage.write(key, { ...session, day: today() });
}

const today = () => new Date().toDateString();

function isStoredSession(stored: unknown): stored is StoredSession & { day: unknown } {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'drills' in stored &&
    'index' in stored &&
    // Absent in a session that an earlier version of the application stored.
    'answers' in stored &&
    'solutions' in stored &&
    'day' in stored
  );
}
