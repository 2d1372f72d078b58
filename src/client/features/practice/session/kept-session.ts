import type { DrillView } from '../../../../shared/practice/drills.ts';
import { tabStorage } from '../../../lib/browser-storage.ts';

type KeptSession = { drills: readonly DrillView[]; index: number };

/** The unfinished session that this tab started today. An older one is ignored, because other drills are due. */
export function readSession(key: string): KeptSession | undefined {
  const stored = tabStorage.read(key);
  return isKept(stored) && stored.day === today() ? stored : undefined;
}

export function keepSession(key: string, session: KeptSession): void {
  tabStorage.write(key, { ...session, day: today() });
}

const today = () => new Date().toDateString();

function isKept(stored: unknown): stored is KeptSession & { day: unknown } {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'drills' in stored &&
    'index' in stored &&
    'day' in stored
  );
}
