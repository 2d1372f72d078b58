import { minuteMs } from '../../shared/durations.ts';

type LoadedQuery = { state: { dataUpdatedAt: number } };

/** The first local midnight after the load of the query, in milliseconds. */
function midnightAfterLoad({ state }: LoadedQuery): number {
  const loaded = new Date(state.dataUpdatedAt);
  return new Date(loaded.getFullYear(), loaded.getMonth(), loaded.getDate() + 1).getTime();
}

/**
 * Options of queries about today. They are fetched again a minute after midnight, because the server's clock may be
 * late, or when the user returns to the page after it: otherwise, a page left open would save today's results under
 * yesterday.
 */
export const untilMidnight = {
  staleTime: (query: LoadedQuery) => midnightAfterLoad(query) - query.state.dataUpdatedAt,
  // A query that has never loaded, such as one without access, is not repeated.
  refetchInterval: (query: LoadedQuery) =>
    query.state.dataUpdatedAt > 0 && Math.max(midnightAfterLoad(query) + minuteMs - Date.now(), minuteMs),
  refetchOnWindowFocus: true,
};

/** Options of queries that a coach's actions change. They are fetched again when the user returns to the page. */
export const updatedByCoaches = { staleTime: minuteMs / 2, refetchOnWindowFocus: true };
