import { minuteMs } from '../../shared/durations.ts';

/**
 * Options of queries about today, which are repeated: otherwise, a page left open would show yesterday, and save today's
 * results under yesterday. The page cannot calculate when the day ends, because the device's clock may be wrong, and its
 * time zone may differ from the user's.
 */
export const aboutToday = {
  staleTime: minuteMs,
  // A query that has never loaded, such as one without access, is not repeated.
  refetchInterval: ({ state }: { state: { dataUpdatedAt: number } }) =>
    state.dataUpdatedAt > 0 && 10 * minuteMs,
  refetchOnWindowFocus: true,
};

/** Options of queries that a coach's actions change. They are fetched again when the user returns to the page. */
export const updatedByCoaches = { staleTime: minuteMs / 2, refetchOnWindowFocus: true };
