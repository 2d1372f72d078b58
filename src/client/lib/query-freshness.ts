import { minuteMs } from '../../shared/durations.ts';

/** From when a query was loaded until the user's next midnight, in milliseconds: as `staleTime` of what is about today. */
function restOfDay({ state }: { state: { dataUpdatedAt: number } }): number {
  const loaded = new Date(state.dataUpdatedAt);
  return new Date(loaded.getFullYear(), loaded.getMonth(), loaded.getDate() + 1).getTime() - loaded.getTime();
}

/** Options of queries about today: a page that stays open over midnight loads them again. */
export const ofToday = { staleTime: restOfDay, refetchOnWindowFocus: true };

/** Options of queries that change with what a coach does: loaded again when the user returns to the page. */
export const withCoach = { staleTime: minuteMs / 2, refetchOnWindowFocus: true };
