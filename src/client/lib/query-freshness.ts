import { minuteMs } from '../../shared/durations.ts';

/** A `staleTime` for queries about today: the milliseconds from the load of the query to the next local midnight. */
function restOfDay({ state }: { state: { dataUpdatedAt: number } }): number {
  const loaded = new Date(state.dataUpdatedAt);
  return new Date(loaded.getFullYear(), loaded.getMonth(), loaded.getDate() + 1).getTime() - loaded.getTime();
}

/**
 * Options of queries about today. They are fetched again when the user returns to the page after midnight: otherwise, a
 * page left open would save today's results under yesterday.
 */
export const untilMidnight = { staleTime: restOfDay, refetchOnWindowFocus: true };

/** Options of queries that a coach's actions change. They are fetched again when the user returns to the page. */
export const updatedByCoaches = { staleTime: minuteMs / 2, refetchOnWindowFocus: true };
